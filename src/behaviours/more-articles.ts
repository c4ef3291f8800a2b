const day = 86_400_000;

interface MoreArticlesConfig {
  /** Pixels scrolled before the box comes up. */
  readonly distance: number;
  /** Days that it stays away once closed; 0: until the browser is closed. */
  readonly days: number;
}

/**
 * Shows the box with further articles while the page is scrolled further than a distance, until it is closed. An observer tells, so that nothing runs while scrolling.
 *
 * Markup: the block `more-articles`.
 */
export function start(root: HTMLElement, config: unknown): void {
  const { distance, days } = config as MoreArticlesConfig;
  const box = root.querySelector('aside');
  if (!box) throw new Error('There is no box for more articles.');
  const top = document.createElement('i');
  top.style.cssText = 'position:absolute;top:0';
  document.body.append(top);
  const isClosed = () => /(?:^|; )td-cookie-more-articles=/.test(document.cookie);
  new IntersectionObserver(([entry]) => {
    if (!box.hidden) root.ariaLive = 'off'; // said once
    box.hidden = isClosed() || !entry || entry.isIntersecting;
  }, { rootMargin: `${distance}px 0px 0px` }).observe(top);
  const close = () => {
    document.cookie = `td-cookie-more-articles=hide-more-articles-box;path=/;samesite=lax${days > 0 ? `;expires=${new Date(Date.now() + days * day).toUTCString()}` : ''}`;
    box.hidden = true;
  };
  root.querySelector('button')?.addEventListener('click', close);
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
}
