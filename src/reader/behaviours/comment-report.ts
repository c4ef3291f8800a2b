/**
 * Opens the report form of a comment over the page. Modified clicks keep their default. Markup: `<ol
 * class="comment-list">` of the block `post-comments`; without scripts its links lead to the form.
 */
export function start(root: HTMLElement, config: unknown): void {
  const { close } = config as { readonly close: string };
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.comment-body>.comment-report');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    import('./account/dialog.ts')
      .then(({ openAccount }) => openAccount(link, link.href, close))
      .catch((error: unknown) => {
        console.warn('The form did not open here:', error);
        location.assign(link.href);
      });
  });
}
