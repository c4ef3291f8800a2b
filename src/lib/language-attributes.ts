import { escapeHtml } from './plain-text.ts';

/** Scripts that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set(['Arab', 'Aran', 'Adlm', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** What `<html>` says of a language: its tag, and the direction of its script where that is not the usual one. */
export function languageAttributes(language: string): string {
  return `lang="${escapeHtml(language)}"${isRightToLeft(language) ? ' dir="rtl"' : ''}`;
}

function isRightToLeft(language: string): boolean {
  try {
    return rightToLeft.has(new Intl.Locale(language).maximize().script ?? '');
  } catch {
    return false; // RangeError: no language tag
  }
}
