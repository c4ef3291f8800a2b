import { darkClass } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { choose, follow, show, systemIsDark } from './scheme/scheme.ts';

/**
 * Switches the dark scheme at once, and tells the server, which keeps it in a cookie.
 *
 * Markup: `<… data-behaviour="dark-switch"><input type="checkbox" data-dark-switch>…`; any number of them on
 * a page. The loader sets `checked` before anybody can see or press it.
 */
export function start(root: HTMLElement, _config: unknown, page: PageConfig): void {
  show(document.documentElement.classList.contains(darkClass));
  root.addEventListener('change', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.matches('[data-dark-switch]'))
      choose(page, event.target.checked);
  });
  // Of a page that is loaded anew, browsers put the boxes back as they were.
  window.addEventListener('pageshow', () => show(document.documentElement.classList.contains(darkClass)));
  systemIsDark.addEventListener('change', follow);
}
