import { parse, settle } from './fetched.ts';
import type { PageParts } from './page-config.ts';

/** Paths of uploads and build files, which are never treated as pages whatever their content type. */
const files = /^\/(?:wp-content|assets)\//;

/** A fetched page. `partsFor` returns the assets that a part of it needs, with the page-wide behaviours that `isWanted` accepts. */
export interface FetchedPage {
  readonly page: Document;
  partsFor(isWanted: (name: string) => boolean): PageParts;
}

/** Fetches and parses a page of this site. Rejects for other sites, files and replies that are not pages. */
export async function fetchedPage(address: string | URL): Promise<FetchedPage> {
  const { origin, href } = new URL(address, location.href);
  if (origin !== location.origin) throw new Error(`${href} is no page of this site.`);
  const reply = await fetch(href);
  const found = new URL(reply.url);
  const isPage =
    found.origin === origin &&
    !files.test(decodeURIComponent(found.pathname)) &&
    /^text\/html\b/.test(reply.headers.get('content-type') ?? '');
  if (!reply.ok || !isPage) throw new Error(`${href} answered ${reply.status}, and no page.`);
  const page = parse(await reply.text());
  // A direct path that markup in a text can't form; `page.head` can be shadowed by element names.
  const {
    modules = {},
    configs = {},
    foreign = [],
    now = '',
    late = '',
  } = JSON.parse(
    page.querySelector(':root>head>script#broadsheet-page')?.textContent ?? '{}',
  ) as Partial<PageParts>;
  return {
    page: settle(page),
    partsFor: (isWanted) => ({
      modules,
      configs,
      foreign,
      now: `${now} ${late}`.split(' ').filter(isWanted).join(' '),
    }),
  };
}

const selector = 'link[rel=canonical],link[rel=prev],link[rel=next],meta[property="og:url"]';

/** The head elements of a document's address and its neighbours (canonical, previous, next). */
export function headAddresses({ head }: Document): readonly Element[] {
  return [...head.querySelectorAll(selector)];
}

export function showAddresses(addresses: readonly Element[]): void {
  for (const old of headAddresses(document)) old.remove();
  document.head.append(...addresses);
}
