let running = false;

/**
 * Has the page that a link leads to scroll to the first element of a class, by the cookies that scroll-to-class.ts reads.
 *
 * Markup: anywhere, also in written texts, `<a href="/about/" data-scroll-to-class="team" data-scroll-offset="80">`; the offset in pixels. Pages and fragments
 * name it in `now`.
 */
export function start(): void {
  if (running) return;
  running = true;
  document.addEventListener('click', ({ target }) => {
    const { scrollToClass = '', scrollOffset = '' } =
      (target as Element).closest<HTMLElement>('a[data-scroll-to-class]')?.dataset ?? {};
    if (scrollToClass === '') return;
    for (const [name, value] of [
      ['to-class', scrollToClass],
      ['offset', Number.parseInt(scrollOffset, 10) || 0],
    ] as const) {
      document.cookie = `td-cookie-scroll-${name}=${encodeURIComponent(value)};path=/;max-age=60;samesite=lax`;
    }
  });
}
