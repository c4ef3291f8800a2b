import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { SearchExpression, SearchHit, SearchSql } from '../../kernel/db/search-sql.ts';
import { parseSearch, matchesTerm } from './query.ts';
import type { SearchTerm } from './query.ts';
import {
  mistypedExpression,
  shortestMistyped,
  termExpression,
  titleWordToken,
  typeToken,
  wholeTitleToken,
  wordToken,
  patternToken,
  patternWordToken,
  together,
  publishedSeconds,
} from './tokens.ts';
import {
  isUnspaced,
  titleKey,
  splitWords,
  unspacedRun,
  withoutStrokes,
  wordPattern,
} from '../../lib/search-words.ts';
import { articleType, pageType, patternType } from '../types/index.ts';
import { fold } from '../../lib/fold.ts';

export interface SearchQuery {
  readonly query: string;
  /** The site's language, for its alternative spellings. */
  readonly language?: string;
  readonly types?: readonly string[];
  readonly excludeIds?: readonly number[];
  readonly limit: number;
  readonly offset?: number;
  /** Whether the site may have synced patterns; default true. */
  readonly mayHavePatterns?: boolean;
}

export interface SearchResult {
  readonly ids: readonly number[];
  /** Number of ranked matches: at most 500, the newest ones and those by title. */
  readonly total: number;
  readonly byType: Readonly<Record<string, number>>;
  /** The search words with typos corrected, for `highlight`. */
  readonly terms: readonly SearchTerm[];
  /** Nothing matched as typed; the results match with a typo corrected. */
  readonly mistyped: boolean;
  /** The search as the matched titles spell it, if `mistyped`. */
  readonly suggestion: string;
}

export const maxRanked = 500;
const maxByTitle = 200;
const maxExact = 20;
/** Shorter prefixes occur in every other title, so among older titles they must be whole words. */
const minDistinctiveLength = 4;
const isDistinctive = (word: string): boolean => word.length >= minDistinctiveLength || isUnspaced(word);

/**
 * Searches listed posts that contain every word; the last one may be a prefix. Ranks only the newest matches, so that a
 * common word costs no more than a rare one.
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
    maxRanked,
    false,
  );
  const complete = found.length < maxRanked;
  const [byTitle, exact] = complete
    ? [[], []]
    : await Promise.all([
        spellOut(
          read,
          search,
          terms.map((term) =>
            termExpression(term, (word, prefix) => titleWordToken(word, prefix && isDistinctive(word))),
          ),
        ).then((words) => find(words, maxByTitle, true)),
        find([wholeTitleToken(titleKey(query.query))], maxExact, true),
      ]);
  const distinct = (hits: readonly SearchHit[]) => [
    ...new Map(hits.filter((hit) => !excluded.has(hit.post_id)).map((hit) => [hit.post_id, hit])).values(),
  ];
  let hits = distinct([...found, ...byTitle, ...exact]);
  const mistyped = found.length === 0;
  if (mistyped) hits = distinct(await findMistyped(read, search, terms, types));
  const ranked = hits.length === 0 ? [] : rank(hits, query.query, terms).slice(0, maxRanked);
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

function withPatterns(word: SearchExpression, patterns: readonly SearchExpression[] = []): SearchExpression {
  return patterns.length === 0 ? word : { any: [word, ...patterns] };
}

/**
 * Adds a condition for rare types. None for posts: nearly every match is one, and intersecting with the list of all
 * posts takes 10 ms at 100,000 posts.
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
    .match('grams', { all: long.map(({ word }) => mistypedExpression(word)) }, types, maxRanked, true)
    .execute(read);
  return rows.filter((hit) => matchesMistyped(hit.title, terms));
}

/**
 * Words that a prefix is expanded to: each takes 0.05 ms at a million posts. A prefix of five letters or more with more
 * words is rare, and stays a prefix.
 */
const maxSpellings = 150;

function spellOut(
  read: Reader,
  search: SearchSql,
  expressions: readonly SearchExpression[],
): Promise<SearchExpression[]> {
  return Promise.all(
    expressions.map(async (expression) => {
      if ('any' in expression) return { any: await spellOut(read, search, expression.any) };
      const tokens =
        'token' in expression && expression.prefix
          ? await search.spellings('words', expression.token, maxSpellings + 1)?.execute(read)
          : undefined;
      if (!tokens || tokens.rows.length > maxSpellings) return expression;
      // Without expansions it stays as it is and matches nothing: an index can't be queried for nothing.
      return tokens.rows.length === 0 ? expression : { any: tokens.rows.map(({ token }) => ({ token })) };
    }),
  );
}

/** Patterns considered per word, and newest patterns in use that are queried. */
const maxMatches = 1000;
const maxPatterns = 50;

async function inPatterns(
  read: Reader,
  search: SearchSql,
  terms: readonly SearchTerm[],
): Promise<(readonly SearchExpression[])[]> {
  const shown = terms.map((term) => {
    const matches = search.match(
      'words',
      termExpression(term, patternWordToken),
      [patternType],
      maxMatches,
      true,
    );
    return sql<SearchHit>`select post_id from (${matches}) as found where exists (select 1 from post_pattern where pattern_id = found.post_id)
      order by search_key desc limit ${maxPatterns}`;
  });
  return (await together(read, shown)).map((ids) => ids.map(patternToken));
}

/** Seconds after which the fading share of a post's weight has halved. */
const halfLife = 180 * 24 * 3600;
/** Share that never fades: an old title match stays above a new match in the text. */
const lasting = 0.4;

export function rank(hits: readonly SearchHit[], text: string, terms: readonly SearchTerm[]): SearchHit[] {
  const newest = Math.max(...hits.map((hit) => publishedSeconds(hit.search_key)));
  const wholeTitle = titleKey(text);
  const scored = hits.map((hit) => {
    const age = newest - publishedSeconds(hit.search_key);
    return {
      hit,
      score: titleWeight(hit.title, wholeTitle, terms) * (lasting + (1 - lasting) * 2 ** (-age / halfLife)),
    };
  });
  return scored
    .toSorted((a, b) => b.score - a.score || b.hit.search_key - a.hit.search_key)
    .map(({ hit }) => hit);
}

function wordsOf(folded: string): string[] {
  return [...splitWords(folded)].map(({ text }) => text);
}

function mayHold(folded: string, terms: readonly SearchTerm[]): boolean {
  const read = withoutStrokes(folded);
  return terms.some(({ word, also }) =>
    [folded, read].some((text) => text.includes(word) || (also !== undefined && text.includes(also))),
  );
}

function holdsRuns(folded: string, terms: readonly SearchTerm[]): boolean {
  const runs = terms.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const text = runs.length === 0 ? '' : withoutStrokes(folded);
  return runs.every((run) => text.includes(run));
}

function titleWeight(title: string, wholeTitle: string, terms: readonly SearchTerm[]): number {
  const folded = fold(title);
  if (!mayHold(folded, terms)) return 1;
  const words = wordsOf(folded);
  const found = terms.filter((term) => words.some((word) => matchesTerm(word, term))).length;
  if (found === 0) return 1;
  if (found < terms.length) return 1 + found / terms.length;
  if (!holdsRuns(folded, terms)) return 2; // pieces apart from each other don't match the typed run
  if (titleKey(title) === wholeTitle) return 16;
  const whole = terms.filter(({ word }) => words.includes(word)).length / terms.length;
  const [first] = terms;
  return 3 + 0.3 * whole + (first && words[0] !== undefined && matchesTerm(words[0], first) ? 0.3 : 0);
}

function matchesMistyped(title: string, terms: readonly SearchTerm[]): boolean {
  const words = wordsOf(fold(title));
  return terms.every((term) => words.some((word) => mistakesIn(term, word) <= mistakesAllowed(term)));
}

/** Replaces each term by the nearest word of the title that `matchesMistyped` found; keeps scripts without spaces. */
function respell(title: string, typed: string, terms: readonly SearchTerm[]): string {
  const words = [...title.matchAll(wordPattern)]
    .flatMap(([word]) => word.split(unspacedRun))
    .map((word) => ({ word, folded: fold(word) }));
  const runs = new Set<string>();
  return terms
    .flatMap((term) => {
      if (term.run !== undefined) return runs.size === runs.add(term.run).size ? [] : [term.run];
      const nearest = words.toSorted((a, b) => mistakesIn(term, a.folded) - mistakesIn(term, b.folded))[0];
      return [nearest && mistakesIn(term, nearest.folded) > 0 ? nearest.word : term.word];
    })
    .join(' ');
}

function mistakesAllowed({ word: { length } }: SearchTerm): number {
  if (length < shortestMistyped) return 0;
  return length >= 8 ? 2 : 1;
}

function mistakesIn(term: SearchTerm, word: string): number {
  if (matchesTerm(word, term)) return 0;
  const { length } = term.word;
  const beginnings = term.prefix
    ? [length - 1, length, length + 1].map((letters) => word.slice(0, letters))
    : [word];
  return Math.min(...beginnings.map((beginning) => edits(term.word, beginning)));
}

/** Edit distance in characters, where a swap of neighbours is one edit. */
export function edits(from: string, to: string): number {
  const a = [...from];
  const b = [...to];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
