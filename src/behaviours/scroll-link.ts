/**
 * Has the page that a link leads to scroll to the first element of a class, by the cookies that scroll-to-class.ts reads.
 *
 * Markup: `<a href="/about/" data-behaviour="scroll-link" data-config='{"class": "team", "offset": 80}'>`; `offset` in pixels.
 */
export function start(link: HTMLElement, config: unknown): void {
  const { class: name, offset } = (config ?? {}) as { class?: unknown; offset?: unknown };
  if (typeof name !== 'string' || name === '') throw new Error('A scroll-link has no class in its data-config.');
  link.addEventListener('click', () => {
    for (const [cookie, value] of [['to-class', name], ['offset', Number(offset) || 0]]) {
      document.cookie = `td-cookie-scroll-${cookie}=${encodeURIComponent(value ?? '')};path=/;max-age=60;samesite=lax`;
    }
  });
}
