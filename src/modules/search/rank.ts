import type { SearchHit } from '../../kernel/db/search-sql.ts';
import { matchesTerm } from './query.ts';
import type { SearchTerm } from './query.ts';
import { publishedSeconds } from './search-key.ts';
import { shortestMistyped } from './tokens.ts';
import { fold } from '../../lib/fold.ts';
import { splitWords, titleKey, unspacedRun, withoutStrokes, wordPattern } from './words.ts';

/** After this many seconds the share of a post's weight that fades has halved. */
const halfLife = 180 * 24 * 3600;
/** The share that never fades: high enough that an old title match stays above a new match in the text. */
const lasting = 0.4;

/** Best first: how well the title matches, times how new the post is compared with the newest of them. */
export function rank(hits: readonly SearchHit[], text: string, terms: readonly SearchTerm[]): SearchHit[] {
  const newest = Math.max(...hits.map((hit) => publishedSeconds(hit.search_key)));
  const wholeTitle = titleKey(text);
  const scored = hits.map((hit) => {
    const age = newest - publishedSeconds(hit.search_key);
    return {
      hit,
      score: titleWeight(hit.title, wholeTitle, terms) * (lasting + (1 - lasting) * 2 ** (-age / halfLife)),
    };
  });
  return scored
    .toSorted((a, b) => b.score - a.score || b.hit.search_key - a.hit.search_key)
    .map(({ hit }) => hit);
}

/** The words of a folded title. */
function wordsOf(folded: string): string[] {
  return [...splitWords(folded)].map(({ text }) => text);
}

/** Whether a folded title has the letters of any term: most matches are in texts, and need not have their titles taken apart. */
function mayHold(folded: string, terms: readonly SearchTerm[]): boolean {
  const read = withoutStrokes(folded);
  return terms.some(({ word, also }) =>
    [folded, read].some((text) => text.includes(word) || (also !== undefined && text.includes(also))),
  );
}

function holdsRuns(folded: string, terms: readonly SearchTerm[]): boolean {
  const runs = terms.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const text = runs.length === 0 ? '' : withoutStrokes(folded);
  return runs.every((run) => text.includes(run));
}

function titleWeight(title: string, wholeTitle: string, terms: readonly SearchTerm[]): number {
  const folded = fold(title);
  if (!mayHold(folded, terms)) return 1;
  const words = wordsOf(folded);
  const found = terms.filter((term) => words.some((word) => matchesTerm(word, term))).length;
  if (found === 0) return 1;
  if (found < terms.length) return 1 + found / terms.length;
  if (!holdsRuns(folded, terms)) return 2; // pieces that stand apart from each other are not what was looked for
  if (titleKey(title) === wholeTitle) return 16;
  const whole = terms.filter(({ word }) => words.includes(word)).length / terms.length;
  const [first] = terms;
  return 3 + 0.3 * whole + (first && words[0] !== undefined && matchesTerm(words[0], first) ? 0.3 : 0);
}

/** Whether every term is a word of the title, long ones with a typing mistake or two. */
export function matchesMistyped(title: string, terms: readonly SearchTerm[]): boolean {
  const words = wordsOf(fold(title));
  return terms.every((term) => words.some((word) => mistakesIn(term, word) <= mistakesAllowed(term)));
}

/** What was searched for, each word as the nearest word of a title that `matchesMistyped` has it; scripts without spaces as they were typed. */
export function respell(title: string, typed: string, terms: readonly SearchTerm[]): string {
  const words = [...title.matchAll(wordPattern)]
    .flatMap(([word]) => word.split(unspacedRun))
    .map((word) => ({ word, folded: fold(word) }));
  const runs = new Set<string>();
  return terms
    .flatMap((term) => {
      if (term.run !== undefined) return runs.size === runs.add(term.run).size ? [] : [term.run];
      const nearest = words.toSorted((a, b) => mistakesIn(term, a.folded) - mistakesIn(term, b.folded))[0];
      return [nearest && mistakesIn(term, nearest.folded) > 0 ? nearest.word : term.word];
    })
    .join(' ');
}

function mistakesAllowed({ word: { length } }: SearchTerm): number {
  if (length < shortestMistyped) return 0;
  return length >= 8 ? 2 : 1;
}

/** Typing mistakes that make the term of the word, or of its beginning where the reader may still be typing. */
function mistakesIn(term: SearchTerm, word: string): number {
  if (matchesTerm(word, term)) return 0;
  const { length } = term.word;
  const beginnings = term.prefix
    ? [length - 1, length, length + 1].map((letters) => word.slice(0, letters))
    : [word];
  return Math.min(...beginnings.map((beginning) => edits(term.word, beginning)));
}

/** Letters to insert, delete, replace or swap with the next to make one word of the other. */
export function edits(from: string, to: string): number {
  const a = [...from];
  const b = [...to];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
