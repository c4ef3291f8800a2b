import { pageWindow } from '../../lib/page-window.ts';
import type { ListState } from './list-calls.ts';

type UrlOf = (page: number) => string;

function link(urlOf: UrlOf, page: number, html: string, className: string, rel = ''): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { className, href: urlOf(page), innerHTML: html, rel });
}

function entry(page: number, current: number, urlOf: UrlOf): HTMLElement {
  if (page === 0) return Object.assign(document.createElement('span'), { className: 'pager-gap', textContent: '…' });
  const html = `<span class="visually-hidden">Page </span>${page}`;
  if (page !== current) return link(urlOf, page, html, 'pager-page');
  return Object.assign(document.createElement('span'), { className: 'pager-page', innerHTML: html, ariaCurrent: 'page', tabIndex: -1 });
}

/** Draws the numbers of a list anew, as ui/pager.tsx does on the server; a focus that was among them stays there. */
export function drawNumbers(nav: HTMLElement, { td_current_page: current, max_num_pages: pages }: ListState, urlOf: UrlOf): void {
  const focused = nav.contains(document.activeElement);
  nav.hidden = pages <= 1;
  nav.replaceChildren(
    ...(current > 1 ? [link(urlOf, current - 1, 'Newer', 'pager-step', 'prev')] : []),
    ...pageWindow(current, pages).map((page) => entry(page, current, urlOf)),
    ...(current < pages ? [link(urlOf, current + 1, 'Older', 'pager-step', 'next')] : []),
  );
  if (focused) nav.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
}
