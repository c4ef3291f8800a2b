import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../kernel/db/open-database.ts';
import { counterKey, articleType } from '../types/index.ts';
import { enlistedBesideStatusSql, enlistedSql, supportOf } from '../posts/index.ts';
import { contentToText } from '../../lib/content-text.ts';
import { fold } from '../../lib/fold.ts';
import { splitWords } from '../../lib/search-words.ts';

export interface PostProfile {
  readonly id: number;
  readonly type: string;
  readonly revision: number;
  readonly publishedAt: number;
  /** Weight of each word of the digest; the squares sum to 1. */
  readonly words: ReadonlyMap<string, number>;
  /** Weights of terms and their ancestors, by taxonomy; the squares of each taxonomy sum to 1. */
  readonly terms: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

export interface BuiltDigest {
  readonly postId: number;
  readonly key: string;
  readonly words: string;
}

const textsAtOnce = 8;

/** Profiles of listed posts. Missing digests are computed and passed to `onMade`. Three queries, plus one per eight computed digests. */
export async function findProfiles(
  read: Reader,
  ids: readonly number[],
  rarity: WordRarity,
  onMade: (digest: BuiltDigest) => void,
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
    .select((eb) => eb.fn<string>('substr', ['content', eb.val(1), eb.val(maxContent)]).as('content'))
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

async function findTerms(
  read: Reader,
  postIds: readonly number[],
  posts: number,
): Promise<Map<number, Map<string, Map<number, number>>>> {
  const stored = await read
    .selectFrom('post_term')
    .innerJoin('term', 'term.id', 'post_term.term_id')
    .select(['post_term.post_id', 'post_term.post_type', 'term.id', 'term.taxonomy'])
    .where('post_term.post_id', 'in', postIds)
    .execute();
  const keys = new Set(stored.map((row) => counterKey({ type: row.post_type, termId: row.id })));
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
  for (const { post_id: postId, post_type: type, id, taxonomy } of stored) {
    const taxonomies = found.get(postId) ?? new Map<string, Map<number, number>>();
    const weights = taxonomies.get(taxonomy) ?? new Map<number, number>();
    weights.set(id, rarityOf(counts.get(counterKey({ type, termId: id })) ?? 0, posts));
    found.set(postId, taxonomies.set(taxonomy, weights));
  }
  for (const taxonomies of found.values())
    for (const [taxonomy, weights] of taxonomies) taxonomies.set(taxonomy, unit(weights));
  return found;
}

function unit<Key>(weights: Map<Key, number>): Map<Key, number> {
  const length = Math.hypot(...weights.values()) || 1;
  return new Map([...weights].map(([key, weight]) => [key, weight / length]));
}

/** Raise when the content of a digest changes. */
const digestVersion = 2;

type Digest = ReadonlyMap<string, number>;

interface DigestSource {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
}

/** Words of a digest: 32 rank about as well as all, more make the ranking steadier. */
const maxWords = 96;
/** Characters of a word that count as its stem: cheaper than grammar, and works in any language with endings. */
const stemLength = 6;
/** Weight of a word in the title or excerpt, relative to the text. */
const titleWeight = 3;
const maxContent = 60_000;

/** Counts the stems of a post; skips single letters and numbers. */
export function countWords({ title, excerpt, content }: DigestSource): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const { text: word, kind } of splitWords(fold(text))) {
      const characters = [...word];
      if (characters.length < 2 || kind === 'end' || kind === 'inside' || /^\p{N}/u.test(word)) continue;
      const stem = kind === 'gram' ? word : characters.slice(0, stemLength).join('');
      counts.set(stem, (counts.get(stem) ?? 0) + weight);
    }
  };
  add(contentToText(title), titleWeight);
  add(contentToText(excerpt), titleWeight);
  add(contentToText(content.slice(0, maxContent)), 1);
  return counts;
}

/** Whether a stem may be only the beginning of a word in the text. */
export const isCut = (stem: string): boolean => [...stem].length === stemLength;

/** Grows with the square root of the count: each repetition adds less. */
const wordWeight = (count: number, rarity: number): number => Math.sqrt(count) * rarity;

export function makeDigest(counts: ReadonlyMap<string, number>, rarity: (stem: string) => number): Digest {
  const weighed = [...counts].map(([stem, count]) => ({
    stem,
    count,
    weight: wordWeight(count, rarity(stem)),
  }));
  const best = weighed
    .toSorted((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, maxWords);
  return new Map(best.map(({ stem, count }) => [stem, count]));
}

export function printDigest(digest: Digest): string {
  return [...digest].map(([stem, count]) => `${stem} ${count}`).join(' ');
}

export function parseDigest(text: string): Digest {
  const parts = text.split(' ');
  const digest = new Map<string, number>();
  for (let index = 0; index + 1 < parts.length; index += 2)
    digest.set(parts[index] ?? '', Number(parts[index + 1]));
  return digest;
}

/** Posts that are read to learn the word frequencies of this site: all of a small one, a random sample of a large one. */
const sampleSize = 512;
/** Posts per read, so that the thread is blocked for some 10 ms at most. */
const postsAtOnce = 8;
/** Milliseconds before the sample is refreshed. */
const freshness = 24 * 3_600_000;

/** Inverse document frequency (as in BM25) of a feature that `count` of `total` posts have. */
function rarityOf(count: number, total: number): number {
  const known = Math.min(count, total);
  return Math.log(1 + (total - known + 0.5) / (known + 0.5));
}

export interface WordRarity {
  /** A new level invalidates digests. Rises each time that the site doubles, until it is larger than the sample. */
  readonly level: number;
  readonly posts: number;
  rarity(stem: string): number;
  estimate(stem: string): number;
}

interface Sample {
  readonly level: number;
  readonly takenAt: number;
  readonly size: number;
  readonly counts: ReadonlyMap<string, number>;
}

export function createRarity(read: Reader): () => Promise<WordRarity> {
  let sampling:
    | {
        readonly level: number;
        readonly relearned: number;
        readonly takenAt: number;
        readonly sample: Promise<Sample>;
      }
    | undefined;
  return async () => {
    const counters = await read
      .selectFrom('counter')
      .select(['key', 'value'])
      .where('key', 'in', [counterKey({}), relearnedKey])
      .execute();
    const valueOf = (key: string) => Number(counters.find((counter) => counter.key === key)?.value ?? 0);
    const [posts, relearned] = [valueOf(counterKey({})), valueOf(relearnedKey)];
    const level = Math.floor(Math.log2(Math.min(posts, sampleSize) + 1));
    if (
      !sampling ||
      sampling.level !== level ||
      sampling.relearned !== relearned ||
      Math.abs(Date.now() - sampling.takenAt) > freshness
    ) {
      const takenAt = Date.now();
      const sample = takeSample(read, level, takenAt);
      const begun = { level, relearned, takenAt, sample };
      sampling = begun;
      sample.catch(() => {
        if (sampling === begun) sampling = undefined; // waiting callers get the error; the next one retries
      });
    }
    const { size, counts } = await sampling.sample;
    return {
      level,
      posts,
      rarity: (stem) => rarityOf(counts.get(stem) ?? 0, size),
      estimate: (stem) => (counts.get(stem) ?? 0) * (posts / Math.max(1, size)),
    };
  };
}

async function takeSample(read: Reader, level: number, takenAt: number): Promise<Sample> {
  const rows = await read
    .selectFrom('post')
    .select('id')
    .where('type', '=', articleType)
    .where(enlistedSql)
    .orderBy('rnd1')
    .orderBy('id')
    .limit(sampleSize)
    .execute();
  const counts = new Map<string, number>();
  for (let from = 0; from < rows.length; from += postsAtOnce) {
    const ids = rows.slice(from, from + postsAtOnce).map(({ id }) => id);
    const posts = await read
      .selectFrom('post')
      .select(['title', 'excerpt'])
      .select((eb) => eb.fn<string>('substr', ['content', eb.val(1), eb.val(maxContent)]).as('content'))
      .where('id', 'in', ids)
      .execute();
    for (const post of posts)
      for (const stem of countWords(post).keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    await nextTurn();
  }
  return { level, takenAt, size: rows.length, counts };
}

/** Counts how often the word frequencies were reset. */
export const relearnedKey = 'related:relearned';
