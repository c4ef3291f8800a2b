/**
 * Opens the form by which a comment is reported over the page. Clicks that ask for a tab of their own do what links do.
 *
 * Markup: `<ol class="comment-list">` of the block `post-comments`; without this its links lead to the form.
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
