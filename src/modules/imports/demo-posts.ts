import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { demoSource, fingerprint, Ledger } from './ledger.ts';

/** The columns by which an edited post differs. */
export const demoPostRow = (read: Reader, id: number) =>
  read
    .selectFrom('post')
    .select(['revision', 'modified_at', 'status', 'slug', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Adds posts and files to the demo magazine, so that they are removed with it unless they were edited. Nothing on a
 * site without the demo: there they are content like any other.
 */
export async function addToDemo(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
  const seeded = await tx.db
    .selectFrom('import_item')
    .select('local_id')
    .where('source', '=', demoSource)
    .limit(1)
    .executeTakeFirst();
  if (!seeded) return;
  const ledger = new Ledger(demoSource);
  for (const [externalId, localId] of ids) {
    const state = fingerprint(await demoPostRow(tx.db, localId));
    await ledger.record(tx, 'post', externalId, { localId, hash: '', state });
  }
}
