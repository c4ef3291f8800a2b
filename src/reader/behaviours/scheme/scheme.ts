import { darkClass, darkCookie } from '../../islands/page-config.ts';
import type { PageConfig } from '../../islands/page-config.ts';

const root = document.documentElement;
const oneYear = 31_536_000;

export const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export function show(dark: boolean): void {
  root.classList.toggle(darkClass, dark);
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-dark-switch]')) box.checked = dark;
}

/** The scheme in the cookie, which another tab may have changed; undefined without one. */
export function storedScheme(): boolean | undefined {
  const [, digit] = new RegExp(`(?:^|; )${darkCookie}=([01])`).exec(document.cookie) ?? [];
  return digit === undefined ? undefined : digit === '1';
}

const unchosen = () =>
  root.dataset.scheme === 'auto' ? systemIsDark.matches : root.dataset.scheme === 'dark';

/** Applies the reader's choice, or the site's scheme. */
export const follow = () => show(storedScheme() ?? unchosen());

export const hearers = new Set<() => void>();

function writeCookie(digit: string, seconds: number): void {
  document.cookie = `${darkCookie}=${digit};path=/;max-age=${seconds};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
}

// Requests run one at a time: the server toggles the cookie's value, so two requests must not send the same cookie.
let pending: Promise<unknown> = Promise.resolve();
/** The last choice on this page; undefined: follow the system. */
let chosen: boolean | undefined;

async function sendChoice({ ajaxUrl }: PageConfig, dark: boolean | undefined): Promise<void> {
  try {
    if (dark === undefined) writeCookie('', 0);
    // The server can't know the system's scheme, so write it before the toggle. A choice is stored even if it equals
    // the current scheme.
    else if (storedScheme() === undefined && root.dataset.scheme === 'auto')
      writeCookie(systemIsDark.matches ? '1' : '0', oneYear);
    if (dark !== undefined && (storedScheme() ?? unchosen()) !== dark) {
      const reply = await fetch(ajaxUrl, {
        method: 'POST',
        body: new URLSearchParams({ action: 'td_ajax_dark_mode' }),
        keepalive: true,
      });
      // An unread body would keep the connection open.
      await reply.body?.cancel();
    }
    show(chosen ?? unchosen()); // the page may have applied the cookie in the meantime
    for (const listener of hearers) listener();
    // Notifies other tabs, which re-read the cookie (reader/islands/head.ts).
    localStorage.setItem(darkCookie, dark === undefined ? '' : String(Number(dark)));
  } catch (error) {
    // The choice still applies here; only later pages and other tabs miss it.
    console.warn('The dark mode choice could not be sent to the server or to other tabs:', error);
  }
}

/** Applies a choice at once and stores it; undefined: follow the system, which is stored as no cookie. */
export function choose(page: PageConfig, dark: boolean | undefined): void {
  chosen = dark;
  show(dark ?? unchosen());
  pending = pending.then(() => sendChoice(page, dark));
}
