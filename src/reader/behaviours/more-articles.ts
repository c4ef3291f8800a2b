import { watchFocus } from './focus/give-back.ts';

const day = 86_400_000;

interface MoreArticlesConfig {
  /** Pixels scrolled before the box appears. */
  readonly distance: number;
  /** Days that a closed box stays hidden; 0: until the browser closes. */
  readonly days: number;
}

/**
 * Shows the box of further articles beyond a scroll distance while the footer is not visible, until closed. Uses an
 * observer, so no code runs on scroll. Markup: the block `more-articles`.
 */
export function start(root: HTMLElement, config: unknown): void {
  const { distance, days } = config as MoreArticlesConfig;
  const box = root.querySelector('aside');
  if (!box) throw new Error('There is no box for more articles.');
  const leave = watchFocus(box, root);
  const hide = () => leave(() => (box.hidden = true));
  const top = document.createElement('i');
  top.style.cssText = 'position:absolute;top:0';
  document.body.append(top);
  const isClosed = () => /(?:^|; )td-cookie-more-articles=/.test(document.cookie);
  const ends = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) ends[isIntersecting ? 'add' : 'delete'](target);
      if (!box.hidden) root.ariaLive = 'off';
      if (ends.size === 0 && !isClosed()) box.hidden = false;
      else hide();
    },
    { rootMargin: `${distance}px 0px 0px` },
  );
  // The box must not cover the end of the page.
  for (const end of [top, document.querySelector('.site-footer')]) if (end) observer.observe(end);
  const close = () => {
    const expires = days > 0 ? `;expires=${new Date(Date.now() + days * day).toUTCString()}` : '';
    document.cookie = `td-cookie-more-articles=hide-more-articles-box;path=/;samesite=lax${expires}`;
    hide();
  };
  root.querySelector('button')?.addEventListener('click', close);
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
}
