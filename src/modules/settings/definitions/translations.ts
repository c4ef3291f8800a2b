import type { z } from 'zod';
import { saidBy } from '../../../languages/catalogues.ts';
import { readerTexts } from '../../../languages/en.ts';
import type { ReaderText } from '../../../languages/en.ts';
import { fillIn } from '../../../lib/messages.ts';
import { isolateValues } from '../../../lib/bidi.ts';
import { isRightToLeft } from '../../../lib/language-tags.ts';
import { languageOf } from '../../../lib/language.ts';
import { line, setting, settingGroup } from '../kinds.ts';
import type { SettingDefinition } from '../kinds.ts';

type TranslationKey = `translation_${ReaderText}`;
const text = line(500);

function translation(name: ReaderText): SettingDefinition<typeof text> {
  const words = readerTexts[name];
  const isList = /^(?:month_names|day_names|time_units)/.test(name);
  const expected = words.split(',').length;
  const schema: typeof text = isList
    ? text.refine(
        (value) => value === '' || value.split(',').length === expected,
        `expected ${expected} names with commas between them`,
      )
    : text;
  return setting(schema, {
    default: '',
    title: words,
    help: isList
      ? `Replaces these ${expected} names. Separate them with commas. Leave empty for the site language’s names.`
      : words.includes('|')
        ? 'Replaces this text. Separate the singular and plural forms with |. Leave empty for the site language’s text.'
        : 'Replaces this text. Leave empty for the site language’s text.',
  });
}

const names = Object.keys(readerTexts) as ReaderText[];
/** Precomputed setting keys: a page reads hundreds of strings, and building a key takes longer than the lookup. */
const keyByName = Object.fromEntries(names.map((name) => [name, `translation_${name}`])) as Readonly<
  Record<ReaderText, TranslationKey>
>;

export const translations = settingGroup(
  'translations',
  'Translations',
  Object.fromEntries(names.map((name) => [`translation_${name}`, translation(name)])) as Readonly<
    Record<TranslationKey, SettingDefinition<z.ZodString>>
  >,
);

/** A site without a language is in English. */
interface Worded extends Readonly<Record<TranslationKey, string>> {
  readonly site_language?: string;
}

/** The strings that differ from the English ones built into scripts. */
export function replacedTexts<Name extends ReaderText>(
  settings: Worded,
  of: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(of) as Name[]) {
    const words = readerText(settings, name);
    if (words !== of[name]) texts[name] = words;
  }
  return texts;
}

export function readerWords<Name extends ReaderText>(
  settings: Worded,
  requested: readonly Name[],
): Readonly<Record<Name, string>> {
  return Object.fromEntries(requested.map((name) => [name, readerText(settings, name)])) as Record<
    Name,
    string
  >; // fromEntries can't carry the names
}

/**
 * Returns a string for readers: its translation in the settings, else that of the site's language (`saidBy`). Values
 * are inserted with bidi isolation where needed, in either writing direction.
 */
export function readerText(settings: Worded, name: ReaderText): string {
  const translated = settings[keyByName[name]];
  if (translated)
    return translated.includes('%') && isRightToLeft(settings.site_language ?? '')
      ? isolateValues(translated)
      : translated;
  const { site_language: language } = settings;
  return language === undefined ? readerTexts[name] : saidBy(language).words[name];
}

/** The text of the site's language that a translation replaces; undefined for other settings. */
export function replacedText(key: string, { site_language: language }: Spoken): string | undefined {
  const name = names.find((one) => keyByName[one] === key);
  return name && saidBy(language).words[name];
}

interface Spoken extends Worded {
  readonly site_language: string;
}

/** Returns a string with a count: `1 comment`, `12 comments`. */
export function readerCount(settings: Spoken, name: ReaderText, count: number): string {
  return languageOf(settings.site_language).counted(readerText(settings, name), count);
}

/** Returns a string with numbers that are not counts: `Page 2`, in the digits of the site's language. */
export function numberedText(settings: Spoken, name: ReaderText, ...numbers: readonly number[]): string {
  const { digits } = languageOf(settings.site_language);
  return fillIn(readerText(settings, name), ...numbers.map((number) => digits(String(number))));
}
