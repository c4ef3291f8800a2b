import type { Database } from '../../kernel/db/open-database.ts';
import { permalinks } from '../settings/permalinks.ts';
import { findPostPaths } from '../posts/page-path.ts';
import { findSummaries } from '../posts/reader.ts';
import type { SettingsCache } from '../settings/cache.ts';
import { frontPageOf } from '../settings/front-pages.ts';
import type { TermCache } from '../terms/cache.ts';
import { chainOf } from '../terms/term.ts';

/** A thing that has an address: what menu items point to. */
export interface Addressed {
  readonly type: 'post_type' | 'taxonomy';
  readonly objectId: number;
}

/** Root-relative address of a post or term by id, in the site's permalink structure; undefined when there is no such thing. */
export async function addressOf(
  database: Pick<Database, 'read'>,
  settings: SettingsCache,
  terms: TermCache,
  { type, objectId }: Addressed,
): Promise<string | undefined> {
  const current = await settings.current();
  const { permalink_structure: structure } = current;
  if (type === 'taxonomy') {
    const known = await terms.withAncestors([objectId]);
    const term = known.get(objectId);
    return term && permalinks(structure).term(chainOf(term, known));
  }
  if (objectId === frontPageOf(current)) return '/';
  const post = (await findSummaries(database.read, [objectId])).get(objectId);
  return post && (await findPostPaths(database.read, [post], structure)).get(objectId);
}
