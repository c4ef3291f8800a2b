import { expect, test } from 'vitest';
import { pluralsOf } from '../lib/plural.ts';
import { saidByIntl, spokenSettings } from './catalogue.ts';
import { catalogues, saidBy } from './catalogues.ts';
import { readerTexts } from './en.ts';
import { defaultSettings } from '../modules/settings/settings.ts';

/** Every string of a catalogue, with its English source. */
const english: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(readerTexts).filter(([name]) => !(saidByIntl as readonly string[]).includes(name)),
  ),
  ...Object.fromEntries(spokenSettings.map((key) => [key, defaultSettings[key]])),
};
/** Placeholders of a text, numbered: `%s and %d` as `1s 2d`. */
const placesOf = (text: string) =>
  [...text.matchAll(/%(?:(\d)\$)?([sd])/g)]
    .map(([, number, kind], turn) => `${number ?? turn + 1}${kind}`)
    .toSorted();
/** Whether a text begins or ends with a space. */
const endsOf = (text: string) => `${/^\s/.test(text)} ${/\s$/.test(text)}`;
/** Forms that can omit the number: the form itself implies it ("one response"), or no other number shares it. */
const impliedForms = new Set(['zero', 'one', 'two']);

test('ten languages have a catalogue, and English is the first', () => {
  expect(['en', ...catalogues.keys()].toSorted()).toEqual([
    'ar',
    'de',
    'en',
    'es',
    'fr',
    'he',
    'ja',
    'pl',
    'pt-BR',
    'tr',
  ]);
});

for (const [tag, catalogue] of catalogues) {
  test(`the catalogue ${tag} has exactly the strings of the English one`, () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(english)); // sorted, so that both can be compared
    const categories = pluralsOf(tag).categories;
    const faults = Object.entries(catalogue).flatMap(([name, text]) => {
      const words = english[name] ?? '';
      const forms = text.split('|');
      const wanted = words.includes('|') ? categories.length : 1;
      if (forms.length !== wanted)
        return [`${name}: ${forms.length} forms, and the language has ${wanted} (${categories.join(', ')})`];
      const places = placesOf(words.split('|').at(-1) ?? '');
      return forms.flatMap((form, index) => {
        const mayHideNumber = words.includes('|') && impliedForms.has(categories[index] ?? '');
        const shown = mayHideNumber ? places.filter((place) => !place.endsWith('d')) : places;
        const isFilled = placesOf(form).join() === places.join() || placesOf(form).join() === shown.join();
        return [
          ...(isFilled
            ? []
            : [`${name}: “${form}” has ${placesOf(form).join(' ')}, and is given ${places.join(' ')}`]),
          // Scripts and views look for a single placeholder in the English form.
          ...(places.length === 1 && /%\d\$/.test(form) && !/%\d\$/.test(words)
            ? [`${name}: “${form}” numbers its only place`]
            : []),
          ...(form.trim() === '' || /\s{2}|\u2026\.|\.\.\.\./.test(form)
            ? [`${name}: “${form}” is empty or carelessly spaced`]
            : []),
          ...(endsOf(form) === endsOf(words)
            ? []
            : [`${name}: “${form}” begins or ends otherwise than English`]),
          ...(/<|>|&[a-z]+;/.test(form) ? [`${name}: “${form}” holds markup`] : []),
        ];
      });
    });
    expect(faults).toEqual([]);
  });
}

test('the label of a reply link contains its visible text, for voice control', () => {
  const saysIt = (said: string, shown: string) =>
    new RegExp(String.raw`(?<!\p{Script=Arabic})${shown}`, 'iu').test(said);
  const faults = [...catalogues].filter(
    ([, { comment_reply: shown = '', comment_reply_to: said = '' }]) => !saysIt(said, shown),
  );
  expect(faults.map(([tag]) => tag)).toEqual([]);
});

test('a language is used for all its regions in the script that they read, and others get English', () => {
  expect(saidBy('de-CH').catalogue).toBe(catalogues.get('de'));
  expect(saidBy('pt-PT').catalogue).toBe(catalogues.get('pt-BR'));
  expect(saidBy('iw').catalogue).toBe(catalogues.get('he'));
  for (const tag of ['en', 'en-GB', 'en-US', 'ja-Latn', 'zh-Hans', 'nl', '', 'no language', 'x-de'])
    expect(saidBy(tag).catalogue, tag).toBeUndefined();
  expect(saidBy('fa').words.comment_closed).toBe('Comments are closed.\u200e');
});

test('isolates values of either direction in right-to-left strings', () => {
  expect(saidBy('ar').words.search_title).toMatch(/\u2068%s\u2069/);
  expect(saidBy('de').words.search_title).not.toMatch(/\u2068/);
});
