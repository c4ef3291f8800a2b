import type { FeedFormat } from '../../../modules/settings/feed-address.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import { isAboveLists } from '../../../modules/types/registry.ts';
import { pageAsked } from '../../../lib/numbers.ts';

/** What a feed's address asks for. */
export interface FeedRequest {
  readonly format: FeedFormat;
  /** The comments of the whole site. */
  readonly allComments: boolean;
  /** The page that the feed is of. */
  readonly page: PageAddress;
  /** 1 for the newest entries. */
  readonly pageNumber: number;
  /** The address may be that of a page, too: by a name in the root (`/rss/`), or of a list that is called `feed`. */
  readonly mayBePage: boolean;
}

/** Spellings of formats; RDF and the first RSS are answered with the RSS that everybody reads. */
const formats: ReadonlyMap<string, FeedFormat> = new Map([
  ['feed', 'rss2'],
  ['rss', 'rss2'],
  ['rss2', 'rss2'],
  ['rdf', 'rss2'],
  ['atom', 'atom'],
]);
/** Files that WordPress had before it had addresses. */
const files = /^\/wp-(feed|rss|rss2|rdf|atom|comments(?=rss2))(?:rss2)?\.php$/;

/** Reads an address as that of a feed; undefined when it is none. */
export function feedRequest({ path, query }: PageAddress): FeedRequest | undefined {
  const asked = query.get('feed') ?? '';
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'feed' && name !== 'paged'));
  const pageNumber = pageAsked(query.get('paged')) ?? 1;
  const make = (
    format: FeedFormat | undefined,
    basePath: string,
    more: Partial<FeedRequest> = {},
  ): FeedRequest | undefined =>
    format && {
      format,
      allComments: basePath === '/comments/',
      page: pageOf(basePath, others),
      pageNumber,
      mayBePage: false,
      ...more,
    };

  const [, base, name] = /^(\/(?:.*\/)?)feed(?:\/(feed|rss2?|rdf|atom))?\/?$/.exec(path) ?? [];
  if (base !== undefined)
    return make(formats.get(name ?? 'feed'), base, { mayBePage: name === undefined && isAboveLists(base) });
  const file = files.exec(path)?.[1];
  if (file !== undefined) return make(formats.get(file) ?? 'rss2', '/', { allComments: file === 'comments' });
  const short = /^\/(rss2?|rdf|atom)\/?$/.exec(path)?.[1];
  if (short !== undefined) return make(formats.get(short), '/', { mayBePage: true });
  if (asked.startsWith('comments-'))
    return make(formats.get(asked.slice('comments-'.length)), '/', { allComments: true });
  return asked === '' ? undefined : make(formats.get(asked), path);
}

/** `/search/{text}/` is the page of a search, as WordPress names it in the addresses of feeds. */
function pageOf(path: string, query: URLSearchParams): PageAddress {
  const text = /^\/search\/([^/]+)\/$/.exec(path)?.[1];
  return text === undefined
    ? { path, query }
    : { path: '/', query: new URLSearchParams([...query, ['s', decode(text)]]) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // bytes that are no UTF-8: looked for as they are
  }
}
