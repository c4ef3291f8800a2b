import { z } from 'zod';
import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { SearchSql } from '../../kernel/db/search-sql.ts';
import { findProfiles, isCut } from './profile.ts';
import type { MadeDigest, PostProfile, WordRarity } from './profile.ts';
import { tagTaxonomy } from '../types/index.ts';
import { readStored } from '../../lib/schemas.ts';
import { wordToken, together } from './tokens.ts';

/** How much each likeness counts; with all at 0 the newest come first. */
export interface RankingWeights {
  readonly words: number;
  /** For each taxonomy by itself: tags, categories (with those above them), others. */
  readonly tags: number;
  readonly otherTerms: number;
}

/** Found by trying on one half of the demo's labels; `npm run bench -- related` measures both halves. */
export const shippedWeights: RankingWeights = { words: 1, tags: 0.2, otherTerms: 0.2 };

/** What ranking the posts that are like one gave, ready to be kept. */
export interface RelatedResult {
  readonly revision: number;
  readonly ranking: Ranking;
  /** This post as the rankings of those above would hold it, in the same order. */
  readonly asSeenByThem: Ranking;
  readonly digests: readonly MadeDigest[];
}

/**
 * Finds the listed posts that are most like a listed one: by their telling words, by their terms, newer ones first among equals. Undefined when the post is not
 * listed.
 */
export async function rankRelated(
  read: Reader,
  search: SearchSql,
  rarity: WordRarity,
  postId: number,
  weights = shippedWeights,
): Promise<RelatedResult | undefined> {
  const digests: MadeDigest[] = [];
  const note = (digest: MadeDigest) => void digests.push(digest);
  const [post] = await findProfiles(read, [postId], rarity, note);
  if (!post) return undefined;
  const candidates = await findProfiles(read, await findCandidates(read, search, post, rarity), rarity, note);
  const now = Date.now();
  const ownFreshness = freshnessOf(post.publishedAt, now);
  const scored = candidates.map((candidate) => {
    const likeness = likenessOf(post, candidate, weights);
    return {
      id: candidate.id,
      score: likeness * freshnessOf(candidate.publishedAt, now),
      back: { id: post.id, score: likeness * ownFreshness } satisfies RankedPost,
    };
  });
  const best = scored
    .filter(({ score }) => score > 0)
    .toSorted(byScore)
    .slice(0, longestRanking);
  return {
    revision: post.revision,
    ranking: best.map(({ id, score }) => ({ id, score })),
    asSeenByThem: best.map(({ back }) => back),
    digests,
  };
}

/** How alike two posts are; the same in both directions. */
function likenessOf(a: PostProfile, b: PostProfile, weights: RankingWeights): number {
  let sum = weights.words * product(a.words, b.words);
  for (const [taxonomy, terms] of a.terms)
    sum +=
      (taxonomy === tagTaxonomy ? weights.tags : weights.otherTerms) * product(terms, b.terms.get(taxonomy));
  return sum;
}

function product<Key>(a: ReadonlyMap<Key, number>, b: ReadonlyMap<Key, number> | undefined): number {
  let sum = 0;
  if (b) for (const [key, weight] of a) sum += weight * (b.get(key) ?? 0);
  return sum;
}

/** A post that is like another one. */
interface RankedPost {
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

const byScore = (a: RankedPost, b: RankedPost): number => b.score - a.score || b.id - a.id;

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
function freshnessOf(publishedAt: number, now: number): number {
  return lasting + (1 - lasting) * 2 ** (-Math.max(0, now - publishedAt) / halfLife);
}

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
async function findCandidates(
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
