import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../kernel/db/open-database.ts';
import { counterKey } from '../posts/list.ts';
import { enlistedBesideStatusSql } from '../posts/policy.ts';
import { supportOf } from '../posts/reader.ts';
import {
  countWords,
  digestVersion,
  makeDigest,
  mostContent,
  parseDigest,
  printDigest,
  wordWeight,
} from './digest.ts';
import type { Digest, DigestSource } from './digest.ts';
import { rarityOf } from './rarity.ts';
import type { WordRarity } from './rarity.ts';

/** What posts are compared by. */
export interface PostProfile {
  readonly id: number;
  readonly type: string;
  readonly revision: number;
  readonly publishedAt: number;
  /** Weight of each word of the digest; the squares of all add up to 1. */
  readonly words: ReadonlyMap<string, number>;
  /** Weight of each term and of those above it, by taxonomy; the squares of a taxonomy's add up to 1. */
  readonly terms: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** A digest that was made because none was kept. */
export interface MadeDigest {
  readonly postId: number;
  readonly key: string;
  readonly words: string;
}

/** Texts that are read and counted before others on the thread get a turn. */
const textsAtOnce = 8;

/**
 * Listed posts with what they are compared by. Digests that are not kept yet are made, and handed to `onMade`. Three queries, and one for every eight digests
 * that are made.
 */
export async function findProfiles(
  read: Reader,
  ids: readonly number[],
  rarity: WordRarity,
  onMade: (digest: MadeDigest) => void,
): Promise<PostProfile[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('post')
    .leftJoin('post_digest', 'post_digest.post_id', 'post.id')
    .select([
      'post.id',
      'post.type',
      'post.revision',
      'post.published_at',
      'post_digest.digest_key',
      'post_digest.words',
    ])
    .where('post.id', 'in', ids)
    .where(enlistedBesideStatusSql)
    .execute();
  if (rows.length === 0) return [];
  const keyOf = (row: { readonly revision: number }) => `${digestVersion}.${rarity.level}.${row.revision}`;
  const digests = new Map<number, Digest>();
  for (const row of rows)
    if (row.digest_key === keyOf(row) && row.words !== null) digests.set(row.id, parseDigest(row.words));
  const missing = rows.filter(({ id }) => !digests.has(id));
  for (let from = 0; from < missing.length; from += textsAtOnce) {
    for (const { id, digest, key } of await makeDigests(
      read,
      missing.slice(from, from + textsAtOnce),
      rarity,
      keyOf,
    )) {
      digests.set(id, digest);
      onMade({ postId: id, key, words: printDigest(digest) });
    }
    await nextTurn();
  }
  const terms = await findTerms(
    read,
    rows.map(({ id }) => id),
    rarity.posts,
  );
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    revision: row.revision,
    publishedAt: row.published_at,
    words: unit(
      new Map(
        [...(digests.get(row.id) ?? [])].map(([stem, count]) => [
          stem,
          wordWeight(count, rarity.rarity(stem)),
        ]),
      ),
    ),
    terms: terms.get(row.id) ?? new Map<string, ReadonlyMap<number, number>>(),
  }));
}

async function makeDigests<Row extends { readonly id: number; readonly revision: number }>(
  read: Reader,
  rows: readonly Row[],
  rarity: WordRarity,
  keyOf: (row: Row) => string,
): Promise<{ id: number; digest: Digest; key: string }[]> {
  const texts = await read
    .selectFrom('post')
    .select(['id', 'type', 'title', 'excerpt'])
    .select((eb) => eb.fn<string>('substr', ['content', eb.val(1), eb.val(mostContent)]).as('content'))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(texts.map((text) => [text.id, text]));
  return rows.flatMap((row) => {
    const text = byId.get(row.id);
    return text
      ? [
          {
            id: row.id,
            digest: makeDigest(countWords(supported(text)), (stem) => rarity.rarity(stem)),
            key: keyOf(row),
          },
        ]
      : [];
  });
}

/** Of the texts of a post what its type supports. */
function supported({
  type,
  title,
  excerpt,
  content,
}: DigestSource & { readonly type: string }): DigestSource {
  const has = supportOf(type);
  return {
    title: has('title') ? title : '',
    excerpt: has('excerpt') ? excerpt : '',
    content: has('editor') ? content : '',
  };
}

/** The terms of posts and those above them, by post and taxonomy, weighed by how rare they are. */
async function findTerms(
  read: Reader,
  postIds: readonly number[],
  posts: number,
): Promise<Map<number, Map<string, Map<number, number>>>> {
  const given = await read
    .selectFrom('post_term')
    .innerJoin('term', 'term.id', 'post_term.term_id')
    .select(['post_term.post_id', 'post_term.post_type', 'term.id', 'term.taxonomy'])
    .where('post_term.post_id', 'in', postIds)
    .execute();
  const keys = new Set(given.map((row) => counterKey({ type: row.post_type, termId: row.id })));
  const counters =
    keys.size === 0
      ? []
      : await read
          .selectFrom('counter')
          .select(['key', 'value'])
          .where('key', 'in', [...keys])
          .execute();
  const counts = new Map(counters.map(({ key, value }) => [key, value]));
  const found = new Map<number, Map<string, Map<number, number>>>();
  for (const { post_id: postId, post_type: type, id, taxonomy } of given) {
    const taxonomies = found.get(postId) ?? new Map<string, Map<number, number>>();
    const weights = taxonomies.get(taxonomy) ?? new Map<number, number>();
    weights.set(id, rarityOf(counts.get(counterKey({ type, termId: id })) ?? 0, posts));
    found.set(postId, taxonomies.set(taxonomy, weights));
  }
  for (const taxonomies of found.values())
    for (const [taxonomy, weights] of taxonomies) taxonomies.set(taxonomy, unit(weights));
  return found;
}

/** The same weights, so that their squares add up to 1. */
function unit<Key>(weights: Map<Key, number>): Map<Key, number> {
  const length = Math.hypot(...weights.values()) || 1;
  return new Map([...weights].map(([key, weight]) => [key, weight / length]));
}
