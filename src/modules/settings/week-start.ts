import { languageOf } from '../../lib/language.ts';
import { weekDays } from '../../lib/week-days.ts';
import type { Settings } from './settings.ts';

/** The first day of a week in calendars, 0 (Sunday) to 6: the chosen one, or that of the site's language. */
export function weekStart({
  start_of_week: chosen,
  site_language: language,
}: Pick<Settings, 'start_of_week' | 'site_language'>): number {
  return chosen === '' ? languageOf(language).firstDay : weekDays.indexOf(chosen);
}
