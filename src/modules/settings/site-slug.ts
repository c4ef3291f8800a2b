import type { Reader } from '../../kernel/db/open-database.ts';
import { isPlainTitle, slugify } from '../../lib/slugify.ts';
import { readSettings } from './reader.ts';

/** The slug that a title or name makes in the language of the site; empty when nothing is left. Asks the database only where languages differ. */
export async function siteSlug(read: Reader, title: string): Promise<string> {
  return slugify(title, isPlainTitle(title) ? '' : (await readSettings(read)).settings.site_language);
}
