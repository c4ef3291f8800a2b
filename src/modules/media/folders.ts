import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { demand } from '../../kernel/permission.ts';
import { countFiltered, ofStatus, visibleTo } from '../posts/index.ts';
import { findTermToChange } from '../terms/index.ts';
import { fileType, folderTaxonomy, postTypeNamed } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { fillFolders } from './policy.ts';

export interface Folder {
  readonly id: number;
  /** Plain text. */
  readonly name: string;
  /** 0: top level. */
  readonly parentId: number;
  readonly revision: number;
  /** Files directly in the folder that the actor can see. */
  readonly count: number;
}

export const maxFolders = 1000;

/** All folders by name, with the numbers of files the actor can see in each, in total, and outside of folders. */
export async function listFolders(
  read: Reader,
  actor: Actor | undefined,
): Promise<{ folders: Folder[]; all: number; none: number }> {
  const rule = visibleTo(actor, fileType);
  const { openStatuses: statuses } = postTypeNamed(fileType); // those that the media library lists
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
  // Counted, not subtracted: imported files can be in several folders.
  const none = await countFiltered(
    read,
    { type: fileType, excludeTermIds: rows.map(({ id }) => id) },
    { rule, statuses },
  );
  return { folders, all, none };
}

export async function findFolderIds(read: Reader): Promise<number[]> {
  return (await read.selectFrom('term').select('id').where('taxonomy', '=', folderTaxonomy).execute()).map(
    ({ id }) => id,
  );
}

/** A file's folder; 0 if it isn't in one. */
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

/** Locks a folder for added files. Throws `InvalidInputError` if it doesn't exist, `ForbiddenError` without the permission. */
export async function checkFolder(tx: Tx, actor: Actor, folderId: number): Promise<void> {
  demand(fillFolders, actor, folderTaxonomy);
  if (folderId === 0 || (await findTermToChange(tx, folderId))?.taxonomy === folderTaxonomy) return;
  const fault = `There is no folder ${folderId}; choose another one, or 0 for none.`;
  throw new InvalidInputError(fault, 'rest_invalid_param', { folderId: fault });
}
