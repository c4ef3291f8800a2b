import type { Reader } from '../../kernel/db/open-database.ts';
import { slugify } from '../../lib/slugify.ts';
import { siteSlug } from '../settings/site-slug.ts';
import { readSettings } from '../settings/reader.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { readerTexts } from '../../languages/en.ts';
import type { Settings } from '../settings/settings.ts';
import { capabilitiesOf, listRoles } from './roles.ts';
import type { User } from '../../kernel/actor.ts';

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
