import { fillIn } from '../../lib/messages.ts';
import { pluralForm, pluralsOf } from '../../lib/plural.ts';

/** A wording that counts, in the form that the page's language has for this many, and filled with it, as the server writes it. */
export function countedHere(words: string, count: number): string {
  const languages = [document.documentElement.lang, 'en-US'];
  return fillIn(pluralForm(words, count, pluralsOf(languages)), count.toLocaleString(languages));
}
