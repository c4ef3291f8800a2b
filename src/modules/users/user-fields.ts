import { z } from 'zod';
import { longestEmail, longestLogin } from '../../lib/account-rules.ts';
import { ownHash } from '../../lib/credentials.ts';
import { longestProfileLink, profileLink } from '../../lib/profile-links.ts';
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

/** Most addresses elsewhere of one account. */
const mostLinks = 12;

const sentLinks = z
  .array(sentText(longestProfileLink))
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
    if (each.length > mostLinks)
      context.addIssue({ code: 'custom', input: typed, message: `${mostLinks} addresses are the most` });
    return each;
  });

/** A log-in name as it is sent; which may be one, the writer says. */
export const sentLogin = sentText(longestLogin);

/** What people may say of an account beside its log-in name and its roles. What an address, a log-in name and a slug are, the writer says. */
export const userFields = {
  email: sentText(longestEmail).refine((email) => email.trim() !== '', 'an account needs an address'),
  /** Empty: as it is, or made of the public name. */
  slug: sentSlug,
  /** The public name: plain text; tags go, and what would turn other words. Empty where nothing can be seen of it. */
  displayName: sentLine(250).transform(visibleName),
  firstName: sentLine(250).transform(visibleName),
  lastName: sentLine(250).transform(visibleName),
  nickname: sentLine(250).transform(visibleName),
  /** One of WordPress'; empty: the site's. */
  locale: sentText(20).refine(
    (name) => name === '' || isWordPressLocale(name),
    'expected a locale of WordPress, such as de_DE, or nothing for the site’s',
  ),
  url: sentAddress,
  /** HTML. */
  bio: sentMarkup(20_000),
  /** Addresses elsewhere, as people type them. */
  links: sentLinks,
  /** From `hashPassword`, made before the transaction. */
  password: z.strictObject({ encoded: z.string().regex(ownHash, 'expected what hashPassword made') }),
};

/** Names of roles; the writer says which there are. */
export const sentRoles = z.array(sentText(100)).max(20);

/** What an account holds besides its public name. Readers see none of it. */
export interface PersonalFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly nickname: string;
  /** The language of the account's own pages, as WordPress spells it (`de_DE`); empty: the site's. */
  readonly locale: string;
}

/** Their keys in user meta, which are WordPress' own. */
const personalKeys = {
  firstName: 'first_name',
  lastName: 'last_name',
  nickname: 'nickname',
  locale: 'locale',
} as const satisfies Readonly<Record<keyof PersonalFields, string>>;

export const noPersonalFields: PersonalFields = { firstName: '', lastName: '', nickname: '', locale: '' };

const fields = Object.entries(personalKeys) as [keyof PersonalFields, string][];

/** The personal fields of these accounts by id; an account without any is missing. */
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

/** The same as user meta: an empty field is removed. */
export function personalMeta(values: Partial<PersonalFields>): Record<string, readonly string[]> {
  return Object.fromEntries(
    fields.flatMap(([field, key]) => {
      const value = values[field];
      return value === undefined ? [] : [[key, value === '' ? [] : [value]] as const];
    }),
  );
}

/** What programs keep for somebody who works in them, each under a key of its own: WordPress' editor, and the newsroom's lists. */
export const preferenceKeys = ['persisted_preferences', 'broadsheet_lists'] as const;
export type PreferenceKey = (typeof preferenceKeys)[number];
export type Preferences = Readonly<Partial<Record<PreferenceKey, Readonly<Record<string, unknown>>>>>;

/** Sides in pixels of the files of a portrait. */
export const portraitSides = { large: 512, small: 192 } as const;
/** Pixels up to which a portrait is small: twice over for dense screens. */
const smallUpTo = portraitSides.small / 2;

/** Somebody's square portrait. */
export interface Portrait {
  /** Attachment of the library; 0: a file of their own. */
  readonly mediaId: number;
  /** Address of what is shown at up to 96 pixels. */
  readonly url: string;
  /** Address of what is shown larger. */
  readonly large: string;
}

/** The address that fits where a portrait is shown with sides of so many pixels. */
export function portraitAt({ url, large }: Pick<Portrait, 'url' | 'large'>, pixels: number): string {
  return pixels > smallUpTo ? large : url;
}

/** User meta that names an attachment of the library as somebody's portrait; one that they uploaded themselves stands before it. */
export const portraitMetaKey = 'portrait_media_id';

/** Longest of one, in characters of JSON. */
export const longestPreferences = 100_000;

/** What programs keep for these people, by id; who kept nothing is not there. */
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
    const kept = parsed(value);
    if (kept) found.set(id, { ...found.get(id), [key]: kept });
  }
  return found;
}

/** Another program's value, as an import brings it, may be anything. */
function parsed(value: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(value);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Every address that is theirs: their site, if it is one of the web, and those elsewhere. */
export function profilesOf({ url, links }: Pick<User, 'url' | 'links'>): string[] {
  return [...new Set([...(/^https?:\/\//i.test(url) ? [url] : []), ...links])];
}

/**
 * What readers see of who writes here and whom nobody has named yet: their log-in name is half of what it takes to sign in. Several are told apart by a number,
 * which their slugs have, too.
 */
export const namelessWriter = 'Newsroom';

/** The word for accounts with these roles that nobody names: who may write nothing does not speak as the newsroom. */
export async function namelessWord(read: Reader, roles: readonly string[]): Promise<string> {
  if (capabilitiesOf({ roles }, await listRoles(read)).has('edit_posts')) return namelessWriter;
  return readerText((await readSettings(read)).settings, 'account_nameless');
}

/** Every word by which the accounts of a site are called that nobody has named, those of before the site's own words among them. */
export function namelessWords(settings: Settings): readonly string[] {
  return [namelessWriter, readerText(settings, 'account_nameless'), readerTexts.account_nameless];
}

/** The slug that a word makes. */
export const slugOfWord = async (read: Reader, word: string): Promise<string> =>
  (await siteSlug(read, word)) || 'user';

/** The slugs that a word may have made: accounts are older than the language of their site may be. */
export const slugsOfWord = async (read: Reader, word: string): Promise<readonly string[]> => [
  await slugOfWord(read, word),
  slugify(word, '') || 'user',
];

/** The name of an account with this slug that nobody names: `member-3` is Member 3. A slug that somebody chose for it is all that tells it from others. */
export async function namelessName(read: Reader, word: string, slug: string): Promise<string> {
  const made = await slugOfWord(read, word);
  if (slug === made) return word;
  const [, number] = slug.startsWith(`${made}-`) ? (/^-(\d+)$/.exec(slug.slice(made.length)) ?? []) : [];
  return number === undefined ? slug : `${word} ${number}`;
}

/** Whether an account is called by one of these words, with or without a number. */
export function isNameless({ displayName }: Pick<User, 'displayName'>, words: readonly string[]): boolean {
  return words.some(
    (word) => displayName.startsWith(word) && /^(?: \d+)?$/.test(displayName.slice(word.length)),
  );
}
