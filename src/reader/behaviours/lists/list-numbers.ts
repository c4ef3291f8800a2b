import { pagerEntries } from '../../../lib/pagination.ts';
import type { PagerEntry, pagerTexts } from '../../../lib/pagination.ts';
import type { ListState } from './list-calls.ts';

type UrlOf = (page: number) => string;

type Words = Readonly<Record<keyof typeof pagerTexts, string>>;

function link(
  urlOf: UrlOf,
  page: number,
  content: readonly (string | Node)[],
  className: string,
  rel = '',
): HTMLAnchorElement {
  const made = Object.assign(document.createElement('a'), { className, href: urlOf(page), rel });
  made.append(...content);
  return made;
}

const step = (urlOf: UrlOf, page: number, word: string, rel: string) =>
  link(
    urlOf,
    page,
    [Object.assign(document.createElement('span'), { textContent: word })],
    'pager-step',
    rel,
  );

function entry({ page, room }: PagerEntry, current: number, urlOf: UrlOf, words: Words): HTMLElement {
  const only = room ? ` pager-${room}` : '';
  if (page === 0)
    return Object.assign(document.createElement('span'), { className: `pager-gap${only}`, textContent: '…' });
  const content = [
    Object.assign(document.createElement('span'), {
      className: 'visually-hidden',
      textContent: `${words.pager_page} `,
    }),
    page.toLocaleString([document.documentElement.lang, 'en-US']),
  ];
  if (page !== current) return link(urlOf, page, content, `pager-page${only}`);
  const made = Object.assign(document.createElement('span'), {
    className: 'pager-page',
    ariaCurrent: 'page',
    tabIndex: -1,
  });
  made.append(...content);
  return made;
}

/** Redraws the page numbers as ui/pager.tsx does on the server; keeps focus within them. */
export function drawNumbers(
  nav: HTMLElement,
  { td_current_page: current, max_num_pages: pages }: ListState,
  urlOf: UrlOf,
  words: Words,
): void {
  const focused = nav.contains(document.activeElement);
  nav.hidden = pages <= 1;
  nav.replaceChildren(
    ...(current > 1 ? [step(urlOf, current - 1, words.pager_newer, 'prev')] : []),
    ...pagerEntries(current, pages).map((each) => entry(each, current, urlOf, words)),
    ...(current < pages ? [step(urlOf, current + 1, words.pager_older, 'next')] : []),
  );
  if (focused) nav.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
}
