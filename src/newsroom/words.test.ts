import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const spoken = {
  language: 'pl',
  words: {
    Trash: 'Kosz',
    'Page %d of %d': 'Strona %d z %d',
    '%d selected|%d selected': '%d wybrany|%d wybrane|%d wybranych|%d wybrane',
    'No results for “%s”.': '„%s”: brak wyników.',
    Posts: 'Wpisy',
  },
};

const inPage = async (sent: unknown) => {
  vi.resetModules();
  vi.stubGlobal('document', {
    querySelector: () => (sent === undefined ? null : { textContent: JSON.stringify(sent) }),
  });
  return import('./words.ts');
};

let words: Awaited<ReturnType<typeof inPage>>;
beforeEach(async () => {
  words = await inPage(spoken);
});
afterEach(() => vi.unstubAllGlobals());

test('strings are translated one by one, and those without a translation stay English', () => {
  expect([words.say('Trash'), words.say('Cancel')]).toEqual(['Kosz', 'Cancel']);
  expect(words.say('Page %d of %d', 2, 7)).toBe('Strona 2 z 7');
});

test('plural forms are those of the language, or of English', () => {
  expect([1, 2, 5].map((count) => words.sayCount('%d selected|%d selected', count))).toEqual([
    '1 wybrany',
    '2 wybrane',
    '5 wybranych',
  ]);
  expect([1, 2, 5].map((count) => words.sayCount('%d file|%d files', count))).toEqual([
    '1 file',
    '2 files',
    '5 files',
  ]);
});

test('elements stand where the translation has their placeholder', () => {
  const parts = words.sayWith('No results for “%s”.', 'zupa') as readonly unknown[];
  expect(parts[0]).toBe('„');
  expect(parts[1]).toMatchObject({ props: { children: 'zupa' } });
  expect(parts[2]).toBe('”: brak wyników.');
});

test('names of properties that every object has are not translations', async () => {
  expect(words.sayLabel('constructor')).toBe('constructor');
  expect([words.sayLabel('Posts'), words.sayLabel('Trash')]).toEqual(['Wpisy', 'Trash']);
});

test('labels within sentences are in lower case, except nouns in German', async () => {
  expect(words.inSentence('Wpisy')).toBe('wpisy');
  expect((await inPage({ language: 'de', words: {} })).inSentence('Beiträge')).toBe('Beiträge');
  const turkish = await inPage({ language: 'tr', words: {} });
  expect([turkish.inSentence('Items'), turkish.inSentence('İçerik')]).toEqual(['items', 'içerik']);
});

test('English in a right-to-left page keeps its punctuation at its end', async () => {
  const hebrew = await inPage({
    language: 'he',
    isRightToLeft: true,
    words: { 'Delete %s?': 'למחוק את %s?' },
  });
  expect(hebrew.say('Nothing found.')).toBe('Nothing found.\u200e');
  expect(hebrew.say('Delete %s?', '(Ada)')).toBe('למחוק את \u2068(Ada)\u2069?');
  expect(hebrew.say('%s: %s', 'א', 'ב')).toBe('\u2068א\u2069: \u2068ב\u2069');
});

test('a page without words is English', async () => {
  const english = await inPage(undefined);
  expect([english.say('Trash'), english.sayCount('%d file|%d files', 1)]).toEqual(['Trash', '1 file']);
});
