import { contentToText } from '../../lib/content-text.ts';
import { fold } from '../../lib/fold.ts';
import { splitWords } from '../search/words.ts';

/** Counts changes of what a digest holds. */
export const digestVersion = 2;

/** What a post is about: beginnings of its telling words, with how often they occur. */
export type Digest = ReadonlyMap<string, number>;

/** What a digest is made from; `content` may be the beginning of the text. */
export interface DigestSource {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
}

/** Words that a digest keeps: with 32 of them the ranking is about as good as with all, with more it is steadier. */
const mostWords = 96;
/** Characters of a word that count. Words that begin alike are mostly forms of one word, in any language that has endings: cheaper than knowing its grammar. */
const stemLength = 6;
/** A word of title or excerpt counts as often as this in the text. */
const titleWeight = 3;
/** Characters of content that are read. */
export const mostContent = 60_000;

/** How often each word occurs in a post; words are cut to their beginnings, single letters and numbers left out. */
export function countWords({ title, excerpt, content }: DigestSource): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const { text: word, kind } of splitWords(fold(text))) {
      const letters = [...word];
      if (letters.length < 2 || kind === 'end' || kind === 'inside' || /^\p{N}/u.test(word)) continue;
      const stem = kind === 'gram' ? word : letters.slice(0, stemLength).join('');
      counts.set(stem, (counts.get(stem) ?? 0) + weight);
    }
  };
  add(contentToText(title), titleWeight);
  add(contentToText(excerpt), titleWeight);
  add(contentToText(content.slice(0, mostContent)), 1);
  return counts;
}

/** Whether a word of a digest may go on in the text. */
export const isCut = (stem: string): boolean => [...stem].length === stemLength;

/** How much a word that occurs `count` times says: less with every further time. */
export const wordWeight = (count: number, rarity: number): number => Math.sqrt(count) * rarity;

/** The words that stand out most. */
export function makeDigest(counts: ReadonlyMap<string, number>, rarity: (stem: string) => number): Digest {
  const weighed = [...counts].map(([stem, count]) => ({
    stem,
    count,
    weight: wordWeight(count, rarity(stem)),
  }));
  const best = weighed
    .toSorted((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, mostWords);
  return new Map(best.map(({ stem, count }) => [stem, count]));
}

/** A digest as one text; words hold no spaces. */
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
