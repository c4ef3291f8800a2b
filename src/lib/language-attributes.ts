import { LruCache } from './lru-cache.ts';
import { escapeHtml } from './plain-text.ts';

/** Scripts that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set([
  'Arab',
  'Aran',
  'Adlm',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

/** What `<html>` says of a language: its tag, and the direction of its script where that is not the usual one. */
export function languageAttributes(language: string): string {
  return `lang="${escapeHtml(language)}"${isRightToLeft(language) ? ' dir="rtl"' : ''}`;
}

/** Asking the runtime for a script takes a tenth of a millisecond, for every page. */
const scriptByTag = new LruCache<string, string>(10);

/** Whether a language is written from right to left; what is no language tag is not. */
export const isRightToLeft = (language: string): boolean => rightToLeft.has(scriptOf(language));

/** The script that a language is written in, by ISO 15924 (`Latn`); empty for what is no language tag, or none that the runtime knows. */
export function scriptOf(language: string): string {
  const known = scriptByTag.get(language);
  if (known !== undefined) return known;
  const found = findScript(language);
  scriptByTag.set(language, found);
  return found;
}

function findScript(language: string): string {
  try {
    return new Intl.Locale(language).maximize().script ?? '';
  } catch {
    return ''; // RangeError: no language tag
  }
}
