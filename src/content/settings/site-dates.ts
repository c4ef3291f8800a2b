import type { DateStyle } from '../../lib/date-format.ts';
import type { TimeUnits } from '../../lib/time-ago.ts';
import { readerText } from './definitions/translations.ts';
import type { ReaderText } from './definitions/translations.ts';
import type { Settings } from './settings.ts';

const datesBySettings = new WeakMap<Settings, DateStyle>();

/**
 * How the site writes dates: its formats, its time zone, and the names that its translations give. One object as long as the settings are, which asks them for
 * what somebody needs.
 */
export function siteDates(settings: Settings): DateStyle {
  const style = datesBySettings.get(settings) ?? dateStyle(settings);
  datesBySettings.set(settings, style);
  return style;
}

function dateStyle(settings: Settings): DateStyle {
  const lists = new Map<string, readonly string[]>();
  const list = (name: ReaderText) => {
    const text = readerText(settings, name);
    const words = lists.get(text) ?? text.split(',').map((word) => word.trim());
    lists.set(text, words);
    return words;
  };
  return {
    get date() { return settings.date_format; },
    get time() { return settings.time_format; },
    get zone() { return settings.timezone_string; },
    names: {
      get months() { return list('month_names'); },
      get shortMonths() { return list('month_names_short'); },
      get days() { return list('day_names'); },
      get shortDays() { return list('day_names_short'); },
      get units() { return list('time_units'); },
    },
  };
}

/** The units of relative times in the site's words; undefined where they are the English ones. */
export function timeUnits(settings: Settings): TimeUnits | undefined {
  return settings.translation_time_units === '' ? undefined : siteDates(settings).names.units;
}
