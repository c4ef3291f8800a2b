import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { SearchSql } from '../../kernel/db/search-sql.ts';
import { together } from '../search/together.ts';
import { wordToken } from '../search/tokens.ts';
import type { PostProfile } from './profile.ts';
import { isCut } from './digest.ts';
import type { WordRarity } from './rarity.ts';

/** Words and terms by which candidates are looked up. */
const mostWords = 24;
const mostTerms = 24;
/** Posts that are taken for each of them, the newest. */
const postsEach = 40;
/** Words that more posts than this are thought to hold are not looked up: they tell little, and cost much. */
const mostMatches = 1000;
/** Candidates that are compared in full. */
const mostCandidates = 120;

/** Ids of posts that may be like a post: the newest with each of its rarest words, and under each of its terms. What this costs does not grow with the site. */
export async function findCandidates(
  read: Reader,
  search: SearchSql,
  post: PostProfile,
  rarity: WordRarity,
): Promise<number[]> {
  const points = new Map<number, number>();
  const add = (ids: readonly number[], weight: number) => {
    for (const id of ids) if (id !== post.id) points.set(id, (points.get(id) ?? 0) + weight);
  };
  const words = heaviest(post.words, mostWords, (stem) => rarity.estimate(stem) <= mostMatches);
  const terms = heaviest(
    new Map([...post.terms.values()].flatMap((weights) => [...weights])),
    mostTerms,
    () => true,
  );
  const [byWord, byTerm] = await Promise.all([
    together(
      read,
      words.map(([stem]) =>
        search.match('words', wordToken(stem, isCut(stem)), [post.type], postsEach, true),
      ),
    ),
    together(
      read,
      terms.map(
        ([termId]) => sql<{ post_id: number }>`
      select post_id from post_term where term_id = ${termId} and post_type = ${post.type} order by published_at desc, post_id desc limit ${postsEach}`,
      ),
    ),
  ]);
  byWord.forEach((ids, index) => add(ids, words[index]?.[1] ?? 0));
  byTerm.forEach((ids, index) => add(ids, terms[index]?.[1] ?? 0));
  return [...points]
    .toSorted(([a, pointsA], [b, pointsB]) => pointsB - pointsA || b - a)
    .slice(0, mostCandidates)
    .map(([id]) => id);
}

function heaviest<Key>(
  weights: ReadonlyMap<Key, number>,
  most: number,
  may: (key: Key) => boolean,
): (readonly [Key, number])[] {
  return [...weights]
    .filter(([key]) => may(key))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most);
}
