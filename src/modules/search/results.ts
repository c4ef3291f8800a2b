import type { SiteSource, Settings } from '../settings/index.ts';
import { listTermsByBeginning } from '../terms/index.ts';
import type { TermCache } from '../terms/index.ts';
import type { SearchClient } from './search-client.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { listWindow, authorLink, enlistedBesideStatusSql, supportOf } from '../posts/index.ts';
import type { WindowConditions, CardLink } from '../posts/index.ts';
import { listedTypes } from '../sitemaps/index.ts';
import { postTypeNamed, registeredTaxonomies, articleType, pageType, patternType } from '../types/index.ts';
import { maxRanked } from './search-index.ts';
import type { SearchQuery, SearchResult } from './search-index.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { termLink } from '../cards/index.ts';
import { listUsers, authors } from '../users/index.ts';
import { matchesTerm, findHits } from './query.ts';
import type { SearchTerm } from './query.ts';
import { fold } from '../../lib/fold.ts';
import { splitWords, isUnspaced } from '../../lib/search-words.ts';
import { endOfRoom, withEllipsis, startOf } from '../../lib/cut-text.ts';
import { contentToText } from '../../lib/content-text.ts';

export interface SearchScope {
  /** Post types; empty: all searched types. Unknown ones match nothing. */
  readonly types?: readonly string[];
  readonly excludePages?: boolean;
  readonly excludePosts?: boolean;
  /** Further conditions on posts. Applied to the ranked matches only, if there are more matches than are ranked. */
  readonly within?: WindowConditions | undefined;
}

export type ScopedQuery = Omit<SearchQuery, 'types'> & SearchScope;

/**
 * Searches listed posts that contain every word, best first. Accepts any text; throws `UnavailableError` if too many
 * searches run, or the index is too slow.
 */
export async function searchPosts(
  content: Pick<SiteSource, 'database' | 'settings'> & { readonly search: SearchClient },
  { types, excludePages, excludePosts, within, ...query }: ScopedQuery,
): Promise<SearchResult> {
  const listed = await listedTypes(content.database.read);
  const searched = await searchedAmong(content, listed, { types, excludePages, excludePosts });
  const { site_language: language } = await content.settings.current();
  const found = (part: Pick<SearchQuery, 'limit' | 'offset'>) =>
    content.search.find({
      ...query,
      ...part,
      language,
      types: searched,
      mayHavePatterns: listed.includes(patternType),
    });
  return within
    ? narrowed(content.database.read, await found({ limit: maxRanked, offset: 0 }), within, query)
    : found(query);
}

async function narrowed(
  read: Reader,
  found: SearchResult,
  within: WindowConditions,
  { limit, offset = 0 }: Pick<SearchQuery, 'limit' | 'offset'>,
): Promise<SearchResult> {
  const ofTypes = await Promise.all(
    Object.keys(found.byType).map(
      async (type) =>
        [
          type,
          (
            await listWindow(read, {
              ...within,
              type,
              ids: found.ids,
              order: 'newest',
              limit: found.ids.length,
            })
          ).ids,
        ] as const,
    ),
  );
  const visible = new Set(ofTypes.flatMap(([, ids]) => ids));
  const ids = found.ids.filter((id) => visible.has(id));
  return {
    ...found,
    ids: ids.slice(offset, offset + limit),
    total: ids.length,
    mistyped: found.mistyped && ids.length > 0,
    byType: Object.fromEntries(
      ofTypes.filter(([, some]) => some.length > 0).map(([type, some]) => [type, some.length]),
    ),
  };
}

export async function searchedTypes(
  content: Pick<SiteSource, 'database' | 'settings'>,
  scope: SearchScope = {},
): Promise<string[]> {
  return searchedAmong(content, await listedTypes(content.database.read), scope);
}

async function searchedAmong(
  { settings }: Pick<SiteSource, 'settings'>,
  listed: readonly string[],
  scope: SearchScope,
): Promise<string[]> {
  const {
    search_exclude_pages: noPages,
    search_exclude_posts: noPosts,
    search_post_type: only,
  } = await settings.current();
  const isIncluded = (type: string) =>
    postTypeNamed(type).isSearched &&
    !(type === pageType && (noPages || scope.excludePages)) &&
    !(type === articleType && (noPosts || scope.excludePosts)) &&
    [only, scope.types ?? []].every((types) => types.length === 0 || types.includes(type));
  return listed.filter(isIncluded);
}

export function typesNamed(postType: string | undefined): string[] {
  return postType === undefined ? [] : postType.split(',');
}

export function resultsPerPage({
  search_results_limit: limit,
}: Pick<Settings, 'search_results_limit'>): number {
  return limit;
}

export interface NamedArchive extends CardLink {
  /** `author` (never a taxonomy's name), or the name of a taxonomy. */
  readonly kind: string;
}

const maxShown = 4;
const maxCompared = 30;
const shortestName = 2;

const wordsOf = ({ word, also }: SearchTerm): readonly string[] =>
  also === undefined ? [word] : [word, also];

/** Public taxonomies whose archives are suggested, in order. */
export const namedTaxonomies = (): string[] =>
  registeredTaxonomies()
    .filter(({ isPublic }) => isPublic)
    .map(({ name }) => name);

/** Up to four authors and public terms with listed posts whose name is, or begins with, the search; authors first, then taxonomies in order. */
export async function findNamedArchives(
  content: Pick<SiteSource, 'database' | 'settings'> & { readonly terms: TermCache },
  terms: readonly SearchTerm[],
): Promise<NamedArchive[]> {
  const [first] = terms;
  const longest = terms.toSorted((a, b) => b.word.length - a.word.length)[0];
  if (!first || !longest || longest.word.length < shortestName) return [];
  const { read } = content.database;
  const isCalledSo = (name: string) => {
    const words = [...splitWords(fold(name))].map(({ text }) => text);
    return terms.every((term) => words.some((word) => matchesTerm(word, term)));
  };
  const [named, begun] = await Promise.all([
    Promise.all(
      wordsOf(longest).map((word) => listUsers(read, { among: authors, search: word, limit: maxCompared })),
    ),
    listTermsByBeginning(read, namedTaxonomies(), wordsOf(first), maxCompared),
  ]);
  const users = [...new Map(named.flatMap((page) => page.users).map((user) => [user.id, user])).values()];
  const found = begun.filter(({ name }) => isCalledSo(htmlToText(name)));
  const [above, site] = [
    await content.terms.withAncestors(found.map(({ id }) => id)),
    await content.settings.current(),
  ];
  return [
    ...users
      .filter(({ displayName }) => isCalledSo(displayName))
      .map((user) => ({ kind: 'author', ...authorLink(user, site.permalink_structure) })),
    ...found.map((term) => ({ kind: term.taxonomy, ...termLink(term, above, site) })),
  ].slice(0, maxShown);
}

/** Maximum length of a passage, and of its part before the first hit, in characters; wide ones count twice in a passage. Fits the cards. */
export const maxPassageLength = 200;
const before = 60;
const maxHits = 500;
const maxContent = 200_000;

/** The passage of a plain text with the most distinct search words, the first one among equals; undefined if there is no hit. */
export function passageOf(text: string, terms: readonly SearchTerm[]): string | undefined {
  const hits: { readonly from: number; readonly to: number; readonly word: string }[] = [];
  for (const [from, to] of findHits(text, terms)) {
    if (hits.push({ from, to, word: fold(text.slice(from, to)) }) === maxHits) break;
  }
  let best = 0;
  let start: number | undefined;
  for (const [index, { from }] of hits.entries()) {
    const words = new Set<string>();
    for (let next = index; (hits[next]?.to ?? Infinity) <= from + maxPassageLength - before; next++)
      words.add(hits[next]?.word ?? '');
    if (start === undefined || words.size > best) [best, start] = [words.size, from];
  }
  return start === undefined ? undefined : cut(text, start);
}

function cut(text: string, hit: number): string {
  const from = beginning(text, hit);
  const late = from + endOfRoom(text.slice(from, from + maxPassageLength + 1), maxPassageLength);
  const lastSpace = text.lastIndexOf(' ', late);
  const to = late >= text.length ? text.length : lastSpace > hit ? lastSpace : late;
  const passage = startOf(text.slice(from), to - from);
  return `${from > 0 ? '…' : ''}${to < text.length ? withEllipsis(passage) : passage}`;
}

function beginning(text: string, hit: number): number {
  const early = hit - before;
  if (early <= 0) return 0;
  const leading = text.slice(early, hit);
  const space = leading.indexOf(' ');
  if (space >= 0) return early + space + 1;
  if (!isUnspaced(fold(text.slice(hit, hit + 2)))) return hit;
  const sentence = /[\u3001\u3002\uff01\uff0c\uff1f]/.exec(leading);
  // Never separates marks from their character, or the halves of a surrogate pair.
  return early + (sentence ? sentence.index + 1 : Math.max(0, leading.search(/[^\p{M}\udc00-\udfff]/u)));
}

export async function findPassages(
  read: Reader,
  ids: readonly number[],
  terms: readonly SearchTerm[],
): Promise<Map<number, string>> {
  if (ids.length === 0 || terms.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .select(['id', 'type'])
    .select((eb) =>
      eb
        .fn<string>('substr', [
          eb.fn.coalesce('post.expanded', 'post.content'),
          eb.val(1),
          eb.val(maxContent),
        ])
        .as('content'),
    )
    .where('id', 'in', ids)
    .where(enlistedBesideStatusSql)
    .execute();
  return new Map(
    rows
      .filter(({ type }) => supportOf(type)('editor'))
      .flatMap(({ id, content }) => {
        const passage = passageOf(contentToText(content), terms);
        return passage === undefined ? [] : [[id, passage] as const];
      }),
  );
}
