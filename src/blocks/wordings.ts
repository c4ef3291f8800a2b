import { readerText } from '../modules/settings/definitions/translations.ts';
import { readerTexts } from '../languages/en.ts';
import type { ReaderText } from '../languages/en.ts';
import type { Settings as SiteSettings } from '../modules/settings/settings.ts';

const mark = 'translation_';

/** Replaces `translation_{name}` values in a block's settings by the site's strings. Without any, returns the same object. */
export function inSiteWords<Settings>(settings: Settings, site: SiteSettings): Settings {
  if (!namesWordings(settings)) return settings;
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      const name = wordingOf(value);
      return [key, name === undefined ? value : readerText(site, name)];
    }),
  ) as Settings; // strings are replaced by strings
}

/** Whether settings depend on the site's translations. */
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
  return Object.hasOwn(readerTexts, name) ? (name as ReaderText) : undefined; // checked just before
}
