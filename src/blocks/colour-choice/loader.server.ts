import { coloursAtFirst } from '../../modules/settings/site-facts.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';

export interface ColourChoiceData {
  readonly legend: string;
  /** Value and label of each choice. `system` is only offered if it is the site's default. */
  readonly choices: readonly (readonly ['light' | 'dark' | 'system', string])[];
}

/** Undefined if readers have no choice. */
export async function load(
  _settings: unknown,
  { content }: LoadContext,
): Promise<ColourChoiceData | undefined> {
  const site = await content.settings.current();
  if (!site.dark_mode_toggle) return undefined;
  return {
    legend: readerText(site, 'colours'),
    choices: [
      ['light', readerText(site, 'colours_light')],
      ['dark', readerText(site, 'dark')],
      ...(coloursAtFirst(site) === 'auto' ? [['system', readerText(site, 'colours_system')] as const] : []),
    ],
  };
}
