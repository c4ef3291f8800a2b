import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/random.ts';
import { mergeTexts } from './merge.ts';
import { mergePosts } from './merge-posts.ts';
import type { StoredPost } from './stored-post.ts';

const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const text = (...words: readonly string[]) => words.map(block).join('\n\n');

test('changes of different blocks come together, those of the same one are left to a person', () => {
  const base = text('a', 'b', 'c', 'd');
  expect(mergeTexts(base, text('A', 'b', 'c', 'd'), text('a', 'b', 'c', 'D'))).toBe(text('A', 'b', 'c', 'D'));
  expect(mergeTexts(base, text('a', 'b', 'new', 'c', 'd'), text('b', 'c', 'd'))).toBe(
    text('b', 'new', 'c', 'd'),
  );
  expect(mergeTexts(base, text('a', 'b', 'c', 'new', 'd'), text('a', 'B', 'c', 'd'))).toBe(
    text('a', 'B', 'c', 'new', 'd'),
  );
  expect(mergeTexts(base, text('a', 'x', 'c', 'd'), text('a', 'y', 'c', 'd'))).toBe(undefined);
  expect(mergeTexts(base, base, text('y'))).toBe(text('y'));
  expect(mergeTexts(base, text('x'), base)).toBe(text('x'));
  expect(mergeTexts(base, text('a', 'x', 'c', 'd'), text('a', 'x', 'c', 'd'))).toBe(text('a', 'x', 'c', 'd'));
  expect(mergeTexts('', text('mine'), text('theirs'))).toBe(undefined);
});

test('neighbouring blocks are merged where each was changed by one person only', () => {
  const base = text('a', 'b', 'c', 'd');
  const merged = (mine: readonly string[], theirs: readonly string[]) =>
    mergeTexts(base, text(...mine), text(...theirs));
  expect(merged(['A', 'b', 'c', 'd'], ['a', 'B', 'c', 'd'])).toBe(text('A', 'B', 'c', 'd'));
  expect(merged(['a', 'B', 'c', 'D'], ['A', 'b', 'C', 'd'])).toBe(text('A', 'B', 'C', 'D'));
  expect(merged(['A', 'B', 'c', 'd'], ['a', 'b', 'C', 'D'])).toBe(text('A', 'B', 'C', 'D'));
  expect(merged(['a', 'new', 'b', 'c', 'd'], ['A', 'B', 'c', 'd'])).toBe(text('A', 'new', 'B', 'c', 'd'));
  expect(merged(['A', 'more', 'b', 'c', 'd'], ['a', 'B', 'c', 'd'])).toBe(text('A', 'more', 'B', 'c', 'd'));
  expect(merged(['a', 'c', 'd'], ['a', 'b', 'C', 'd'])).toBe(text('a', 'C', 'd'));
  expect(merged(['a', 'd'], ['A', 'b', 'c', 'D'])).toBe(text('A', 'D'));
  expect(merged(['a', 'b', 'c', 'd', 'mine'], ['a', 'b', 'c', 'D'])).toBe(text('a', 'b', 'c', 'D', 'mine'));
  expect(merged(['new', 'a', 'b', 'c', 'd'], ['b', 'c', 'd'])).toBe(text('new', 'b', 'c', 'd'));
  expect(merged(['A', 'x', 'c', 'd'], ['a', 'x', 'C', 'd'])).toBe(text('A', 'x', 'C', 'd')); // both changed b in the same way
});

test('a person chooses where both changed one block, or added blocks at one place', () => {
  const base = text('a', 'b', 'c', 'd');
  const merged = (mine: readonly string[], theirs: readonly string[]) =>
    mergeTexts(base, text(...mine), text(...theirs));
  expect(merged(['A', 'x', 'c', 'd'], ['a', 'y', 'c', 'd'])).toBe(undefined);
  expect(merged(['a', 'c', 'd'], ['a', 'B', 'c', 'd'])).toBe(undefined);
  expect(merged(['a', 'mine', 'b', 'c', 'd'], ['a', 'theirs', 'b', 'c', 'd'])).toBe(undefined);
  expect(merged(['a', 'b', 'c', 'd', 'mine'], ['a', 'b', 'c', 'd', 'theirs'])).toBe(undefined);
  expect(merged(['A', 'mine', 'b', 'c', 'd'], ['a', 'theirs', 'B', 'c', 'd'])).toBe(undefined);
  expect(merged(['a', 'one', 'd'], ['a', 'b', 'theirs', 'c', 'd'])).toBe(undefined);
});

test('white space and classic text around changed blocks stay what they were', () => {
  const [one, two, three] = ['one', 'two', 'three'].map(block);
  expect(
    mergeTexts(
      `${one}\n${two}${three}\n\n`,
      `${block('ONE')}\n${two}${three}\n\n`,
      `${one}\n${block('TWO')}${three}\n\n`,
    ),
  ).toBe(`${block('ONE')}\n${block('TWO')}${three}\n\n`);
  expect(
    mergeTexts(
      `Classic\n\n${one}${two}tail`,
      `Classic, mine\n\n${one}${two}tail`,
      `Classic\n\n${block('ONE')}${two}tail`,
    ),
  ).toBe(`Classic, mine\n\n${block('ONE')}${two}tail`);
  expect(mergeTexts(`Here${one}${two}there`, `Here${two}there`, `Here${one}there`)).toBe('Here\n\nthere');
});

test('500 random merges contain every word that either side added, and lose only words that one side removed', () => {
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
      const isRetained = base.includes(word) && !(mine.includes(word) && theirs.includes(word));
      expect([seed, word, isRetained || result.includes(`<p>${word}</p>`)]).toEqual([seed, word, true]);
    }
    for (const word of base)
      expect([seed, result.includes(`<p>${word}</p>`)]).toEqual([
        seed,
        mine.includes(word) && theirs.includes(word),
      ]);
  }
  expect(merged).toBeGreaterThan(350);
});

test('two editors who change different custom fields are merged, and the same one is left to a person', () => {
  const theirs = {
    id: 1,
    revision: 2,
    title: { raw: 'T' },
    content: { raw: text('a') },
    meta: { rating: 5, places: [{ name: 'Vienna' }] },
  } as unknown as StoredPost;
  const merge = (base: object, mine: object) =>
    mergePosts(
      { revision: 1, content: text('a'), fields: { ...base } },
      { content: text('a'), fields: { ...mine } },
      theirs,
    );
  expect(merge({ 'meta.places': [{ name: 'Vienna' }] }, { 'meta.places': [] })).toEqual({
    content: text('a'),
    met: [],
    fields: {},
  });
  expect(merge({ 'meta.rating': 4 }, { 'meta.rating': 3 }).met).toEqual(['meta.rating']);
  expect(merge({ 'meta.rating': 4 }, { 'meta.rating': 5 }).met).toEqual([]);
});
