import { isolateForms, isolateValues } from '../lib/bidi.ts';
import { isRightToLeft } from '../lib/language-tags.ts';
import { LruCache } from '../lib/lru-cache.ts';
import type { Catalogue } from './catalogue.ts';
import { readerTexts } from './en.ts';
import type { ReaderText } from './en.ts';

export interface SaidBy {
  readonly words: Readonly<Record<ReaderText, string>>;
  /** Undefined: no catalogue has the language, and the strings are English. */
  readonly catalogue: Catalogue | undefined;
}

/** By language tag, which is the file's name. */
export const catalogues: ReadonlyMap<string, Catalogue> = new Map(
  Object.entries(catalogueFiles()).map(([file, { catalogue }]) => [
    tagOfFile(file, './catalogues/'),
    catalogue,
  ]),
);

export function tagOfFile(file: string, folder: string): string {
  return Intl.getCanonicalLocales(file.slice(folder.length, -'.ts'.length)).join();
}

function catalogueFiles(): Readonly<Record<string, { readonly catalogue: Catalogue }>> {
  try {
    return import.meta.glob<{ catalogue: Catalogue }>('./catalogues/*.ts', { eager: true });
  } catch {
    return {}; // scripts that read sources without the bundler, which lists the files, need no catalogues
  }
}

const saidByTag = new LruCache<string, SaidBy>(10);

/**
 * A language's strings: of its catalogue or a regional variant (`de-CH`: `de`; `pt-PT`: `pt-BR`), else English, as for invalid
 * tags. In right-to-left languages, English strings and inserted values are directionally isolated.
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
  ) as Record<ReaderText, string>; // one string per string
}

/** The entry for a language or a regional variant of it; undefined if there is no match, or for English. */
export function inLanguage<Words>(byTag: ReadonlyMap<string, Words>, tag: string): Words | undefined {
  const own = byTag.get(tag);
  const wanted = own === undefined ? spokenIn(tag) : undefined;
  return wanted === undefined || wanted.startsWith('en-')
    ? own
    : [...byTag].find(([one]) => spokenIn(one) === wanted)?.[1];
}

/** Language and script, `zh-Hant`: regional variants with the same one are mutually readable. */
function spokenIn(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined; // RangeError: no language tag
  }
}
