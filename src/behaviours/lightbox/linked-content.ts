import { contentEvent } from '../../islands/page-config.ts';

/** What a link leads to, for the lightbox: the element of this page that its fragment names, or that of another page, or the other page's text. Undefined when there is nothing in it; rejects when it can't be had. */
export async function linkedContent(address: string): Promise<HTMLElement | undefined> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new Error(`The lightbox shows pages of this site only, not ${url.href}.`);
  const here = url.pathname === location.pathname && url.search === location.search && url.hash !== '';
  const source = here ? document : await fetchPage(url);
  const found = url.hash === '' ? (source.querySelector('main .post-content') ?? source.querySelector('main')) : source.getElementById(decodeURIComponent(url.hash.slice(1)));
  if (!found || (found.textContent.trim() === '' && !found.querySelector('img,video,audio,iframe'))) return undefined;
  const box = document.createElement('div');
  box.className = 'lightbox-content post-content';
  box.innerHTML = found.innerHTML; // as text: a parser without scripts read <noscript> as markup
  return box;
}

/** Starts what the content holds, once it is on the page. */
export function startContent(root: HTMLElement): void {
  document.dispatchEvent(new CustomEvent(contentEvent, { detail: { root } }));
}

async function fetchPage(url: URL): Promise<Document> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url.href} answered ${reply.status}.`);
  return new DOMParser().parseFromString(await reply.text(), 'text/html');
}
