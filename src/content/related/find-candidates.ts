import type { Reader } from '../../db/open-database.ts';
import type { SearchSql } from '../../db/search-sql.ts';
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
export async function findCandidates(read: Reader, search: SearchSql, post: PostProfile, rarity: WordRarity): Promise<number[]> {
  const points = new Map<number, number>();
  const add = (ids: readonly number[], weight: number) => {
    for (const id of ids) if (id !== post.id) points.set(id, (points.get(id) ?? 0) + weight);
  };
  const words = heaviest(post.words, mostWords, (stem) => rarity.estimate(stem) <= mostMatches);
  const terms = heaviest(new Map([...post.terms.values()].flatMap((weights) => [...weights])), mostTerms, () => true);
  await Promise.all([
    ...words.map(async ([stem, weight]) => {
      const { rows } = await search.match('words', wordToken(stem, isCut(stem)), [post.type], postsEach, true).execute(read);
      add(rows.map((row) => row.post_id), weight);
    }),
    ...terms.map(async ([termId, weight]) => {
      const rows = await read.selectFrom('post_term').select('post_id').where('term_id', '=', termId).where('post_type', '=', post.type)
        .orderBy('published_at', 'desc').orderBy('post_id', 'desc').limit(postsEach).execute();
      add(rows.map((row) => row.post_id), weight);
    }),
  ]);
  return [...points].toSorted(([a, pointsA], [b, pointsB]) => pointsB - pointsA || b - a).slice(0, mostCandidates).map(([id]) => id);
}

function heaviest<Key>(weights: ReadonlyMap<Key, number>, most: number, may: (key: Key) => boolean): (readonly [Key, number])[] {
  return [...weights].filter(([key]) => may(key)).toSorted(([, a], [, b]) => b - a).slice(0, most);
}
