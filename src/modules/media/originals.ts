import { basename } from 'node:path/posix';
import type { Tx } from '../../kernel/db/open-database.ts';
import { parseOriginal } from './sizes-json.ts';

/** Whether an attachment has one of these paths or addresses: then the file is its own, and no original of another one. */
export async function isAttached(tx: Tx, path: string, addresses: readonly string[]): Promise<boolean> {
  const row = await tx.db
    .selectFrom('media')
    .select('post_id')
    .where(({ eb, or }) => or([eb('file', '=', path), ...addresses.map((url) => eb('source_url', '=', url))]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a file that became an attachment from the pictures among `copies` (paths) next to which it was found as their original. */
export async function releaseOriginal(tx: Tx, path: string, copies: readonly string[]): Promise<void> {
  const rows = await tx.db
    .selectFrom('media')
    .select(['post_id as id', 'sizes'])
    .where('file', 'in', copies)
    .execute();
  for (const { id, sizes } of rows) {
    const original = parseOriginal(sizes);
    if (original?.original !== 'found' || original.file !== basename(path)) continue;
    const { [`original:${original.file}`]: _, ...others } = JSON.parse(sizes) as Record<string, unknown>;
    await tx.db
      .updateTable('media')
      .set((eb) => ({ sizes: JSON.stringify(others), version: eb('version', '+', 1) }))
      .where('post_id', '=', id)
      .execute();
    tx.emit(`media:${id}`, 'bulk');
  }
}
