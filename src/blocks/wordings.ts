import { readerText } from '../modules/settings/definitions/translations.ts';
import { readerTexts } from '../languages/en.ts';
import type { ReaderText } from '../languages/en.ts';
import type { Settings as SiteSettings } from '../modules/settings/settings.ts';

const mark = 'translation_';

/** The settings of a block, in which a text `translation_{name}` stands for that wording: as the site has it. The same object where there is none. */
export function inSiteWords<Settings>(settings: Settings, site: SiteSettings): Settings {
  if (!namesWordings(settings)) return settings;
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      const name = wordingOf(value);
      return [key, name === undefined ? value : readerText(site, name)];
    }),
  ) as Settings; // a text for a text
}

/** Whether settings change with the site's translations. */
export function namesWordings(settings: unknown): settings is object {
  return (
    typeof settings === 'object' &&
    settings !== null &&
    Object.values(settings).some((value) => wordingOf(value) !== undefined)
  );
}

function wordingOf(value: unknown): ReaderText | undefined {
  if (typeof value !== 'string' || !value.startsWith(mark)) return undefined;
  const name = value.slice(mark.length);
  return Object.hasOwn(readerTexts, name) ? (name as ReaderText) : undefined; // asked just before
}
