import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SearchExpression, SearchTokens } from '../../kernel/db/search-sql.ts';
import type { SearchTerm } from './query.ts';
import { indexedWords, isUnspaced, joinWords, titleKey } from '../../lib/search-words.ts';
import { articleType } from '../types/index.ts';
import type { Reader } from '../../kernel/db/open-database.ts';

/**
 * What kind of thing a token of the index is: words of the text stand as they are, others begin with a sign. The signs are no letters of any word and not
 * ASCII, so both databases keep them as part of the token.
 */
const signs = { titleWord: '¹', wholeTitle: '¶', type: '§', pattern: '¤', patternWord: '±' } as const;

/** Stands for the edge of a word in its grams. */
const edge = '·';

export const wordToken = (word: string, prefix = false): SearchExpression => ({ token: word, prefix });
export const titleWordToken = (word: string, prefix = false): SearchExpression => ({
  token: signs.titleWord + word,
  prefix,
});
export const wholeTitleToken = (key: string): SearchExpression => ({ token: signs.wholeTitle + key });
/** What was searched for as a token, or two where the language has two spellings of it. */
export function termExpression(
  { word, also, prefix }: SearchTerm,
  token: (word: string, prefix: boolean) => SearchExpression,
): SearchExpression {
  return also === undefined ? token(word, prefix) : { any: [token(word, prefix), token(also, prefix)] };
}

/** Posts of type `post` have none: nearly everything is one. */
export const typeToken = (type: string): SearchExpression => ({ token: typeName(type) });

/** Posts that show a synced pattern. */
export const patternToken = (id: number): SearchExpression => ({ token: signs.pattern + id });
/** Synced patterns that say a word in each text that shows them. */
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

/** Most UTF-16 units of words that a pattern brings: with their signs they have more bytes than those of a post, and PostgreSQL takes 1 MB. */
const mostPatternText = 200_000;

/** A post as the index takes it. */
export interface IndexedPost {
  readonly type: string;
  /** Plain. */
  readonly title: string;
  /** The words of all but its title. */
  readonly body: ReadonlySet<string>;
  /** The synced patterns that it shows. */
  readonly patterns?: readonly number[];
  /** Of a synced pattern: what it says in each text that shows it. */
  readonly patternBody?: ReadonlySet<string>;
}

/** Everything that the index holds of a post. */
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
      ...[...joinWords([patternBody], mostPatternText)].map((word) => signs.patternWord + word),
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

/** Fewest letters of a word that is looked up with a typing mistake. */
export const shortestMistyped = 4;

/**
 * Finds titles with a word that differs from `word` by one edit: one mistake leaves the first or the second half as it is (in longer words the halves leave out
 * the letters at the seam, where two may be swapped). The caller compares what is found.
 */
export function mistypedExpression(word: string): SearchExpression {
  const letters = [...word];
  const middle = Math.floor(letters.length / 2);
  const seam = letters.length >= 6 ? 1 : 0;
  const halves = [
    edge + letters.slice(0, middle - seam).join(''),
    letters.slice(middle + seam).join('') + edge,
  ];
  // In short words the two letters at the seam may have been swapped.
  const swapped = [
    ...letters.slice(0, middle - 1),
    letters[middle],
    letters[middle - 1],
    ...letters.slice(middle + 1),
  ].join('');
  return {
    any: [...halves, ...(seam === 0 ? [edge + swapped + edge] : [])].map((part) => ({
      all: gramsOf(part).map((gram) => wordToken(gram)),
    })),
  };
}

/** What several queries find, in one round trip: the ids of each, in the order of the queries. */
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

/** Seconds of the year 275760 and back, as far as dates go. */
const lastSecond = 8.64e12;
/** Keys tried one after the other before the search for a free one jumps. */
const neighbours = 8;

/**
 * The keys that a post may take in the index, best first: the second of its publication, so that the index is in that order whatever the order of ids, then the
 * next ones, then jumps ahead in a range that doubles (an import may bring thousands of posts with one date). Whole seconds keep the keys of neighbours close:
 * the index stores their differences, and finer keys made it twice as large.
 */
export function* searchKeys(publishedAt: number): Generator<number, never> {
  const first = Math.min(Math.max(Math.floor(publishedAt / 1000), -lastSecond), lastSecond);
  for (let next = 0; next < neighbours; next++) yield first + next;
  for (let range = neighbours; ; range = Math.min(range * 2, 2 ** 32))
    yield first + neighbours + Math.floor(Math.random() * range);
}

/** Seconds since 1970 when the post with this key was published, or a little later. */
export function publishedSeconds(searchKey: number): number {
  return searchKey;
}
