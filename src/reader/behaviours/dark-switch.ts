import { darkClass } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { choose, follow, show, systemIsDark } from './scheme/scheme.ts';

/**
 * Switches the dark scheme and tells the server, which stores it in a cookie. There can be several switches; the loader
 * sets `checked` before they are visible.
 * @example `<… data-behaviour="dark-switch"><input type="checkbox" data-dark-switch>…`
 */
export function start(root: HTMLElement, _config: unknown, page: PageConfig): void {
  show(document.documentElement.classList.contains(darkClass));
  root.addEventListener('change', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.matches('[data-dark-switch]'))
      choose(page, event.target.checked);
  });
  // Browsers restore the checkboxes' old state after a reload.
  window.addEventListener('pageshow', () => show(document.documentElement.classList.contains(darkClass)));
  systemIsDark.addEventListener('change', follow);
}
