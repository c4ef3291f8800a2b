import { expect, test } from 'vitest';
import { bundledLibrary, bundledFile } from '../modules/templates/library/library.ts';
import { catalogues } from './catalogues.ts';
import { librarySaid, libraryWords } from './library-words.ts';

const all = [...bundledLibrary().values()];

test('every language has strings for the library', () => {
  expect([...libraryWords.keys()].toSorted()).toEqual([...catalogues.keys()].toSorted());
});

for (const [tag, words] of libraryWords) {
  test(`in ${tag} each template of the library has its own title and description, and nothing else has`, () => {
    expect(Object.keys(words).toSorted()).toEqual(all.map(({ name }) => name).toSorted());
    for (const { name, description } of all) {
      const [title = '', text = ''] = words[name] ?? [];
      const isCareless = [title, text].some((said) => said === '' || /[<>]|\s{2}|^\s|\s$/.test(said));
      expect([name, title.length <= 100, text.length <= 300, text === description, isCareless]).toEqual([
        name,
        true,
        true,
        false,
        false,
      ]);
    }
    for (const type of new Set(all.map((one) => one.type))) {
      const ofType = all.filter((one) => one.type === type).map(({ name }) => words[name]?.[0]);
      expect([type, new Set(ofType).size]).toEqual([type, ofType.length]);
    }
  });
}

test('names templates in the site’s language, for all its regions, and in English for others', () => {
  const title = (tag: string) => bundledFile('single-essay', tag).templates.map((one) => one.title);
  expect(title('de-CH')).toEqual(['Essay', 'Lesen am Smartphone']);
  for (const tag of ['nl', 'en-GB']) expect(title(tag)).toEqual(['Essay', 'Reading on phones']);
  const other = { name: 'single-essay-of-others', title: 'Mine', description: '' };
  expect(librarySaid(other, 'de')).toBe(other);
});
