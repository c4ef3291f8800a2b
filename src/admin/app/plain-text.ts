/** The text of a line of HTML, as REST gives names and titles that readers see. */
export const plainText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
