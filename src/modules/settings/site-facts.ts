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

/** What programs call the site: its title, and where it has none its host; they take nothing without a name. */
export function nameOfSite({ blogname }: Pick<Settings, 'blogname'>, siteUrl: string): string {
  return blogname.trim() || new URL(siteUrl).host;
}

/** The settings that say how texts are written for readers. */
export type TypographySettings = Pick<Settings, 'texturize' | 'site_language'>;

/** How the site writes titles, texts, names and descriptions for readers. What is stored, searched and edited is as it was typed. */
export function siteTypography(settings: TypographySettings): Typography {
  return typographyOf(textLanguage(settings));
}

/** The language whose typographic marks texts get; undefined: they stay as they were typed. */
export function textLanguage({ texturize, site_language: language }: TypographySettings): string | undefined {
  return texturize ? language : undefined;
}

type ViewText = keyof typeof viewTexts;
const viewNames = Object.keys(viewTexts) as ViewText[];
const wordsBySettings = new WeakMap<Settings, Readonly<Record<ViewText, string>>>();

/** What views say, as the site's translations have it. One object as long as the settings are, which asks them for the words that a view says. */
export function siteWords(settings: Settings): Readonly<Record<ViewText, string>> {
  const words = wordsBySettings.get(settings) ?? wordsOf(settings);
  wordsBySettings.set(settings, words);
  return words;
}

function wordsOf(settings: Settings): Readonly<Record<ViewText, string>> {
  const asking = viewNames.map(
    (name) => [name, { enumerable: true, get: () => readerText(settings, name) }] as const,
  );
  return Object.create(null, Object.fromEntries(asking)) as Record<ViewText, string>; // each accessor gives the text of its name
}

/** The address that the settings name for the site, as it was typed; empty: none. */
export function adminEmail({ admin_email: email }: Pick<Settings, 'admin_email'>): string {
  return email;
}

/** The same, as mail is sent there. */
export function siteMailbox(settings: Pick<Settings, 'admin_email'>): string {
  return normalizeEmail(adminEmail(settings));
}

/** In which colours readers see the site before they choose; `auto`: as their system is set. */
export function coloursAtFirst({
  default_color_scheme: scheme,
}: Pick<Settings, 'default_color_scheme'>): 'light' | 'dark' | 'auto' {
  return scheme;
}

/** What is saved for a site that begins in dark colours. */
export const darkAtFirst = { default_color_scheme: 'dark' } as const satisfies Partial<Settings>;

/** Id of the page that is the front page; 0 where the site begins with the newest posts. */
export function frontPageOf(settings: Pick<Settings, 'show_on_front' | 'page_on_front'>): number {
  return settings.show_on_front === 'page' ? settings.page_on_front : 0;
}

/** Id of the page in whose place the newest posts stand; 0 where none does, and where they are the front page. */
export function postsPageOf(settings: Pick<Settings, 'show_on_front' | 'page_for_posts'>): number {
  return settings.show_on_front === 'page' ? settings.page_for_posts : 0;
}

/** What says where content came from. */
export type FormerSettings = Pick<Settings, 'imported_from'>;

/** Addresses of the sites that the content came from, each with the folder that it was in: `https://old.example/blog`. */
export function formerAddresses({ imported_from: addresses }: FormerSettings): readonly string[] {
  return addresses;
}

/** Those sites. */
export function formerSites(settings: FormerSettings): FormerSites {
  return new FormerSites(formerAddresses(settings));
}

/** What is saved once content of one more site comes; undefined where it is known. */
export function withFormerAddress(settings: FormerSettings, address: string): Partial<Settings> | undefined {
  const known = formerAddresses(settings);
  return known.includes(address) ? undefined : { imported_from: [...known, address] };
}

/** Names of the roles that accounts begin with whose owners register; there may be no role of such a name. */
export function firstRoles({ default_role: role }: Pick<Settings, 'default_role'>): readonly string[] {
  return [role];
}

/** The same of values that somebody is about to give to settings; none where they name no roles, or what the setting does not take. */
export function firstRolesIn(changes: Readonly<Record<string, unknown>>): readonly string[] {
  const parsed = login.settings.default_role.schema.safeParse(changes['default_role']);
  return parsed.success ? firstRoles({ default_role: parsed.data }) : [];
}

/** Whether who has these roles needs a second step beside the password. */
export function needsSecondStep(
  { second_factor_roles: needing }: Pick<Settings, 'second_factor_roles'>,
  roles: readonly string[],
): boolean {
  return roles.some((role) => needing.includes(role));
}

/** Whether there is a language of this tag: the runtime has a name for it, or knows in what script it is written. */
export function isKnownLanguage(tag: string): boolean {
  if (!isLanguage(tag)) return false;
  const { language } = new Intl.Locale(tag) as { readonly language: string | undefined }; // of "und" none up to Node 24, "und" itself from 26 on
  if (language === undefined || language === 'und') return false;
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language);
  return name !== undefined || new Intl.Locale(language).maximize().script !== undefined;
}

/**
 * Throws `InvalidInputError` where a site is to be in a language that does not exist. Imports don't ask: whatever an export says is kept. What is no language
 * tag is the writer's to refuse.
 */
export function checkLanguage(tag: unknown): void {
  if (typeof tag !== 'string' || !isLanguage(tag) || isKnownLanguage(tag)) return;
  const said = [...catalogues.keys(), 'en'].toSorted().join(', ');
  const message =
    `There is no language "${tag}" for site_language. Readers find everything in ${said}; other languages that exist, such as sv or fa, have ` +
    'their own dates and numbers, and English words.';
  throw new InvalidInputError(message, 'rest_invalid_param', { site_language: message });
}

/** The first day of a week in calendars, 0 (Sunday) to 6: the chosen one, or that of the site's language. */
export function weekStart({
  start_of_week: chosen,
  site_language: language,
}: Pick<Settings, 'start_of_week' | 'site_language'>): number {
  return chosen === '' ? languageOf(language).firstDay : weekDays.indexOf(chosen);
}

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

/** Posts on a page of a list that has no number of its own. */
export const postsPerPage = ({ posts_per_page: perPage }: Pick<Settings, 'posts_per_page'>): number =>
  perPage;
