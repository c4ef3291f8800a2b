import { z } from 'zod';
import { maxEmailLength, maxLoginLength } from '../../lib/account-rules.ts';
import { ownHash } from '../../lib/credentials.ts';
import { maxProfileLinkLength, profileLink } from '../../lib/profile-links.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { isWordPressLocale } from '../../lib/language-tags.ts';
import { sentAddress, sentLine, sentMarkup, sentSlug, sentText } from '../../kernel/input-kinds.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { isRecord } from '../../lib/records.ts';
import type { User } from '../../kernel/permission.ts';
import { slugify } from '../../lib/slugify.ts';
import { readSettings, siteSlug, readerText } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { readerTexts } from '../../languages/en.ts';
import { capabilitiesOf, listRoles } from './roles.ts';

const maxLinks = 12;

const sentLinks = z
  .array(sentText(maxProfileLinkLength))
  .max(100)
  .transform((typed, context) => {
    const links: string[] = [];
    for (const one of typed.map((line) => line.trim()).filter((line) => line !== '')) {
      const link = profileLink(one);
      if (link === undefined)
        context.addIssue({
          code: 'custom',
          input: one,
          message: 'expected an address that begins with https://',
        });
      else links.push(link);
    }
    const each = [...new Set(links)];
    if (each.length > maxLinks)
      context.addIssue({ code: 'custom', input: typed, message: `${maxLinks} addresses are the most` });
    return each;
  });

/** The writer checks whether it is a valid log-in name. */
export const sentLogin = sentText(maxLoginLength);

/** The writer validates email, log-in name and slug. */
export const userFields = {
  email: sentText(maxEmailLength).refine((email) => email.trim() !== '', 'an account needs an address'),
  /** '': unchanged, or derived from the display name. */
  slug: sentSlug,
  /** Display name in plain text, without tags and bidirectional controls; '' if nothing visible is left. */
  displayName: sentLine(250).transform(visibleName),
  firstName: sentLine(250).transform(visibleName),
  lastName: sentLine(250).transform(visibleName),
  nickname: sentLine(250).transform(visibleName),
  /** A WordPress locale; '' for the site's. */
  locale: sentText(20).refine(
    (name) => name === '' || isWordPressLocale(name),
    'expected a locale of WordPress, such as de_DE, or nothing for the site’s',
  ),
  url: sentAddress,
  /** HTML. */
  bio: sentMarkup(20_000),
  links: sentLinks,
  /** From `hashPassword`, before the transaction. */
  password: z.strictObject({ encoded: z.string().regex(ownHash, 'expected what hashPassword made') }),
};

/** Role names; the writer checks that they exist. */
export const sentRoles = z.array(sentText(100)).max(20);

/** Private fields of an account; visitors don't see them. */
export interface PersonalFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly nickname: string;
  /** Language of the account's own pages, as a WordPress locale (`de_DE`); '' for the site's. */
  readonly locale: string;
}

const personalKeys = {
  firstName: 'first_name',
  lastName: 'last_name',
  nickname: 'nickname',
  locale: 'locale',
} as const satisfies Readonly<Record<keyof PersonalFields, string>>;

export const noPersonalFields: PersonalFields = { firstName: '', lastName: '', nickname: '', locale: '' };

const fields = Object.entries(personalKeys) as [keyof PersonalFields, string][];

export async function findPersonalFields(
  read: Reader,
  userIds: readonly number[],
): Promise<Map<number, PersonalFields>> {
  const found = new Map<number, PersonalFields>();
  if (userIds.length === 0) return found;
  const rows = await read
    .selectFrom('user_meta')
    .select(['user_id', 'key', 'value'])
    .where('user_id', 'in', userIds)
    .where('key', 'in', Object.values(personalKeys))
    .orderBy('id', 'desc')
    .execute();
  for (const { user_id: id, key, value } of rows) {
    const field = fields.find(([, name]) => name === key)?.[0];
    if (field) found.set(id, { ...(found.get(id) ?? noPersonalFields), [field]: value });
  }
  return found;
}

export function personalMeta(values: Partial<PersonalFields>): Record<string, readonly string[]> {
  return Object.fromEntries(
    fields.flatMap(([field, key]) => {
      const value = values[field];
      return value === undefined ? [] : [[key, value === '' ? [] : [value]] as const];
    }),
  );
}

/** Values that programs store for their users: WordPress' editor, the newsroom's lists, and its dashboard. */
export const preferenceKeys = ['persisted_preferences', 'broadsheet_lists', 'broadsheet_dashboard'] as const;
export type PreferenceKey = (typeof preferenceKeys)[number];
export type Preferences = Readonly<Partial<Record<PreferenceKey, Readonly<Record<string, unknown>>>>>;

export const portraitSides = { large: 512, small: 192 } as const;
/** Largest displayed size in pixels that uses the small file; half its size, for dense screens. */
const smallUpTo = portraitSides.small / 2;

export interface Portrait {
  /** An attachment's id; 0 for a file of the account itself. */
  readonly mediaId: number;
  readonly url: string;
  readonly large: string;
}

export function portraitAt({ url, large }: Pick<Portrait, 'url' | 'large'>, pixels: number): string {
  return pixels > smallUpTo ? large : url;
}

/** User meta with the attachment id of a portrait; an uploaded portrait takes precedence. */
export const portraitMetaKey = 'portrait_media_id';

/** Maximum length of one value, in characters of JSON. */
export const maxPreferencesLength = 100_000;

export async function findPreferences(
  read: Reader,
  userIds: readonly number[],
): Promise<Map<number, Preferences>> {
  const found = new Map<number, Preferences>();
  if (userIds.length === 0) return found;
  const rows = await read
    .selectFrom('user_meta')
    .select(['user_id', 'key', 'value'])
    .where('user_id', 'in', userIds)
    .where('key', 'in', preferenceKeys)
    .execute();
  for (const { user_id: id, key, value } of rows) {
    const stored = parsed(value);
    if (stored) found.set(id, { ...found.get(id), [key]: stored });
  }
  return found;
}

/** Imported values of other programs may be anything. */
function parsed(value: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(value);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The website, if it is HTTP(S), and the profiles. */
export function profilesOf({ url, links }: Pick<User, 'url' | 'links'>): string[] {
  return [...new Set([...(/^https?:\/\//i.test(url) ? [url] : []), ...links])];
}

/**
 * Display name of writers without one; the log-in name stays private, since it is half of the credentials. Several get
 * a number, as in their slugs.
 */
export const namelessWriter = 'Newsroom';

/** Default display name for these roles; users who can't write aren't called “Newsroom”. */
export async function namelessWord(read: Reader, roles: readonly string[]): Promise<string> {
  if (capabilitiesOf({ roles }, await listRoles(read)).has('edit_posts')) return namelessWriter;
  return readerText((await readSettings(read)).settings, 'account_nameless');
}

/** All default display names of a site, including those from before it customized its strings. */
export function namelessWords(settings: Settings): readonly string[] {
  return [namelessWriter, readerText(settings, 'account_nameless'), readerTexts.account_nameless];
}

export const slugOfWord = async (read: Reader, word: string): Promise<string> =>
  (await siteSlug(read, word)) || 'user';

/** The slugs that a default name may have produced, since the site's language may have changed since. */
export const slugsOfWord = async (read: Reader, word: string): Promise<readonly string[]> => [
  await slugOfWord(read, word),
  slugify(word, '') || 'user',
];

/** Default name of an account with this slug: `member-3` is Member 3. A custom slug is the name itself, the only distinction. */
export async function namelessName(read: Reader, word: string, slug: string): Promise<string> {
  const made = await slugOfWord(read, word);
  if (slug === made) return word;
  const [, number] = slug.startsWith(`${made}-`) ? (/^-(\d+)$/.exec(slug.slice(made.length)) ?? []) : [];
  return number === undefined ? slug : `${word} ${number}`;
}

export function isNameless({ displayName }: Pick<User, 'displayName'>, words: readonly string[]): boolean {
  return words.some(
    (word) => displayName.startsWith(word) && /^(?: \d+)?$/.test(displayName.slice(word.length)),
  );
}
