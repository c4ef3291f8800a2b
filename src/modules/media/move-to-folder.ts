import type { Tx } from '../../kernel/db/open-database.ts';
import { folderTaxonomy } from '../types/names.ts';

/**
 * Lays a file into a folder (0: none), out of the one in which it was. Its revision stays, and so does every page: nothing that is said or shown of it has to
 * do with folders.
 */
export async function moveToFolder(tx: Tx, mediaId: number, folderId: number): Promise<void> {
  await tx.db
    .deleteFrom('term_relationship')
    .where('post_id', '=', mediaId)
    .where('term_id', 'in', tx.db.selectFrom('term').select('id').where('taxonomy', '=', folderTaxonomy))
    .execute();
  if (folderId > 0)
    await tx.db
      .insertInto('term_relationship')
      .values({ post_id: mediaId, term_id: folderId, position: 0 })
      .execute();
  tx.emit(`terms:${folderTaxonomy}`);
}
