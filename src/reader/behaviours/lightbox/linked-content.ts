import { fetchedPage } from '../../islands/fetched-page.ts';
import type { PageParts } from '../../islands/page-config.ts';

export interface LinkedContent {
  readonly box: HTMLElement;
  /** What the head of its page says that it needs. */
  readonly parts?: PageParts;
}

/** Of what acts on a whole page, what acts on a part of one, too. */
const contentBehaviours: ReadonlySet<string> = new Set([
  'copy-pre',
  'lazy-image',
  'lightbox',
  'scroll-link',
  'time-ago',
  'video',
]);

/**
 * What a link leads to, for the lightbox: the element of this page that its fragment names, or that of another page, or the other page's text. Undefined when
 * there is nothing in it; rejects when it can't be had, or is no page.
 */
export async function linkedContent(address: string): Promise<LinkedContent | undefined> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin)
    throw new Error(`The lightbox shows pages of this site only, not ${url.href}.`);
  const here = url.pathname === location.pathname && url.search === location.search && url.hash !== '';
  const fetched = here ? undefined : await fetchedPage(url);
  const source = fetched?.page ?? document;
  const main = source.querySelector('main#content');
  // Forms of accounts, which hold what proves that their owner sends them, stand among no words of others.
  if (fetched && main?.querySelector(':scope>.account'))
    throw new Error(`${url.href} is a page of an account.`);
  const found =
    url.hash === ''
      ? (main?.querySelector('.post-content') ?? main)
      : main?.querySelector(`#${CSS.escape(decodeURIComponent(url.hash.slice(1)))}`);
  if (!found || (found.textContent.trim() === '' && !found.querySelector('img,video,audio,iframe')))
    return undefined;
  const box = document.createElement('div');
  box.className = 'lightbox-content post-content';
  box.append(...found.cloneNode(true).childNodes);
  return fetched ? { box, parts: fetched.partsFor((name) => contentBehaviours.has(name)) } : { box };
}
