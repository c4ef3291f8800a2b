import { fetchedNodes } from '../../islands/fetched.ts';
import { announce, followedEvent } from '../../islands/page-config.ts';
import type { PageConfig, PageParts, AutoloadConfig } from '../../islands/page-config.ts';
import { headAddresses, showAddresses } from '../../islands/fetched-page.ts';

interface ArticleReply {
  readonly content: string;
  readonly url: string;
  readonly title: string;
  readonly broadsheet?: PageParts;
}

let added = 0;

async function fetchArticle(id: number, page: PageConfig): Promise<ArticleReply> {
  const fields = {
    action: 'broadsheet_article',
    post_id: String(id),
    td_res_context_registered_atts: page.registeredBlocks ?? '',
  };
  const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
  if (!reply.ok) throw new Error(`The article came with status ${reply.status}.`);
  return (await reply.json()) as ArticleReply;
}

/** Makes ids in the added article unique on the page, and points links to parts that were not loaded at the article's own page. */
function settleIds(article: HTMLElement, { id }: AutoloadConfig, url: string): void {
  for (const part of article.querySelectorAll('[id]')) {
    if (!document.getElementById(part.id)) continue;
    const links = article.querySelectorAll(`a[href="#${CSS.escape(part.id)}"]`);
    part.id += `-${id}`;
    for (const link of links) link.setAttribute('href', `#${part.id}`);
  }
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    const target = link.getAttribute('href') ?? '';
    if (target === '#' || !article.querySelector(`#${CSS.escape(target.slice(1))}`))
      link.setAttribute('href', url + target);
  }
}

/** Fetches an article into its area, followed by an area for the next one. If the request fails, the area remains a link. */
export async function appendArticle(
  area: HTMLElement,
  config: AutoloadConfig,
  page: PageConfig,
): Promise<void> {
  if (added >= config.limit) return;
  added++;
  try {
    const { content, url, title, broadsheet } = await fetchArticle(config.id, page);
    if (content === '') return;
    const article = document.createElement('article');
    article.append(fetchedNodes(content));
    settleIds(article, config, url);
    const next = article.querySelector('[data-autoload]');
    area.append(article);
    if (next) area.after(next);
    followArticle({ area, url, title }, config.after);
    announce(article, broadsheet);
    announce(next);
  } catch (error) {
    console.warn('broadsheet_article: error', config.id, error);
  }
}

interface AddedArticle {
  readonly area: HTMLElement;
  /** Root-relative. */
  readonly url: string;
  readonly title: string;
}

/** An article on the page with the browser state that belongs to it. Slides may change its address. */
interface Place {
  /** Undefined for the page's own article. */
  readonly area: HTMLElement | undefined;
  readonly url: URL;
  address: string;
  state: unknown;
  title: string;
  addresses: readonly Element[];
}

const places: Place[] = [];
let shown: Place;

const isCurrent = ({ url }: Place) =>
  location.pathname.startsWith(url.pathname) &&
  new URLSearchParams(location.search).get('p') === url.searchParams.get('p');

function measure(): void {
  for (const place of places) {
    const text = (place.area ?? document).querySelector<HTMLElement>('.post-content');
    text?.style.setProperty('view-timeline-name', place === shown ? null : 'none');
  }
}

function leaveOut(): void {
  for (const entry of document.querySelectorAll<HTMLElement>('.more-articles li')) {
    entry.hidden = entry.querySelector<HTMLAnchorElement>('.card-title a')?.href === shown.url.href;
  }
}

function show(place: Place): void {
  if (place === shown) return;
  Object.assign(shown, {
    address: location.href,
    state: history.state as unknown,
    title: document.title,
    addresses: headAddresses(document),
  });
  shown = place;
  // Replaces the history entry, so that Back leaves the page. After slides, Back may already be in another article.
  if (!isCurrent(place)) history.replaceState(place.state, '', place.address);
  // When the browser reloads the page on Back, the reader starts at the top of this article.
  history.scrollRestoration = place.area ? 'manual' : 'auto';
  document.title = place.title;
  showAddresses(place.addresses);
  document.dispatchEvent(new Event(followedEvent));
  measure();
  leaveOut();
}

/** The current article is the last one that begins above the middle of the window. */
const observer = new IntersectionObserver(
  () => {
    const read = places.findLast(({ area }) => !area || area.getBoundingClientRect().top <= innerHeight / 2);
    if (read) show(read);
  },
  { rootMargin: '-50% 0px -50% 0px' },
);

/** Head elements of an article that is its own canonical. */
function addressesOf({ href }: URL): Element[] {
  const shared = document.createElement('meta');
  shared.setAttribute('property', 'og:url');
  shared.content = href;
  return [Object.assign(document.createElement('link'), { rel: 'canonical', href }), shared];
}

/** Updates URL and title as the reader moves into an added article and back. `after`: address of the article above it. */
export function followArticle({ area, url, title }: AddedArticle, after: string): void {
  if (places.length === 0) {
    shown = {
      area: undefined,
      url: new URL(after, location.href),
      address: location.href,
      state: history.state,
      title: document.title,
      addresses: headAddresses(document),
    };
    places.push(shown);
  }
  const address = new URL(url, location.href);
  places.push({
    area,
    url: address,
    address: address.href,
    state: null,
    title,
    addresses: addressesOf(address),
  });
  measure();
  observer.observe(area);
}
