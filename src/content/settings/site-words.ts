import { viewTexts } from '../../lib/view-texts.ts';
import { readerWords } from './definitions/translations.ts';
import type { Settings } from './settings.ts';

type ViewText = keyof typeof viewTexts;
const names = Object.keys(viewTexts) as ViewText[];
const known = new WeakMap<Settings, Readonly<Record<ViewText, string>>>();

/** What views say, as the site's translations have it. One object as long as the settings are. */
export function siteWords(settings: Settings): Readonly<Record<ViewText, string>> {
  const words = known.get(settings) ?? readerWords(settings, names);
  known.set(settings, words);
  return words;
}
