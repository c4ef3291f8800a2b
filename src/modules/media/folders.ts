import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { demand } from '../../kernel/permission.ts';
import { countFiltered, ofStatus, visibleTo } from '../posts/index.ts';
import { findTermToChange } from '../terms/index.ts';
import { fileType, folderTaxonomy, postTypeNamed } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { fillFolders } from './policy.ts';

/** A folder of the library. */
export interface Folder {
  readonly id: number;
  /** Plain text. */
  readonly name: string;
  /** The folder that it stands in; 0: none. */
  readonly parentId: number;
  /** Counts changes; a stale save names an older one. */
  readonly revision: number;
  /** Files that lie in it itself and that the asker sees. */
  readonly count: number;
}

/** Most folders of a library. */
export const mostFolders = 1000;

/** All folders by their names, with how many files somebody sees in each, in all, and in none of them. */
export async function listFolders(
  read: Reader,
  actor: Actor | undefined,
): Promise<{ folders: Folder[]; all: number; none: number }> {
  const rule = visibleTo(actor, fileType);
  const { openStatuses: statuses } = postTypeNamed(fileType); // those that the library lists
  const [rows, counts, all] = await Promise.all([
    read
      .selectFrom('term')
      .select(['id', 'name', 'parent_id as parentId', 'revision'])
      .where('taxonomy', '=', folderTaxonomy)
      .orderBy('name_key')
      .orderBy('id')
      .execute(),
    read
      .selectFrom('term')
      .innerJoin('term_relationship', 'term_relationship.term_id', 'term.id')
      .innerJoin('post', 'post.id', 'term_relationship.post_id')
      .where('term.taxonomy', '=', folderTaxonomy)
      .where('post.type', '=', fileType)
      .where(rule.sql({}))
      .where(ofStatus(statuses).sql({}))
      .select(['term.id', sql<number>`count(*)`.as('files')])
      .groupBy('term.id')
      .execute(),
    countFiltered(read, { type: fileType }, { rule, statuses }),
  ]);
  const byId = new Map(counts.map(({ id, files }) => [id, Number(files)]));
  const folders = rows.map((row) => ({ ...row, count: byId.get(row.id) ?? 0 }));
  // Not by taking away: what an import brought may lie in several.
  const none = await countFiltered(
    read,
    { type: fileType, excludeTermIds: rows.map(({ id }) => id) },
    { rule, statuses },
  );
  return { folders, all, none };
}

/** Ids of all folders. */
export async function findFolderIds(read: Reader): Promise<number[]> {
  return (await read.selectFrom('term').select('id').where('taxonomy', '=', folderTaxonomy).execute()).map(
    ({ id }) => id,
  );
}

/** The folder that a file lies in; 0: none. */
export async function findFolderOf(read: Reader, mediaId: number): Promise<number> {
  const row = await read
    .selectFrom('term_relationship')
    .innerJoin('term', 'term.id', 'term_relationship.term_id')
    .select('term.id')
    .where('term_relationship.post_id', '=', mediaId)
    .where('term.taxonomy', '=', folderTaxonomy)
    .orderBy('term.id')
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Throws unless somebody may put files there: `InvalidInputError` where there is no such folder, which cannot go until the transaction ends. */
export async function checkFolder(tx: Tx, actor: Actor, folderId: number): Promise<void> {
  demand(fillFolders, actor, folderTaxonomy);
  if (folderId === 0 || (await findTermToChange(tx, folderId))?.taxonomy === folderTaxonomy) return;
  const fault = `There is no folder ${folderId}; choose another one, or 0 for none.`;
  throw new InvalidInputError(fault, 'rest_invalid_param', { folderId: fault });
}
