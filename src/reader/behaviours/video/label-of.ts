/** What a video is called: by its caption, else by the headline of its article; '' where there is neither. The caption of a lead is that of the still. */
export function labelOf(element: HTMLElement): string {
  const caption = element.closest('figure:not(.post-featured-image)')?.querySelector('figcaption');
  const named =
    element.ariaLabel ??
    caption?.textContent ??
    (element.closest('article') ?? document).querySelector('h1')?.textContent;
  return named?.trim() ?? '';
}
