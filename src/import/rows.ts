import { sql } from 'kysely';
import { findMenuItems } from '../modules/menus/store.ts';
import type { Reader, Tx } from '../kernel/db/open-database.ts';
import { fingerprint } from '../modules/imports/ledger.ts';

export type NumberedTable = 'post' | 'term' | 'comment' | 'user';

/** Larger ids are not preserved: they would raise the counter for all later rows. */
const maxPreservedId = 2 ** 40;
/** Ids reserved ahead for an import: counters are rarely updated, and other new rows don't take the ids of items still to come. */
const reservedAhead = 1000;
/** How far above the highest reserved id an id that only a text refers to may be. A typing error must not use up all ids below it. */
const maxIdGap = 100_000;

/** The number in an exporter's id; undefined when it can't be preserved. */
export function toId(externalId: string): number | undefined {
  const id = /^\d{1,13}$/.test(externalId) ? Number(externalId) : 0;
  return id > 0 && id < maxPreservedId ? id : undefined;
}

/** Preserves the exporter's ids when they are free: no row has them, and no deleted one had them that could still be referred to. */
export class IdAllocator {
  readonly #reserved = new Map<NumberedTable, number>();
  readonly #staged = new Map<NumberedTable, number>();
  readonly #left = new Map<NumberedTable, ReadonlySet<number>>();

  /**
   * Loads the ids of deleted items, once per run (later deletions are in the log). Runs before the first batch, since
   * it reads everything ever imported and must not hold up other writers.
   */
  async learn(read: Reader): Promise<void> {
    for (const table of ['post', 'term', 'comment', 'user'] as const)
      this.#left.set(table, await findLeftNumbers(read, table));
  }

  begin(): void {
    this.#staged.clear();
  }

  commit(): void {
    for (const [table, id] of this.#staged) this.#reserved.set(table, id);
    this.#staged.clear();
  }

  /** The exporter's id if no row has it; undefined lets the database choose one. */
  async free(tx: Tx, table: NumberedTable, externalId: string): Promise<number | undefined> {
    const id = await this.wish(tx, table, externalId);
    return id === undefined || (await exists(tx.db, table, id)) ? undefined : id;
  }

  /** The exporter's id if it can be preserved; the writer itself checks whether it is free. */
  async wish(tx: Tx, table: NumberedTable, externalId: string): Promise<number | undefined> {
    const id = toId(externalId);
    if (id !== undefined && id > (this.#staged.get(table) ?? this.#reserved.get(table) ?? 0)) {
      for (const statement of tx.dialect.reserveIds(table, id + reservedAhead))
        await sql.raw(statement).execute(tx.db);
      this.#staged.set(table, id + reservedAhead);
    }
    return id === undefined || (await this.#isOfDeletedRow(tx, table, id)) ? undefined : id;
  }

  /** Reserves an id for a missing item: the exporter's if it is free, else one that was never used. */
  async setAside(tx: Tx, table: NumberedTable, preferredId: number): Promise<number> {
    const { last } = await tx.db
      .selectFrom(table)
      .select((eb) => eb.fn.max<number | null>('id').as('last'))
      .executeTakeFirstOrThrow();
    const highestId = Math.max(Number(last ?? 0), this.#staged.get(table) ?? this.#reserved.get(table) ?? 0);
    const own =
      preferredId <= highestId + maxIdGap ? await this.free(tx, table, String(preferredId)) : undefined;
    if (own !== undefined) return own;
    let id = highestId + 1;
    while (await this.#isOfDeletedRow(tx, table, id)) id++;
    for (const statement of tx.dialect.reserveIds(table, id)) await sql.raw(statement).execute(tx.db);
    this.#staged.set(table, id);
    return id;
  }

  /**
   * Whether the ledger or the log knows the id of a deleted row. A later export would overwrite the row that reuses it,
   * and the log would show the history of another one.
   */
  async #isOfDeletedRow({ db }: Tx, table: NumberedTable, id: number): Promise<boolean> {
    if (this.#left.get(table)?.has(id)) return true;
    return (
      (await db
        .selectFrom('activity')
        .select('id')
        .where('kind', '=', table)
        .where('item_id', '=', id)
        .limit(1)
        .executeTakeFirst()) !== undefined
    );
  }
}

async function findLeftNumbers(read: Reader, table: NumberedTable): Promise<Set<number>> {
  const rows = await read
    .selectFrom('import_item')
    .select('local_id')
    .where('kind', '=', table)
    .where('local_id', '>', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom(`${table as 'post'} as here`)
            .select('here.id')
            .whereRef('here.id', '=', 'import_item.local_id'),
        ),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.local_id));
}

export async function exists(read: Reader, table: NumberedTable, id: number): Promise<boolean> {
  return (await read.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function findExisting(
  read: Reader,
  table: NumberedTable,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  return (await read.selectFrom(table).select('id').where('id', 'in', ids).execute()).map(({ id }) => id);
}

export type ImportedPost = NonNullable<Awaited<ReturnType<typeof findImportedPost>>>;

export async function findImportedPost(read: Reader, id: number) {
  return read
    .selectFrom('post')
    .select([
      'id',
      'type',
      'status',
      'slug',
      'guid',
      'parent_id',
      'featured_media_id',
      'modified_at',
      'created_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** File paths by attachment; empty when the file is missing. */
export async function findFiles(read: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('media')
    .select(['post_id', 'file'])
    .where('post_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.post_id, row.file]));
}

/** The first 500 posts with a slug, of any type and status. */
export function findNamed(read: Reader, slug: string) {
  return read
    .selectFrom('post')
    .select(['id', 'type', 'status', 'slug', 'parent_id as parentId'])
    .where('slug', '=', slug)
    .limit(500)
    .execute();
}

export async function findSlugs(read: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('post').select(['id', 'slug']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** Fingerprint of a menu; undefined when it was deleted. */
export async function menuState(read: Reader, id: number): Promise<string | undefined> {
  const menu = await read.selectFrom('menu').select('name').where('id', '=', id).executeTakeFirst();
  if (!menu) return undefined;
  const items = await findMenuItems(read, id);
  const places = new Map(items.map((item, place) => [item.id, place]));
  return fingerprint([
    menu.name,
    items.map(({ id: _id, parentId, icon, badge, audience, ...item }) => ({
      ...item,
      // Omitted when empty: ledgers have fingerprints from before these fields existed.
      ...(icon === '' ? {} : { icon }),
      ...(badge === '' ? {} : { badge }),
      ...(audience === '' ? {} : { audience }),
      parent: places.get(parentId) ?? -1,
    })),
  ]);
}

export function findTexts(read: Reader, ids: readonly number[]) {
  return read
    .selectFrom('post')
    .select(['id', 'type', 'title', 'content', 'modified_at'])
    .where('id', 'in', ids)
    .execute();
}
