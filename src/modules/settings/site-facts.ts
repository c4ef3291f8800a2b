import type { Settings } from './settings.ts';
import { typographyOf } from '../../lib/typography/typography.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import { readerText } from './definitions/translations.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { login } from './definitions/services.ts';
import { catalogues } from '../../languages/catalogues.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { isLanguage } from './definitions/general.ts';
import { languageOf } from '../../lib/language.ts';
import { shortNames, weekDays } from '../../lib/dates.ts';
import type { DateStyle } from '../../lib/dates.ts';
import type { Language } from '../../lib/language.ts';
import { englishUnits } from '../../lib/time-ago.ts';
import type { TimeUnits } from '../../lib/time-ago.ts';

/** The site's title, or its host if there is no title, since many programs require a name. */
export function nameOfSite({ blogname }: Pick<Settings, 'blogname'>, siteUrl: string): string {
  return blogname.trim() || new URL(siteUrl).host;
}

export type TypographySettings = Pick<Settings, 'texturize' | 'site_language'>;

/** Typographic marks for readers. Stored, searched and edited texts stay as typed. */
export function siteTypography(settings: TypographySettings): Typography {
  return typographyOf(textLanguage(settings));
}

export function textLanguage({ texturize, site_language: language }: TypographySettings): string | undefined {
  return texturize ? language : undefined;
}

type ViewText = keyof typeof viewTexts;
const viewNames = Object.keys(viewTexts) as ViewText[];
const wordsBySettings = new WeakMap<Settings, Readonly<Record<ViewText, string>>>();

/** The views' strings in the site's translations. One object per settings object; looks strings up lazily. */
export function siteWords(settings: Settings): Readonly<Record<ViewText, string>> {
  const words = wordsBySettings.get(settings) ?? wordsOf(settings);
  wordsBySettings.set(settings, words);
  return words;
}

function wordsOf(settings: Settings): Readonly<Record<ViewText, string>> {
  const accessors = viewNames.map(
    (name) => [name, { enumerable: true, get: () => readerText(settings, name) }] as const,
  );
  return Object.create(null, Object.fromEntries(accessors)) as Record<ViewText, string>; // each accessor returns the string of its name
}

export function adminEmail({ admin_email: email }: Pick<Settings, 'admin_email'>): string {
  return email;
}

export function siteMailbox(settings: Pick<Settings, 'admin_email'>): string {
  return normalizeEmail(adminEmail(settings));
}

export function coloursAtFirst({
  default_color_scheme: scheme,
}: Pick<Settings, 'default_color_scheme'>): 'light' | 'dark' | 'auto' {
  return scheme;
}

export const darkAtFirst = { default_color_scheme: 'dark' } as const satisfies Partial<Settings>;

/** Id of the front page; 0: the newest posts. */
export function frontPageOf(settings: Pick<Settings, 'show_on_front' | 'page_on_front'>): number {
  return settings.show_on_front === 'page' ? settings.page_on_front : 0;
}

/** Id of the page that the list of newest posts replaces; 0: none, or the list is the front page. */
export function postsPageOf(settings: Pick<Settings, 'show_on_front' | 'page_for_posts'>): number {
  return settings.show_on_front === 'page' ? settings.page_for_posts : 0;
}

export type FormerSettings = Pick<Settings, 'imported_from'>;

/** URLs of the sites from which content was imported, with their folders: `https://old.example/blog`. */
export function formerAddresses({ imported_from: addresses }: FormerSettings): readonly string[] {
  return addresses;
}

export function formerSites(settings: FormerSettings): FormerSites {
  return new FormerSites(formerAddresses(settings));
}

export function withFormerAddress(settings: FormerSettings, address: string): Partial<Settings> | undefined {
  const known = formerAddresses(settings);
  return known.includes(address) ? undefined : { imported_from: [...known, address] };
}

/** Role names for new registrations; such a role may not exist. */
export function firstRoles({ default_role: role }: Pick<Settings, 'default_role'>): readonly string[] {
  return [role];
}

export function firstRolesIn(changes: Readonly<Record<string, unknown>>): readonly string[] {
  const parsed = login.settings.default_role.schema.safeParse(changes['default_role']);
  return parsed.success ? firstRoles({ default_role: parsed.data }) : [];
}

export function needsSecondStep(
  { second_factor_roles: needing }: Pick<Settings, 'second_factor_roles'>,
  roles: readonly string[],
): boolean {
  return roles.some((role) => needing.includes(role));
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether the language of a tag exists: the runtime knows its name or its script. */
export function isKnownLanguage(tag: string): boolean {
  if (!isLanguage(tag)) return false;
  const { language } = new Intl.Locale(tag) as { readonly language: string | undefined }; // for "und": undefined up to Node 24, "und" from 26
  if (language === undefined || language === 'und') return false;
  return (
    languageNames.of(language) !== undefined || new Intl.Locale(language).maximize().script !== undefined
  );
}

/**
 * Throws `InvalidInputError` for a language that does not exist. Imports skip this check and store any tag; malformed
 * tags are rejected by the writer.
 */
export function checkLanguage(tag: unknown): void {
  if (typeof tag !== 'string' || !isLanguage(tag) || isKnownLanguage(tag)) return;
  const tags = [...catalogues.keys(), 'en'].toSorted().join(', ');
  const message =
    `There is no language "${tag}" for site_language. Readers find everything in ${tags}; other languages that exist, such as sv or fa, have ` +
    'their own dates and numbers, and English words.';
  throw new InvalidInputError(message, 'rest_invalid_param', { site_language: message });
}

/** First day of the week in calendars, 0 (Sunday) to 6: the chosen one, else the language's. */
export function weekStart({
  start_of_week: chosen,
  site_language: language,
}: Pick<Settings, 'start_of_week' | 'site_language'>): number {
  return chosen === '' ? languageOf(language).firstDay : weekDays.indexOf(chosen);
}

const datesBySettings = new WeakMap<Settings, DateStyle>();

/** Date and number formats: the site's own, else the language's, in its time zone. One object per settings object; evaluates settings lazily. */
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
  const named = (own: string, names: () => readonly string[]) => (own === '' ? names() : listOf(own));
  let spoken: Language | undefined;
  const language = () => {
    const { site_language: tag } = settings; // records the read for every caller, though the lookup runs once
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

export function timeUnits(settings: Settings): TimeUnits | undefined {
  return settings.translation_time_units === '' ? undefined : siteDates(settings).names.units;
}

export const postsPerPage = ({ posts_per_page: perPage }: Pick<Settings, 'posts_per_page'>): number =>
  perPage;
