import type { Reader } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/portions.ts';
import { externalIdIn } from '../absent-ids.ts';

/** Ids in the export of posts by their ids here, at one of the sites that a post came from; also of those that no file has held. */
export async function findOldIds(
  read: Reader,
  postId: number,
  ids: readonly number[],
  sites: readonly string[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const some of portions([...new Set(ids)])) {
    const rows = await read
      .selectFrom('import_item')
      .innerJoin('import_item as own', 'own.source', 'import_item.source')
      .select(['import_item.external_id', 'import_item.local_id'])
      .where('own.kind', '=', 'post')
      .where('own.local_id', '=', postId)
      .where('import_item.kind', '=', 'post')
      .where('import_item.local_id', 'in', some)
      .where('import_item.source', 'in', sites)
      .execute();
    for (const row of rows) {
      const id = externalIdIn(row.external_id);
      if (id !== undefined) found.set(row.local_id, id);
    }
  }
  return found;
}
