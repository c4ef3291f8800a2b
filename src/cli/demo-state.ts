import type { Reader, Tx } from '../kernel/db/open-database.ts';
import { demoPostRow } from '../modules/imports/demo-posts.ts';
import { demoSource, fingerprint, Ledger } from '../modules/imports/ledger.ts';
import type { LedgerKind } from '../modules/imports/ledger.ts';
import { menuState } from '../import/rows.ts';

export interface SeededItem {
  readonly kind: LedgerKind;
  readonly externalId: string;
  readonly localId: number;
  /** Fingerprint after seeding. */
  readonly state: string;
}

export async function findSeeded(read: Reader): Promise<SeededItem[]> {
  const rows = await read
    .selectFrom('import_item')
    .select(['kind', 'external_id', 'local_id', 'state'])
    .where('source', '=', demoSource)
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    externalId: row.external_id,
    localId: row.local_id,
    state: row.state,
  }));
}

/** Current fingerprint of a seeded row; undefined when the row is deleted. */
export async function stateOfSeeded(
  read: Reader,
  { kind, externalId, localId }: Pick<SeededItem, 'kind' | 'externalId' | 'localId'>,
): Promise<string | undefined> {
  const row = await rowOf(read, kind, externalId, localId);
  return typeof row === 'object' ? fingerprint(row) : row;
}

async function rowOf(
  read: Reader,
  kind: LedgerKind,
  externalId: string,
  id: number,
): Promise<object | string | undefined> {
  switch (kind) {
    case 'post':
      return demoPostRow(read, id);
    case 'user':
      return read
        .selectFrom('user')
        .select(['login', 'email', 'slug', 'display_name', 'bio', 'url', 'roles', 'password_hash'])
        .where('id', '=', id)
        .executeTakeFirst();
    case 'term':
      return read
        .selectFrom('term')
        .select(['taxonomy', 'slug', 'name', 'description', 'parent_id'])
        .where('id', '=', id)
        .executeTakeFirst();
    case 'comment':
      return read.selectFrom('comment').select(['status', 'content']).where('id', '=', id).executeTakeFirst();
    case 'template':
      return read
        .selectFrom('template')
        .select(['title', 'content', 'revision'])
        .where('id', '=', id)
        .executeTakeFirst();
    case 'site':
      return read.selectFrom('setting').select('value').where('key', '=', externalId).executeTakeFirst();
    case 'menu':
      return menuState(read, id);
    case 'revision':
      return undefined; // the demo has no such rows
  }
}

/** Runs after seeding: stores a fingerprint of each seeded row and of settings saved since `began` (ms), so that a later import can detect edits. */
export async function sealDemo(tx: Tx, began: number): Promise<void> {
  const settings = await tx.db.selectFrom('setting').select('key').where('updated_at', '>=', began).execute();
  const ledger = new Ledger(demoSource);
  for (const { key } of settings) await ledger.record(tx, 'site', key, { localId: 0, hash: '' });
  for (const item of await findSeeded(tx.db)) {
    const state = (await stateOfSeeded(tx.db, item)) ?? '';
    await ledger.restate(tx, item.kind, item.externalId, state);
  }
}
