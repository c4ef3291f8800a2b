import type { Narrowed } from '../blocks/load-context.ts';
import { permalinks } from '../content/permalinks.ts';
import { searchedTypes } from '../content/search/reader.ts';
import { readerText } from '../content/settings/definitions/translations.ts';
import type { Tag } from '../content/tags.ts';
import { postTypeNamed } from '../content/types/registry.ts';
import { fillIn } from '../lib/fill-in.ts';
import { startOf } from '../lib/start-of.ts';
import type { Found, ResolveContext } from './resolution.ts';
import { byAuthorsAsked, leavesOut } from './resolve-authors.ts';
import { byDateAsked, dateParameters } from './resolve-dates.ts';
import { areLeftOut, byTermsAsked, termsAsked } from './resolve-terms.ts';

/** Longest search text that is looked up, in characters. */
const longestSearch = 200;

/**
 * `post_type` names types that are searched, with commas between them, else it counts for nothing; among products a search has a kind of page of its own. What
 * a query names besides, terms, people and a date, narrows it, as in WordPress; where there is no such thing, there is no such page.
 */
export async function bySearch(context: ResolveContext, search: string): Promise<Found | undefined> {
  const { content, links, settings, request: { query } } = context;
  const text = startOf(search, longestSearch);
  const asked = query.get('post_type') ?? '';
  const { searchKind: kind } = postTypeNamed(asked);
  const all = kind !== 'search' || asked === '' ? [] : await searchedTypes(content);
  const named = all.filter((type) => asked.split(',').includes(type));
  const postType = kind !== 'search' ? asked : named.length === all.length ? undefined : named.join(',') || undefined;
  const narrowing = await narrowingOf(context);
  if (!narrowing) return undefined;
  const { narrowed, aboveTags } = narrowing;
  return {
    page: {
      kind, title: [fillIn(readerText(settings, 'search_title'), text), narrowed?.name].filter(Boolean).join(' – '), search: text,
      ...(postType !== undefined && { postType }), ...(narrowed && { narrowed, aboveTags }),
    },
    path: links.search(search, postType, narrowed?.query), listing: true,
  };
}

interface Narrowing {
  readonly narrowed?: Narrowed;
  readonly aboveTags: readonly Tag[];
}

/** All that narrows a search; undefined where something is named that is not there. */
async function narrowingOf(context: ResolveContext): Promise<Narrowing | undefined> {
  const { query } = context.request;
  // Whatever the site's addresses are like, what narrows stands behind that of a search.
  const asking = { ...context, links: permalinks('plain') };
  const namesPeople = query.get('author_name') || query.get('author');
  const parts = await Promise.all([
    ...termsAsked(query).map(async (terms) => (await byTermsAsked(asking, terms)) ?? (areLeftOut(terms.ids) ? 'nothing' : undefined)),
    ...(namesPeople ? [byAuthorsAsked(asking).then((found) => found ?? (leavesOut(query) ? 'nothing' : undefined))] : []),
    ...(dateParameters.some((name) => query.get(name)) ? [byDateAsked(asking)] : []),
  ]);
  if (parts.includes(undefined)) return undefined;
  const found = parts.filter((part) => part !== undefined && part !== 'nothing');
  if (found.length === 0) return { aboveTags: [] };
  const pages = found.map(({ page }) => page);
  const author = pages.find((page) => page.kind === 'author');
  const authorIds = author?.author ? [author.author.id] : author?.several?.authorIds;
  const names = pages.filter((page) => !page.several || page.several.groups.length > 0 || page.several.authorIds).map(({ title }) => title);
  return {
    narrowed: {
      groups: pages.flatMap((page) => (page.term ? [[page.term.id]] : page.several?.groups ?? [])),
      without: pages.flatMap((page) => page.several?.without ?? []),
      ...(authorIds && { authorIds }), withoutAuthorIds: author?.several?.withoutAuthorIds ?? [],
      between: pages.find((page) => page.dates)?.dates, query: found.map(({ path }) => path.slice(path.indexOf('?') + 1)).join('&'), name: names.join(' – '),
    },
    aboveTags: pages.flatMap(({ aboveTags = [], term, author: person }) => [
      ...aboveTags, ...(term ? [`term:${term.id}` as const] : []), ...(person ? [`user:${person.id}` as const] : []),
    ]),
  };
}
