import { catalogues } from '../../languages/catalogues.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { isLanguage } from './definitions/general.ts';

/** Whether there is a language of this tag: the runtime has a name for it, or knows in what script it is written. */
export function isKnownLanguage(tag: string): boolean {
  if (!isLanguage(tag)) return false;
  const { language } = new Intl.Locale(tag) as { readonly language: string | undefined }; // of "und" none up to Node 24, "und" itself from 26 on
  if (language === undefined || language === 'und') return false;
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language);
  return name !== undefined || new Intl.Locale(language).maximize().script !== undefined;
}

/**
 * Throws `InvalidInputError` where a site is to be in a language that does not exist. Imports don't ask: whatever an export says is kept. What is no language
 * tag is the writer's to refuse.
 */
export function checkLanguage(tag: unknown): void {
  if (typeof tag !== 'string' || !isLanguage(tag) || isKnownLanguage(tag)) return;
  const said = [...catalogues.keys(), 'en'].toSorted().join(', ');
  const message =
    `There is no language "${tag}" for site_language. Readers find everything in ${said}; other languages that exist, such as sv or fa, have ` +
    'their own dates and numbers, and English words.';
  throw new InvalidInputError(message, 'rest_invalid_param', { site_language: message });
}
