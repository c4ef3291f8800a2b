import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/random.ts';
import { mergeTexts } from './merge.ts';

const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const text = (...words: readonly string[]) => words.map(block).join('\n\n');

test('changes of different blocks come together, those of the same one are left to a person', () => {
  const base = text('a', 'b', 'c', 'd');
  expect(mergeTexts(base, text('A', 'b', 'c', 'd'), text('a', 'b', 'c', 'D'))).toBe(text('A', 'b', 'c', 'D'));
  expect(mergeTexts(base, text('a', 'b', 'new', 'c', 'd'), text('b', 'c', 'd'))).toBe(undefined); // a left, and with it the gap before b
  expect(mergeTexts(base, text('a', 'b', 'c', 'new', 'd'), text('a', 'B', 'c', 'd'))).toBe(text('a', 'B', 'c', 'new', 'd'));
  expect(mergeTexts(base, text('a', 'x', 'c', 'd'), text('a', 'y', 'c', 'd'))).toBe(undefined);
  expect(mergeTexts(base, base, text('y'))).toBe(text('y'));
  expect(mergeTexts(base, text('x'), base)).toBe(text('x'));
  expect(mergeTexts(base, text('a', 'x', 'c', 'd'), text('a', 'x', 'c', 'd'))).toBe(text('a', 'x', 'c', 'd'));
  expect(mergeTexts('', text('mine'), text('theirs'))).toBe(undefined);
});

test('500 pairs of edits: no word that either wrote is missing from what comes together, and none that nobody took out', () => {
  let merged = 0;
  for (let seed = 1; seed <= 500; seed++) {
    const random = seededRandom(seed);
    const base = Array.from({ length: 12 }, (_, index) => `base${index}`);
    const edit = (who: string) => {
      const words = [...base];
      for (let count = 1 + Math.floor(random() * 2); count > 0; count--) {
        const at = Math.floor(random() * words.length);
        const kind = random();
        if (kind < 0.5) words[at] = `${who}${count}-${at}`;
        else if (kind < 0.8) words.splice(at, 0, `${who}${count}-${at}`);
        else words.splice(at, 1);
      }
      return words;
    };
    const [mine, theirs] = [edit('mine'), edit('theirs')];
    const result = mergeTexts(text(...base), text(...mine), text(...theirs));
    if (result === undefined) continue;
    merged++;
    for (const word of [...mine, ...theirs]) {
      const isKept = base.includes(word) && !(mine.includes(word) && theirs.includes(word));
      expect([seed, word, isKept || result.includes(`<p>${word}</p>`)]).toEqual([seed, word, true]);
    }
    for (const word of base) expect([seed, result.includes(`<p>${word}</p>`)]).toEqual([seed, mine.includes(word) && theirs.includes(word)]);
  }
  expect(merged).toBeGreaterThan(200);
});
