import type { Reader } from '../../kernel/db/open-database.ts';
import type { SearchExpression, SearchHit, SearchSql } from '../../kernel/db/search-sql.ts';
import { inPatterns } from './in-patterns.ts';
import { parseSearch } from './query.ts';
import type { SearchTerm } from './query.ts';
import { matchesMistyped, rank, respell } from './rank.ts';
import { spellOut } from './spellings.ts';
import {
  mistypedExpression,
  shortestMistyped,
  termExpression,
  titleWordToken,
  typeToken,
  wholeTitleToken,
  wordToken,
} from './tokens.ts';
import { isUnspaced, titleKey } from './words.ts';
import { articleType, pageType } from '../types/names.ts';

export interface SearchQuery {
  /** What someone typed, whatever it is. */
  readonly query: string;
  /** Of the site: some write one letter in two ways. */
  readonly language?: string;
  /** Post types; default posts and pages. */
  readonly types?: readonly string[];
  readonly excludeIds?: readonly number[];
  readonly limit: number;
  readonly offset?: number;
  /** Whether the site may have synced patterns; default true. */
  readonly mayHavePatterns?: boolean;
}

export interface SearchResult {
  /** Best first. */
  readonly ids: readonly number[];
  /** Matches that were ranked: at most 500, the newest ones and those by title. */
  readonly total: number;
  /** How many of them are of each post type. */
  readonly byType: Readonly<Record<string, number>>;
  /** What was searched for, typing mistakes mended, for `highlight`. */
  readonly terms: readonly SearchTerm[];
  /** Nothing matched as typed; these titles match but for a typing mistake. */
  readonly mistyped: boolean;
  /** Then: what was searched for, its words as those titles spell them. */
  readonly suggestion: string;
}

/** Most matches that are ranked. */
export const mostRanked = 500;
const mostByTitle = 200;
const mostExact = 20;
/** Shorter beginnings are in every other title: among older titles they must be whole words. */
const tellingLetters = 4;
const isTelling = (word: string): boolean => word.length >= tellingLetters || isUnspaced(word);

/**
 * Searches listed posts. Every word must be in the post, the last one may be the beginning of a word. Ranks the newest matches only: a broad word costs what a
 * rare one does.
 */
export async function searchIndex(
  read: Reader,
  search: SearchSql,
  query: SearchQuery,
): Promise<SearchResult> {
  const terms = parseSearch(query.query, query.language);
  const types = query.types ?? [articleType, pageType];
  if (terms.length === 0 || types.length === 0)
    return { ids: [], total: 0, byType: {}, terms, mistyped: false, suggestion: '' };
  const excluded = new Set(query.excludeIds);
  const find = async (expressions: readonly SearchExpression[], limit: number, few: boolean) =>
    (
      await search
        .match('words', { all: [...expressions, ...ofTypes(types)] }, types, limit + excluded.size, few)
        .execute(read)
    ).rows;
  const [spelled, patterns] = await Promise.all([
    spellOut(
      read,
      search,
      terms.map((term) => termExpression(term, wordToken)),
    ),
    query.mayHavePatterns === false ? [] : inPatterns(read, search, terms),
  ]);
  const found = await find(
    spelled.map((word, index) => withPatterns(word, patterns[index])),
    mostRanked,
    false,
  );
  const complete = found.length < mostRanked;
  const [byTitle, exact] = complete
    ? [[], []]
    : await Promise.all([
        spellOut(
          read,
          search,
          terms.map((term) =>
            termExpression(term, (word, prefix) => titleWordToken(word, prefix && isTelling(word))),
          ),
        ).then((words) => find(words, mostByTitle, true)),
        find([wholeTitleToken(titleKey(query.query))], mostExact, true),
      ]);
  const wanted = (hits: readonly SearchHit[]) => [
    ...new Map(hits.filter((hit) => !excluded.has(hit.post_id)).map((hit) => [hit.post_id, hit])).values(),
  ];
  let hits = wanted([...found, ...byTitle, ...exact]);
  const mistyped = found.length === 0;
  if (mistyped) hits = wanted(await findMistyped(read, search, terms, types));
  const ranked = hits.length === 0 ? [] : rank(hits, query.query, terms).slice(0, mostRanked);
  const offset = query.offset ?? 0;
  const byType: Record<string, number> = {};
  const suggestion = mistyped && ranked[0] ? respell(ranked[0].title, query.query, terms) : '';
  for (const { type } of ranked) byType[type] = (byType[type] ?? 0) + 1;
  return {
    ids: ranked.slice(offset, offset + query.limit).map((hit) => hit.post_id),
    total: ranked.length,
    byType,
    terms: suggestion === '' ? terms : parseSearch(suggestion, query.language),
    mistyped: mistyped && ranked.length > 0,
    suggestion,
  };
}

/** A word as posts have it, in their own texts or in patterns. */
function withPatterns(word: SearchExpression, patterns: readonly SearchExpression[] = []): SearchExpression {
  return patterns.length === 0 ? word : { any: [word, ...patterns] };
}

/**
 * Lets the index find rare types. Where posts are wanted nothing is added: nearly every match is one, and walking the list of all posts beside that of a rare
 * word takes 10 ms at 100,000 posts.
 */
function ofTypes(types: readonly string[]): SearchExpression[] {
  return types.includes(articleType) ? [] : [{ any: types.map(typeToken) }];
}

async function findMistyped(
  read: Reader,
  search: SearchSql,
  terms: readonly SearchTerm[],
  types: readonly string[],
): Promise<SearchHit[]> {
  const long = terms.filter(({ word, run }) => run === undefined && word.length >= shortestMistyped);
  if (long.length === 0) return [];
  const { rows } = await search
    .match('grams', { all: long.map(({ word }) => mistypedExpression(word)) }, types, mostRanked, true)
    .execute(read);
  return rows.filter((hit) => matchesMistyped(hit.title, terms));
}
