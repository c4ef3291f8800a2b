import type { DateStyle } from '../../lib/date-format.ts';
import type { TimeUnits } from '../../lib/time-ago.ts';
import { readerText } from './definitions/translations.ts';
import type { ReaderText } from './definitions/translations.ts';
import type { Settings } from './settings.ts';

const known = new WeakMap<Settings, DateStyle>();

/** How the site writes dates: its formats, its time zone, and the names that its translations give. Kept as long as the settings are. */
export function siteDates(settings: Settings): DateStyle {
  const kept = known.get(settings);
  if (kept) return kept;
  const list = (name: ReaderText) => names(settings, name);
  const style: DateStyle = {
    date: settings.date_format,
    time: settings.time_format,
    zone: settings.timezone_string,
    names: { months: list('month_names'), shortMonths: list('month_names_short'), days: list('day_names'), shortDays: list('day_names_short'), units: list('time_units') },
  };
  known.set(settings, style);
  return style;
}

function names(settings: Settings, name: ReaderText): string[] {
  return readerText(settings, name).split(',').map((word) => word.trim());
}

/** The units of relative times in the site's words; undefined where they are the English ones. */
export function timeUnits(settings: Settings): TimeUnits | undefined {
  return settings.translation_time_units === '' ? undefined : siteDates(settings).names.units;
}
