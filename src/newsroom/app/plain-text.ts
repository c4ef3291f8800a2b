/** The text of a line of HTML, as REST gives names and titles that readers see. */
export const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/** A title as lists show it: its words without formatting. */
export const titleText = (title: { readonly raw?: string | undefined } | undefined): string =>
  plainText(title?.raw ?? '').trim() || 'Without a title';
