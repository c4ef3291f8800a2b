import { parse, settle } from './fetched.ts';
import type { PageParts } from './page-config.ts';

/** What lies below these addresses was uploaded or built: it is no page, whatever it says it is. */
const files = /^\/(?:wp-content|assets)\//;

/** A page that was fetched, and what its head says that a part of it needs elsewhere; `isWanted`: of what acts on the whole page, the names that are. */
export interface FetchedPage {
  readonly page: Document;
  partsFor(isWanted: (name: string) => boolean): PageParts;
}

/** A page of this site, parsed. Rejects for other sites, for what is no page, and for files. */
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
  // No text can make this path; `page.head` may be anything that a text calls so.
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

/** What a document's head says of its address, and of those before and after it. */
export function headAddresses({ head }: Document): readonly Element[] {
  return [...head.querySelectorAll(selector)];
}

/** Puts addresses in place of those that this page's head says. */
export function showAddresses(addresses: readonly Element[]): void {
  for (const old of headAddresses(document)) old.remove();
  document.head.append(...addresses);
}
