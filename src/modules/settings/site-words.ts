import { viewTexts } from '../../lib/view-texts.ts';
import { readerText } from './definitions/translations.ts';
import type { Settings } from './settings.ts';

type ViewText = keyof typeof viewTexts;
const names = Object.keys(viewTexts) as ViewText[];
const wordsBySettings = new WeakMap<Settings, Readonly<Record<ViewText, string>>>();

/** What views say, as the site's translations have it. One object as long as the settings are, which asks them for the words that a view says. */
export function siteWords(settings: Settings): Readonly<Record<ViewText, string>> {
  const words = wordsBySettings.get(settings) ?? wordsOf(settings);
  wordsBySettings.set(settings, words);
  return words;
}

function wordsOf(settings: Settings): Readonly<Record<ViewText, string>> {
  const asking = names.map(
    (name) => [name, { enumerable: true, get: () => readerText(settings, name) }] as const,
  );
  return Object.create(null, Object.fromEntries(asking)) as Record<ViewText, string>; // each accessor gives the text of its name
}
