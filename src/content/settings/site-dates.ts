import type { DateStyle } from '../../lib/date-format.ts';
import { readerText } from './definitions/translations.ts';
import type { ReaderText } from './definitions/translations.ts';
import type { Settings } from './settings.ts';

const known = new WeakMap<Settings, DateStyle>();

/** How the site writes dates: its formats, its time zone, and the names that its translations give. Kept as long as the settings are. */
export function siteDates(settings: Settings): DateStyle {
  const kept = known.get(settings);
  if (kept) return kept;
  const list = (name: ReaderText) => readerText(settings, name).split(',').map((word) => word.trim());
  const style: DateStyle = {
    date: settings.date_format,
    time: settings.time_format,
    zone: settings.timezone_string,
    names: { months: list('month_names'), shortMonths: list('month_names_short'), days: list('day_names'), shortDays: list('day_names_short') },
  };
  known.set(settings, style);
  return style;
}
