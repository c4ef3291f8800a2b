import { watchFocus } from './focus/give-back.ts';

const day = 86_400_000;

interface MoreArticlesConfig {
  /** Pixels scrolled before the box comes up. */
  readonly distance: number;
  /** Days that it stays away once closed; 0: until the browser is closed. */
  readonly days: number;
}

/**
 * Shows the box with further articles while the page is scrolled further than a distance and its footer is not in sight, until it is closed. An observer tells,
 * so that nothing runs while scrolling.
 *
 * Markup: the block `more-articles`.
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
      if (!box.hidden) root.ariaLive = 'off'; // said once
      if (ends.size === 0 && !isClosed()) box.hidden = false;
      else hide();
    },
    { rootMargin: `${distance}px 0px 0px` },
  );
  // What stands at the end of the page must not be under the box.
  for (const end of [top, document.querySelector('.site-footer')]) if (end) observer.observe(end);
  const close = () => {
    const expires = days > 0 ? `;expires=${new Date(Date.now() + days * day).toUTCString()}` : '';
    document.cookie = `td-cookie-more-articles=hide-more-articles-box;path=/;samesite=lax${expires}`;
    hide();
  };
  root.querySelector('button')?.addEventListener('click', close);
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
}
