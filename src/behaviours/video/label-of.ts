/** What a video is called: by its caption, else by the headline of its article; '' where there is neither. */
export function labelOf(element: HTMLElement): string {
  const caption = element.closest('figure')?.querySelector('figcaption');
  const named = element.ariaLabel ?? caption?.textContent ?? (element.closest('article') ?? document).querySelector('h1')?.textContent;
  return named?.trim() ?? '';
}
