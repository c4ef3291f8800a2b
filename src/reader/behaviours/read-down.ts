import { scrollPage } from './scrolling/scroll-page.ts';

const duration = 1200;

/**
 * Scrolls down by the height of the header's picture in 1.2 s. Without scripts the link leads to the text. Markup:
 * `[data-read-down]` around the picture and `<a data-late="read-down" data-held href="#…">`.
 */
export function start(link: HTMLElement): void {
  const picture = link.closest('[data-read-down]')?.querySelector<HTMLElement>('.picture');
  if (!picture) throw new Error('A "read down" link is not inside a header with a picture.');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    scrollPage(scrollY + picture.offsetHeight, duration);
    // Keyboard users continue at the start of the text.
    document.querySelector<HTMLElement>(link.getAttribute('href') ?? '')?.focus({ preventScroll: true });
  });
}
