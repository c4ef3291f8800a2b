let running = false;

/**
 * Sets the cookies of scroll-to-class.ts when a link is clicked, so that its page scrolls to a class. Markup, anywhere:
 * `<a href="/about/" data-scroll-to-class="team" data-scroll-offset="80">`, offset in pixels.
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
