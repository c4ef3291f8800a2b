import { isolateForms, isolateValues } from '../lib/bidi.ts';
import { isRightToLeft } from '../lib/language-tags.ts';
import { LruCache } from '../lib/lru-cache.ts';
import type { Catalogue } from './catalogue.ts';
import { readerTexts } from './en.ts';
import type { ReaderText } from './en.ts';

/** What a language says. */
export interface SaidBy {
  readonly words: Readonly<Record<ReaderText, string>>;
  /** Undefined: nothing here speaks it, and the words are English. */
  readonly catalogue: Catalogue | undefined;
}

/** Every catalogue by the tag of its language, which is its file's name. */
export const catalogues: ReadonlyMap<string, Catalogue> = new Map(
  Object.entries(catalogueFiles()).map(([file, { catalogue }]) => [
    tagOfFile(file, './catalogues/'),
    catalogue,
  ]),
);

/** The tag of the language that a file of words is named after. */
export function tagOfFile(file: string, folder: string): string {
  return Intl.getCanonicalLocales(file.slice(folder.length, -'.ts'.length)).join();
}

function catalogueFiles(): Readonly<Record<string, { readonly catalogue: Catalogue }>> {
  try {
    return import.meta.glob<{ catalogue: Catalogue }>('./catalogues/*.ts', { eager: true });
  } catch {
    return {}; // scripts of the project that read sources without the bundler, which puts the files here: they need no words
  }
}

const saidByTag = new LruCache<string, SaidBy>(10);

/**
 * What is said to readers of a site in this language: by its catalogue, or that of the same language elsewhere (`de-CH`: `de`; `pt-PT`: `pt-BR`), else in
 * English, which a text from right to left holds apart, as it does values that are filled in. What is no language tag is English.
 */
export function saidBy(tag: string): SaidBy {
  const known = saidByTag.get(tag);
  if (known) return known;
  const catalogue = inLanguage(catalogues, tag);
  const said = { catalogue, words: wordsOf(catalogue, isRightToLeft(tag)) };
  saidByTag.set(tag, said);
  return said;
}

function wordsOf(
  catalogue: Catalogue | undefined,
  isMirrored: boolean,
): Readonly<Record<ReaderText, string>> {
  if (!isMirrored) return catalogue ? { ...readerTexts, ...catalogue } : readerTexts;
  const own: Readonly<Record<string, string | undefined>> = catalogue ?? {};
  return Object.fromEntries(
    Object.entries(readerTexts).map(([name, english]) => {
      const words = own[name];
      return [name, words === undefined ? isolateForms(english) : isolateValues(words)];
    }),
  ) as Record<ReaderText, string>; // a text for each text
}

/** What there is for a language, or for the same one elsewhere; undefined: nothing, or it is English. */
export function inLanguage<Words>(byTag: ReadonlyMap<string, Words>, tag: string): Words | undefined {
  const own = byTag.get(tag);
  const wanted = own === undefined ? spokenIn(tag) : undefined;
  return wanted === undefined || wanted.startsWith('en-')
    ? own
    : [...byTag].find(([one]) => spokenIn(one) === wanted)?.[1];
}

/** A language and its script, `zh-Hant`: what those who read it can read, wherever they are. */
function spokenIn(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined; // RangeError: no language tag
  }
}
