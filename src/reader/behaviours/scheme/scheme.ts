import { darkClass, darkCookie } from '../../islands/page-config.ts';
import type { PageConfig } from '../../islands/page-config.ts';

const root = document.documentElement;
const oneYear = 31_536_000;

/** The system's scheme. */
export const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Shows a scheme, and says so on each box. */
export function show(dark: boolean): void {
  root.classList.toggle(darkClass, dark);
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-dark-switch]')) box.checked = dark;
}

/** What the cookie says, which another tab may have changed; undefined without one. */
export function storedScheme(): boolean | undefined {
  const [, digit] = new RegExp(`(?:^|; )${darkCookie}=([01])`).exec(document.cookie) ?? [];
  return digit === undefined ? undefined : digit === '1';
}

/** What is shown where the reader chose nothing. */
const unchosen = () =>
  root.dataset.scheme === 'auto' ? systemIsDark.matches : root.dataset.scheme === 'dark';

/** Brings page and boxes to what the reader chose, or to the site's scheme. */
export const follow = () => show(storedScheme() ?? unchosen());

/** Called when the reader has chosen on this page, by whatever it offers. */
export const hearers = new Set<() => void>();

function writeCookie(digit: string, seconds: number): void {
  document.cookie = `${darkCookie}=${digit};path=/;max-age=${seconds};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
}

// The server flips what the cookie says: two toggles must not reach it with the same cookie, nor one that asks for what it says already.
let told: Promise<unknown> = Promise.resolve();
/** What the reader chose last on this page; undefined: as the system. */
let chosen: boolean | undefined;

async function tellServer({ ajaxUrl }: PageConfig, dark: boolean | undefined): Promise<void> {
  try {
    if (dark === undefined) writeCookie('', 0);
    // It can't know of a system what it shows, and what is chosen has to be kept, also where it is what is shown.
    else if (storedScheme() === undefined && root.dataset.scheme === 'auto')
      writeCookie(systemIsDark.matches ? '1' : '0', oneYear);
    if (dark !== undefined && (storedScheme() ?? unchosen()) !== dark) {
      const reply = await fetch(ajaxUrl, {
        method: 'POST',
        body: new URLSearchParams({ action: 'td_ajax_dark_mode' }),
        keepalive: true,
      });
      // Nobody reads what it says, and what nobody reads keeps its connection.
      await reply.body?.cancel();
    }
    show(chosen ?? unchosen()); // the page may have followed the cookie meanwhile
    for (const hear of hearers) hear();
    // Other tabs hear of this, and look at the cookie (reader/islands/head.ts).
    localStorage.setItem(darkCookie, dark === undefined ? '' : String(Number(dark)));
  } catch (error) {
    // The choice stays; later pages, or the other tabs, just won't know of it.
    console.warn('The server, or another tab, was not told of the dark switch:', error);
  }
}

/** Shows what the reader chose at once, and has it kept; undefined: as the system has it, which is what no cookie says. */
export function choose(page: PageConfig, dark: boolean | undefined): void {
  chosen = dark;
  show(dark ?? unchosen());
  told = told.then(() => tellServer(page, dark));
}
