import { shortNames } from '../../lib/date-format.ts';
import type { DateStyle } from '../../lib/date-format.ts';
import { languageOf } from '../../lib/language.ts';
import type { Language } from '../../lib/language.ts';
import { englishUnits } from '../../lib/time-ago.ts';
import type { TimeUnits } from '../../lib/time-ago.ts';
import type { Settings } from './settings.ts';

const datesBySettings = new WeakMap<Settings, DateStyle>();

/**
 * How the site writes dates and numbers: its own formats and names, else those of its language, on clocks of its time zone. One object as long as the settings
 * are, which asks them for what somebody needs.
 */
export function siteDates(settings: Settings): DateStyle {
  const style = datesBySettings.get(settings) ?? dateStyle(settings);
  datesBySettings.set(settings, style);
  return style;
}

function dateStyle(settings: Settings): DateStyle {
  const lists = new Map<string, readonly string[]>();
  const listOf = (text: string) => {
    const words = lists.get(text) ?? text.split(',').map((word) => word.trim());
    lists.set(text, words);
    return words;
  };
  /** The site's own names, else those of its language. */
  const named = (own: string, names: () => readonly string[]) => (own === '' ? names() : listOf(own));
  let spoken: Language | undefined;
  const language = () => {
    const { site_language: tag } = settings; // who asks has read it, though it is looked up once
    return (spoken ??= languageOf(tag));
  };
  return {
    get date() {
      return settings.date_format || language().date;
    },
    get shortDate() {
      const { date_format: own } = settings;
      return own === '' ? language().shortDate : shortNames(own);
    },
    get day() {
      const { date_format: own } = settings;
      return own === '' ? language().day : /(?<!\\)[lD]/.test(own) ? own : `l, ${own}`;
    },
    get time() {
      return settings.time_format || language().time;
    },
    get zone() {
      return settings.timezone_string;
    },
    get language() {
      return language();
    },
    names: {
      get months() {
        return named(settings.translation_month_names, () => language().names.months);
      },
      get shortMonths() {
        return named(settings.translation_month_names_short, () => language().names.shortMonths);
      },
      get datedMonths() {
        return named(settings.translation_month_names, () => language().names.datedMonths);
      },
      get shortDatedMonths() {
        return named(settings.translation_month_names_short, () => language().names.shortDatedMonths);
      },
      get days() {
        return named(settings.translation_day_names, () => language().names.days);
      },
      get shortDays() {
        return named(settings.translation_day_names_short, () => language().names.shortDays);
      },
      get dayInitials() {
        const { translation_day_names_short: own } = settings;
        return own === ''
          ? language().names.dayInitials
          : listOf(own).map((name) => Array.from(name)[0] ?? '');
      },
      get halves() {
        return language().names.halves;
      },
      get units() {
        const { translation_time_units: own } = settings;
        return own === '' ? (language().isEnglish ? englishUnits : undefined) : listOf(own);
      },
    },
  };
}

/** The units of relative times in the site's words; undefined where nobody has replaced those of its language. */
export function timeUnits(settings: Settings): TimeUnits | undefined {
  return settings.translation_time_units === '' ? undefined : siteDates(settings).names.units;
}
