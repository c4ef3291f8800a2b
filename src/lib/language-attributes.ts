import { LruCache } from './lru-cache.ts';
import { escapeHtml } from './plain-text.ts';

/** Scripts that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set(['Arab', 'Aran', 'Adlm', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** What `<html>` says of a language: its tag, and the direction of its script where that is not the usual one. */
export function languageAttributes(language: string): string {
  return `lang="${escapeHtml(language)}"${isRightToLeft(language) ? ' dir="rtl"' : ''}`;
}

/** Asking the runtime for a script takes a tenth of a millisecond, for every page. */
const directions = new LruCache<string, boolean>(10);

/** Whether a language is written from right to left; what is no language tag is not. */
export function isRightToLeft(language: string): boolean {
  const known = directions.get(language);
  if (known !== undefined) return known;
  const found = rightToLeft.has(scriptOf(language));
  directions.set(language, found);
  return found;
}

function scriptOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().script ?? '';
  } catch {
    return ''; // RangeError: no language tag
  }
}
