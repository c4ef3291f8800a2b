import { Fragment, createElement } from 'react';
import type { ReactNode } from 'react';
import type { NewsroomString } from '../languages/newsroom/en.ts';
import { serverLabels } from '../lib/server-labels.ts';
import { isolateForms, isolateValues } from '../lib/bidi.ts';
import { fillIn } from '../lib/messages.ts';
import { pluralForm, pluralsOf } from '../lib/plural.ts';

/** The user's language and its translations by English string; sent with the page (`src/site/admin/admin-app.tsx`). */
export interface Spoken {
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly words: Readonly<Record<string, string>>;
}

const spoken: Spoken = {
  language: 'en',
  isRightToLeft: false,
  words: {},
  ...(JSON.parse(globalThis.document?.querySelector('#words')?.textContent ?? '{}') as Partial<Spoken>),
};
/** For WordPress' packages, which look up strings by themselves. */
export const { words: spokenWords, isRightToLeft: isMirrored } = spoken;

const plurals = pluralsOf([spoken.language, 'en']);
const englishPlurals = pluralsOf('en');

function translated(english: string): string | undefined {
  const words = Object.hasOwn(spokenWords, english) ? spokenWords[english] : undefined;
  return words !== undefined && isMirrored ? isolateValues(words) : words;
}

const hasWords = (english: string): boolean => /\p{L}/u.test(english.replaceAll(/%(?:\d\$)?[sd]/g, ''));

const inEnglish = (english: string): string =>
  !isMirrored ? english : hasWords(english) ? isolateForms(english) : isolateValues(english);

/** An English string in the user's language, with values for `%s`, `%d` and `%2$s`. */
export function say(english: NewsroomString, ...values: readonly (string | number)[]): string {
  return fillIn(translated(english) ?? inEnglish(english), ...values);
}

/** The plural form for a count, such as `say` with `%d post|%d posts`; without values, the count fills `%d`. */
export function sayCount(
  english: NewsroomString,
  count: number,
  ...values: readonly (string | number)[]
): string {
  const own = translated(english);
  const form =
    own === undefined
      ? pluralForm(inEnglish(english), count, englishPlurals)
      : pluralForm(own, count, plurals);
  return fillIn(form, ...(values.length > 0 ? values : [count]));
}

/** As `say`, with elements in place of `%s` or `%2$s`. */
export function sayWith(english: NewsroomString, ...elements: readonly ReactNode[]): ReactNode {
  let turn = 0;
  const parts = (translated(english) ?? inEnglish(english)).split(/(%(?:\d\$)?s)/);
  return parts.map((part, key) => {
    const place = /^%(?:(\d)\$)?s$/.exec(part);
    if (!place) return part;
    const element = elements[place[1] === undefined ? turn++ : Number(place[1]) - 1];
    return createElement(Fragment, { key }, element);
  });
}

const ownLabels: ReadonlySet<string> = new Set(serverLabels);

/** The server's label of a type, taxonomy or role; those that a site has named stay as they are. */
export const sayLabel = (label: string): string =>
  (ownLabels.has(label) ? translated(label) : undefined) ?? label;

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** A label within a sentence: in lower case, except in German, whose nouns have a capital. */
export function inSentence(label: string): string {
  if (spoken.language.startsWith('de')) return label;
  // An English label has no dotless i in a Turkish sentence.
  return isAscii(label) ? label.toLowerCase() : label.toLocaleLowerCase(spoken.language);
}
