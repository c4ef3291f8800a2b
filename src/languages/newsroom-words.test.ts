import { expect, test } from 'vitest';
import { pluralsOf } from '../lib/plural.ts';
import { catalogues } from './catalogues.ts';
import { newsroomWords } from './newsroom-words.ts';
import { newsroomStrings } from './newsroom/en.ts';
import { serverLabels } from '../lib/server-labels.ts';

const known: ReadonlySet<string> = new Set([...newsroomStrings, ...serverLabels]);
const minWords = 200;

/** `%s` and `%d` of a string, sorted; positions don't matter. */
const placeholders = (words: string) =>
  [...words.matchAll(/%(?:\d\$)?([sd])/g)].map(([, kind]) => kind).toSorted();

test('every language of the readers’ strings has strings of the newsroom', () => {
  expect([...newsroomWords.keys()].toSorted()).toEqual([...catalogues.keys()].toSorted());
});

for (const [tag, words] of newsroomWords) {
  test(`in ${tag} the newsroom’s most frequent strings have whole translations`, () => {
    const entries = Object.entries(words);
    expect(entries.length).toBeGreaterThanOrEqual(minWords);
    expect(entries.filter(([english]) => !known.has(english))).toEqual([]);
    const { categories } = pluralsOf(tag);
    for (const [english, text] of entries) {
      const forms = text.split('|');
      expect([english, forms.length]).toEqual([english, english.includes('|') ? categories.length : 1]);
      const wanted = placeholders(english.split('|').at(-1) ?? '');
      expect([english, placeholders(forms.at(-1) ?? '')]).toEqual([english, wanted]);
      for (const form of forms) {
        const isCareless = form === '' || /[<>\u2066-\u2069\u200e\u200f]|\s{2}|^\s|\s$/u.test(form);
        expect([english, isCareless, placeholders(form).length <= wanted.length]).toEqual([
          english,
          false,
          true,
        ]);
      }
    }
  });
}
