import { fillIn } from '../../lib/messages.ts';
import { pluralForm, pluralsOf } from '../../lib/plural.ts';

/** Fills in a counting string with the page language's plural form, as the server does. */
export function countedHere(words: string, count: number): string {
  const languages = [document.documentElement.lang, 'en-US'];
  return fillIn(pluralForm(words, count, pluralsOf(languages)), count.toLocaleString(languages));
}
