import { darkClass, darkCookie } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';

function show(dark: boolean): void {
  document.documentElement.classList.toggle(darkClass, dark);
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-dark-switch]')) box.checked = dark;
}

/** What the cookie says, which another tab may have changed; undefined without one. */
function storedScheme(): boolean | undefined {
  const [, digit] = new RegExp(`(?:^|; )${darkCookie}=([01])`).exec(document.cookie) ?? [];
  return digit === undefined ? undefined : digit === '1';
}

// The server flips what the cookie says: two toggles must not reach it with the same cookie, nor one that asks for what it says already.
let told: Promise<unknown> = Promise.resolve();
/** What the reader chose last on this page. */
let chosen = false;

async function tellServer({ ajaxUrl }: PageConfig, dark: boolean): Promise<void> {
  try {
    if ((storedScheme() ?? document.documentElement.dataset.scheme === 'dark') !== dark) {
      const reply = await fetch(ajaxUrl, { method: 'POST', body: new URLSearchParams({ action: 'td_ajax_dark_mode' }), keepalive: true });
      // Nobody reads what it says, and what nobody reads keeps its connection.
      await reply.body?.cancel();
    }
    show(chosen); // the page may have followed the cookie meanwhile
    // Other tabs hear of this, and look at the cookie (islands/head.ts).
    localStorage.setItem(darkCookie, String(Number(dark)));
  } catch (error) {
    // The toggle stays; later pages, or the other tabs, just won't know of it.
    console.warn('The server, or another tab, was not told of the dark switch:', error);
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
    const { checked } = event.target;
    chosen = checked;
    show(checked);
    told = told.then(() => tellServer(page, checked));
  });
  // Of a page that is loaded anew, browsers put the boxes back as they were.
  window.addEventListener('pageshow', () => show(document.documentElement.classList.contains(darkClass)));
}
