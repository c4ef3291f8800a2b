import type { Reader } from '../../kernel/db/open-database.ts';
import type { SearchSql } from '../../kernel/db/search-sql.ts';
import { findCandidates } from './find-candidates.ts';
import { findProfiles } from './profile.ts';
import type { MadeDigest, PostProfile } from './profile.ts';
import { byScore, freshnessOf, longestRanking } from './ranking.ts';
import type { RankedPost, Ranking } from './ranking.ts';
import type { WordRarity } from './rarity.ts';
import { tagTaxonomy } from '../types/names.ts';

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
