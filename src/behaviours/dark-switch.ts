import { darkClass, darkCookie } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';

function show(dark: boolean): void {
  document.documentElement.classList.toggle(darkClass, dark);
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-dark-switch]')) box.checked = dark;
}

// The server flips what the cookie says: two toggles must not reach it with the same cookie.
let told: Promise<unknown> = Promise.resolve();

async function tellServer({ ajaxUrl }: PageConfig): Promise<void> {
  try {
    await fetch(ajaxUrl, { method: 'POST', body: new URLSearchParams({ action: 'td_ajax_dark_mode' }), keepalive: true });
  } catch (error) {
    // The toggle stays; later pages just won't know of it.
    console.warn('The server was not told of the dark switch:', error);
  }
}

/**
 * Switches the dark scheme at once, and tells the server, which keeps it in a cookie.
 *
 * Markup: `<… data-behaviour="dark-switch"><input type="checkbox" data-dark-switch>…`; any number of them on
 * a page. The loader sets `checked` before anybody can see or press it.
 */
export function start(root: HTMLElement, _config: unknown, page: PageConfig): void {
  show(document.documentElement.classList.contains(darkClass));
  root.addEventListener('change', (event) => {
    if (!(event.target instanceof HTMLInputElement) || !event.target.matches('[data-dark-switch]')) return;
    show(event.target.checked);
    told = told.then(() => tellServer(page));
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // Back to a page that the browser kept whole: another page may have switched meanwhile. Of a page that is loaded anew, browsers put the boxes back as they were.
    const stored = persisted && new RegExp(`(?:^|; )${darkCookie}=([01])`).exec(document.cookie);
    show(stored ? stored[1] === '1' : document.documentElement.classList.contains(darkClass));
  });
}
