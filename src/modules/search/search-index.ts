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

/** Most words that a beginning is taken for: at a million posts each takes 0.05 ms. One of more words is rare from five letters on, and asked for as it is. */
const mostSpellings = 150;

/** Says words for their beginnings, where the database finds those sooner. */
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
          ? await search.spellings('words', expression.token, mostSpellings + 1)?.execute(read)
          : undefined;
      if (!tokens || tokens.rows.length > mostSpellings) return expression;
      // What no word begins with is found nowhere, and is asked for as it is: an index has no way to ask for nothing.
      return tokens.rows.length === 0 ? expression : { any: tokens.rows.map(({ token }) => ({ token })) };
    }),
  );
}

/** Patterns that are looked at for each word, and of those that any post shows the newest that are asked for. */
const mostMatches = 1000;
const mostPatterns = 50;

/** For each word that was searched for the posts that show it in a synced pattern; one query. */
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
      mostMatches,
      true,
    );
    return sql<SearchHit>`select post_id from (${matches}) as found where exists (select 1 from post_pattern where pattern_id = found.post_id)
      order by search_key desc limit ${mostPatterns}`;
  });
  return (await together(read, shown)).map((ids) => ids.map(patternToken));
}

/** After this many seconds the share of a post's weight that fades has halved. */
const halfLife = 180 * 24 * 3600;
/** The share that never fades: high enough that an old title match stays above a new match in the text. */
const lasting = 0.4;

/** Best first: how well the title matches, times how new the post is compared with the newest of them. */
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

/** The words of a folded title. */
function wordsOf(folded: string): string[] {
  return [...splitWords(folded)].map(({ text }) => text);
}

/** Whether a folded title has the letters of any term: most matches are in texts, and need not have their titles taken apart. */
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
  if (!holdsRuns(folded, terms)) return 2; // pieces that stand apart from each other are not what was looked for
  if (titleKey(title) === wholeTitle) return 16;
  const whole = terms.filter(({ word }) => words.includes(word)).length / terms.length;
  const [first] = terms;
  return 3 + 0.3 * whole + (first && words[0] !== undefined && matchesTerm(words[0], first) ? 0.3 : 0);
}

/** Whether every term is a word of the title, long ones with a typing mistake or two. */
function matchesMistyped(title: string, terms: readonly SearchTerm[]): boolean {
  const words = wordsOf(fold(title));
  return terms.every((term) => words.some((word) => mistakesIn(term, word) <= mistakesAllowed(term)));
}

/** What was searched for, each word as the nearest word of a title that `matchesMistyped` has it; scripts without spaces as they were typed. */
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

/** Typing mistakes that make the term of the word, or of its beginning where the reader may still be typing. */
function mistakesIn(term: SearchTerm, word: string): number {
  if (matchesTerm(word, term)) return 0;
  const { length } = term.word;
  const beginnings = term.prefix
    ? [length - 1, length, length + 1].map((letters) => word.slice(0, letters))
    : [word];
  return Math.min(...beginnings.map((beginning) => edits(term.word, beginning)));
}

/** Letters to insert, delete, replace or swap with the next to make one word of the other. */
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
