import { scrollPage } from './scrolling/scroll-page.ts';

function take(name: string): string {
  const value = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
  document.cookie = `${name}=;path=/;max-age=0`;
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

/**
 * Scrolls to the first element of the class in `td-cookie-scroll-to-class`, `td-cookie-scroll-offset` pixels below the
 * window's top, and expires both cookies. The loader starts it if the first cookie is set.
 */
export function start(): void {
  const name = take('td-cookie-scroll-to-class');
  const offset = Number.parseInt(take('td-cookie-scroll-offset'), 10) || 0;
  const target = name && document.getElementsByClassName(name)[0];
  if (!target) return;
  const { top } = target.getBoundingClientRect();
  scrollPage(
    Math.max(0, scrollY + top - offset),
    Math.min(1500, Math.max(500, 400 * Math.floor(Math.abs(top) / 100))),
  );
}
