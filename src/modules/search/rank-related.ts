import { z } from 'zod';
import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { SearchSql } from '../../kernel/db/search-sql.ts';
import { findProfiles, isCut } from './profile.ts';
import type { BuiltDigest, PostProfile, WordRarity } from './profile.ts';
import { tagTaxonomy } from '../types/index.ts';
import { readStored } from '../../lib/schemas.ts';
import { wordToken, together } from './tokens.ts';

/** Weights of the similarities; with all at 0 the newest posts come first. */
export interface RankingWeights {
  readonly words: number;
  /** Per taxonomy: tags, categories (with ancestors), others. */
  readonly tags: number;
  readonly otherTerms: number;
}

/** Tuned on one half of the demo's labels; `npm run bench -- related` measures both halves. */
export const shippedWeights: RankingWeights = { words: 1, tags: 0.2, otherTerms: 0.2 };

export interface RelatedResult {
  readonly revision: number;
  readonly ranking: Ranking;
  /** This post's entry in the rankings of those posts, in the same order. */
  readonly asSeenByThem: Ranking;
  readonly digests: readonly BuiltDigest[];
}

/**
 * Ranks the listed posts most similar to a listed post, by telling words and terms, newer ones first among equals.
 * Undefined if the post is not listed.
 */
export async function rankRelated(
  read: Reader,
  search: SearchSql,
  rarity: WordRarity,
  postId: number,
  weights = shippedWeights,
): Promise<RelatedResult | undefined> {
  const digests: BuiltDigest[] = [];
  const note = (digest: BuiltDigest) => void digests.push(digest);
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
    .slice(0, maxRankingLength);
  return {
    revision: post.revision,
    ranking: best.map(({ id, score }) => ({ id, score })),
    asSeenByThem: best.map(({ back }) => back),
    digests,
  };
}

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

interface RankedPost {
  readonly id: number;
  /** Similarity times recency; only its order is meaningful. */
  readonly score: number;
}

export type Ranking = readonly RankedPost[];

/** Entries of a ranking: the most that are ever shown, and as many to replace excluded or unpublished ones. */
export const maxRankingLength = 24;
/** Raise when the ranking changes. */
const rankingVersion = 1;

/** Validity key of a stored ranking: its post's revision and the ranking version. */
export const rankingKey = (revision: number): string => `${rankingVersion}.${revision}`;

const byScore = (a: RankedPost, b: RankedPost): number => b.score - a.score || b.id - a.id;

export function printRanking(ranking: Ranking): string {
  return JSON.stringify(ranking.map(({ id, score }) => [id, Number(score.toFixed(4))]));
}

const printed = z.array(z.tuple([z.number(), z.number()]));

export function parseRanking(text: string): RankedPost[] {
  return readStored(printed, text, []).map(([id, score]) => ({ id, score }));
}

/** Inserts a post into a ranking; undefined if it is there already or would come after the last entry. */
export function insertRanked(ranking: Ranking, post: RankedPost): RankedPost[] | undefined {
  const last = ranking.at(-1);
  if (
    ranking.some(({ id }) => id === post.id) ||
    (ranking.length >= maxRankingLength && last && byScore(last, post) < 0)
  )
    return undefined;
  return [...ranking, post].toSorted(byScore).slice(0, maxRankingLength);
}

/** Milliseconds after which the fading share of a score has halved. */
const halfLife = 365 * 24 * 3_600_000;
/** Share of a score that never fades. */
const lasting = 0.6;

function freshnessOf(publishedAt: number, now: number): number {
  return lasting + (1 - lasting) * 2 ** (-Math.max(0, now - publishedAt) / halfLife);
}

const maxWords = 24;
const maxTerms = 24;
const postsEach = 40;
/** Words in more posts than this (estimated) are not looked up: they tell little and cost much. */
const maxMatches = 1000;
const maxCandidates = 120;

/** Candidate ids: the newest posts with each of the rarest words and under each of the terms. The cost does not grow with the site. */
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
  const words = heaviest(post.words, maxWords, (stem) => rarity.estimate(stem) <= maxMatches);
  const terms = heaviest(
    new Map([...post.terms.values()].flatMap((weights) => [...weights])),
    maxTerms,
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
    .slice(0, maxCandidates)
    .map(([id]) => id);
}

function heaviest<Key>(
  weights: ReadonlyMap<Key, number>,
  limit: number,
  may: (key: Key) => boolean,
): (readonly [Key, number])[] {
  return [...weights]
    .filter(([key]) => may(key))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limit);
}
