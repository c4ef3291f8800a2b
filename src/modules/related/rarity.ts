import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../kernel/db/open-database.ts';
import { counterKey } from '../posts/list.ts';
import { enlistedSql } from '../posts/policy.ts';
import { countWords, mostContent } from './digest.ts';
import { relearnedKey } from './relearn.ts';
import { articleType } from '../types/names.ts';

/** Posts that are read to learn which words are rare on this site: all of a small one, a random sample of a large one. */
const sampleSize = 512;
/** Read in one go, so that nobody else on the thread waits longer than some 10 ms. */
const postsAtOnce = 8;
/** A sample is taken anew after this many milliseconds. */
const freshness = 24 * 3_600_000;

/** How much it says that a post has what `count` of `total` posts have. */
export function rarityOf(count: number, total: number): number {
  const known = Math.min(count, total);
  return Math.log(1 + (total - known + 0.5) / (known + 0.5));
}

/** Which words are rare on a site. */
export interface WordRarity {
  /** Another one means: digests may hold other words now. Changes each time that the site has doubled, until it is larger than the sample. */
  readonly level: number;
  /** Listed posts of the site. */
  readonly posts: number;
  rarity(stem: string): number;
  /** About how many posts hold a word. */
  estimate(stem: string): number;
}

interface Sample {
  readonly level: number;
  readonly takenAt: number;
  readonly size: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Gives what is known of the words of a site; reads a sample of its posts when there is none yet, or it is old. */
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
        if (sampling === begun) sampling = undefined; // callers that wait for it hear of the fault; the next one tries again
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
      .select((eb) => eb.fn<string>('substr', ['content', eb.val(1), eb.val(mostContent)]).as('content'))
      .where('id', 'in', ids)
      .execute();
    for (const post of posts)
      for (const stem of countWords(post).keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    await nextTurn();
  }
  return { level, takenAt, size: rows.length, counts };
}
