import { z } from 'zod';
import { readStored } from '../../lib/stored-json.ts';
/** A post that is like another one. */
export interface RankedPost {
  readonly id: number;
  /** How alike they are, times how new this one is; only the order says something. */
  readonly score: number;
}

/** The posts that are most like a post, best first. */
export type Ranking = readonly RankedPost[];

/** Posts of a ranking: the most that are ever shown, and as many again to replace what is excluded or taken back. */
export const longestRanking = 24;
/** Counts changes of the way in which posts are ranked. */
const rankingVersion = 1;

/** What a kept ranking holds for: this revision of its post, ranked in this way. */
export const rankingKey = (revision: number): string => `${rankingVersion}.${revision}`;

export const byScore = (a: RankedPost, b: RankedPost): number => b.score - a.score || b.id - a.id;

export function printRanking(ranking: Ranking): string {
  return JSON.stringify(ranking.map(({ id, score }) => [id, Number(score.toFixed(4))]));
}

const printed = z.array(z.tuple([z.number(), z.number()]));

/** Reads what `printRanking` wrote; of anything else nothing. */
export function parseRanking(text: string): RankedPost[] {
  return readStored(printed, text, []).map(([id, score]) => ({ id, score }));
}

/** A ranking with one more post in its place; undefined when it has it already, or the post comes after the last. */
export function insertRanked(ranking: Ranking, post: RankedPost): RankedPost[] | undefined {
  const last = ranking.at(-1);
  if (
    ranking.some(({ id }) => id === post.id) ||
    (ranking.length >= longestRanking && last && byScore(last, post) < 0)
  )
    return undefined;
  return [...ranking, post].toSorted(byScore).slice(0, longestRanking);
}

/** After this many milliseconds the share of a post's score that fades has halved. */
const halfLife = 365 * 24 * 3_600_000;
/** The share that never fades: what is alike stays worth reading. */
const lasting = 0.6;

/** What a score is multiplied by for the age of a post. */
export function freshnessOf(publishedAt: number, now: number): number {
  return lasting + (1 - lasting) * 2 ** (-Math.max(0, now - publishedAt) / halfLife);
}
