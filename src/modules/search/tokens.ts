import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SearchExpression, SearchTokens } from '../../kernel/db/search-sql.ts';
import type { SearchTerm } from './query.ts';
import { indexedWords, isUnspaced, joinWords, titleKey } from '../../lib/search-words.ts';
import { articleType } from '../types/index.ts';
import type { Reader } from '../../kernel/db/open-database.ts';

/**
 * Prefixes of token kinds; words of the text have no prefix. The characters are not ASCII and occur in no word, so both
 * databases keep them as part of the token.
 */
const signs = { titleWord: '¹', wholeTitle: '¶', type: '§', pattern: '¤', patternWord: '±' } as const;

/** Marks a word boundary in grams. */
const edge = '·';

export const wordToken = (word: string, prefix = false): SearchExpression => ({ token: word, prefix });
export const titleWordToken = (word: string, prefix = false): SearchExpression => ({
  token: signs.titleWord + word,
  prefix,
});
export const wholeTitleToken = (key: string): SearchExpression => ({ token: signs.wholeTitle + key });
export function termExpression(
  { word, also, prefix }: SearchTerm,
  token: (word: string, prefix: boolean) => SearchExpression,
): SearchExpression {
  return also === undefined ? token(word, prefix) : { any: [token(word, prefix), token(also, prefix)] };
}

/** Posts of type `post` have no such token: nearly everything is one. */
export const typeToken = (type: string): SearchExpression => ({ token: typeName(type) });

export const patternToken = (id: number): SearchExpression => ({ token: signs.pattern + id });
/** Synced patterns that contain a word. */
export const patternWordToken = (word: string, prefix = false): SearchExpression => ({
  token: signs.patternWord + word,
  prefix,
});

function typeName(type: string): string {
  return (
    signs.type +
    type
      .toLowerCase()
      .replace(/[^a-z0-9]/gu, (character) => `${edge}${(character.codePointAt(0) ?? 0).toString(16)}${edge}`)
  );
}

/** UTF-16 units of a pattern's words: with their prefixes they take more bytes than a post's, and PostgreSQL's limit is 1 MB. */
const maxPatternText = 200_000;

export interface IndexedPost {
  readonly type: string;
  readonly title: string;
  /** Words of everything but the title. */
  readonly body: ReadonlySet<string>;
  readonly patterns?: readonly number[];
  /** Of a synced pattern: the words that it adds to each text that shows it. */
  readonly patternBody?: ReadonlySet<string>;
}

export function tokensOf({
  type,
  title,
  body,
  patterns = [],
  patternBody = new Set(),
}: IndexedPost): SearchTokens {
  const titleWords = indexedWords(title);
  const words = new Set([...titleWords, ...body]);
  const key = titleKey(title);
  const grams = new Set<string>();
  for (const word of titleWords)
    if (!isUnspaced(word)) for (const gram of gramsOf(edge + word + edge)) grams.add(gram);
  return {
    words: [
      ...words,
      ...[...titleWords].map((word) => signs.titleWord + word),
      ...(key ? [signs.wholeTitle + key] : []),
      ...(type === articleType ? [] : [typeName(type)]),
      ...patterns.map((id) => signs.pattern + id),
      ...[...joinWords([patternBody], maxPatternText)].map((word) => signs.patternWord + word),
    ],
    grams: [...grams],
  };
}

function gramsOf(part: string): string[] {
  const characters = [...part];
  return characters
    .slice(2)
    .map((character, index) => `${characters[index]}${characters[index + 1]}${character}`);
}

export const shortestMistyped = 4;

/**
 * Finds titles with a word one edit from `word`: one edit leaves the first or second half intact (in longer words the
 * halves omit the letters at the seam, which may be swapped). The caller compares the candidates.
 */
export function mistypedExpression(word: string): SearchExpression {
  const characters = [...word];
  const middle = Math.floor(characters.length / 2);
  const seam = characters.length >= 6 ? 1 : 0;
  const halves = [
    edge + characters.slice(0, middle - seam).join(''),
    characters.slice(middle + seam).join('') + edge,
  ];
  // In short words the two letters at the seam may be swapped.
  const swapped = [
    ...characters.slice(0, middle - 1),
    characters[middle],
    characters[middle - 1],
    ...characters.slice(middle + 1),
  ].join('');
  return {
    any: [...halves, ...(seam === 0 ? [edge + swapped + edge] : [])].map((part) => ({
      all: gramsOf(part).map((gram) => wordToken(gram)),
    })),
  };
}

export async function together(
  read: Reader,
  queries: readonly RawBuilder<{ readonly post_id: number }>[],
): Promise<number[][]> {
  const found: number[][] = queries.map(() => []);
  if (queries.length === 0) return found;
  const parts = queries.map(
    (query, index) =>
      sql`select ${sql.lit(index)} as place, post_id from (${query}) as ${sql.ref(`part${index}`)}`,
  );
  const { rows } = await sql<{
    place: number;
    post_id: number;
  }>`${sql.join(parts, sql` union all `)}`.execute(read);
  for (const { place, post_id: id } of rows) found[place]?.push(id);
  return found;
}

/** Seconds of the year 275760, the limit of `Date`, and as far back. */
const lastSecond = 8.64e12;
/** Consecutive keys tried before the search for a free key jumps. */
const neighbours = 8;

/**
 * Candidate keys of a post: the second of its publication, which orders the index by date, the next ones, then ever
 * larger jumps (imports may share a date). Whole seconds: finer keys doubled the index, which stores differences.
 */
export function* searchKeys(publishedAt: number): Generator<number, never> {
  const first = Math.min(Math.max(Math.floor(publishedAt / 1000), -lastSecond), lastSecond);
  for (let next = 0; next < neighbours; next++) yield first + next;
  for (let range = neighbours; ; range = Math.min(range * 2, 2 ** 32))
    yield first + neighbours + Math.floor(Math.random() * range);
}

/** Seconds since 1970, the post's publication or slightly later. */
export function publishedSeconds(searchKey: number): number {
  return searchKey;
}
