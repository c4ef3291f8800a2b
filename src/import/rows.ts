import { sql } from 'kysely';
import { findMenuItems } from '../content/menus/reader.ts';
import { detailKeys } from '../content/posts/details.ts';
import type { Reader, Tx } from '../db/open-database.ts';
import { fingerprint } from './ledger.ts';

/** Tables whose rows keep the exporter's ids. */
export type NumberedTable = 'post' | 'term' | 'comment' | 'user';

/** Ids above this are not kept: they would use up the numbers of everything written after them. */
const largestKeptId = 2 ** 40;
/**
 * Ids set aside at once for an import: counters move seldom, and rows that need another id, or that others write meanwhile, don't take those of items to come.
 */
const reservedAhead = 1000;

/** The number in an exporter's id; undefined when it is none that we keep. */
export function toId(externalId: string): number | undefined {
  const id = /^\d{1,13}$/.test(externalId) ? Number(externalId) : 0;
  return id > 0 && id < largestKeptId ? id : undefined;
}

/** Keeps the exporter's ids where they are free. */
export class IdKeeper {
  readonly #reserved = new Map<NumberedTable, number>();
  readonly #staged = new Map<NumberedTable, number>();

  /** A transaction that is undone takes its counters back. */
  begin(): void {
    this.#staged.clear();
  }

  commit(): void {
    for (const [table, id] of this.#staged) this.#reserved.set(table, id);
    this.#staged.clear();
  }

  /** The exporter's id when no row has it; undefined lets the database number the row. */
  async free(tx: Tx, table: NumberedTable, externalId: string): Promise<number | undefined> {
    const id = await this.wish(tx, table, externalId);
    return id === undefined || (await exists(tx.db, table, id)) ? undefined : id;
  }

  /** The exporter's id where we keep it, for a writer that finds out by itself whether it is free. */
  async wish(tx: Tx, table: NumberedTable, externalId: string): Promise<number | undefined> {
    const id = toId(externalId);
    if (id !== undefined && id > (this.#staged.get(table) ?? this.#reserved.get(table) ?? 0)) {
      for (const statement of tx.dialect.reserveIds(table, id + reservedAhead)) await sql.raw(statement).execute(tx.db);
      this.#staged.set(table, id + reservedAhead);
    }
    return id;
  }
}

export async function exists(read: Reader, table: NumberedTable, id: number): Promise<boolean> {
  return (await read.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Replaces a term's meta. */
export async function writeTermMeta(tx: Tx, termId: number, meta: readonly { key: string; value: string }[]): Promise<void> {
  await tx.db.deleteFrom('term_meta').where('term_id', '=', termId).execute();
  if (meta.length > 0) await tx.db.insertInto('term_meta').values(meta.map(({ key, value }) => ({ term_id: termId, key, value }))).execute();
}

/** Says which category stands for a post. */
export async function writePrimaryCategory(tx: Tx, postId: number, termId: number): Promise<void> {
  const { primaryCategoryId: key } = detailKeys;
  await tx.db.deleteFrom('post_meta').where('post_id', '=', postId).where('key', '=', key).execute();
  await tx.db.insertInto('post_meta').values({ post_id: postId, key, value: String(termId) }).execute();
  tx.emit(`post:${postId}`);
}

/** What the import compares a post with. */
export type ImportedPost = NonNullable<Awaited<ReturnType<typeof findImportedPost>>>;

/** What stands here of a post, as far as the import looks at it. */
export async function findImportedPost(read: Reader, id: number) {
  return read.selectFrom('post').select(['id', 'type', 'status', 'slug', 'guid', 'parent_id', 'featured_media_id', 'modified_at']).where('id', '=', id)
    .executeTakeFirst();
}

/** Paths of files by attachment; empty where the file never came. */
export async function findFiles(read: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('media').select(['post_id', 'file']).where('post_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.post_id, row.file]));
}

/** Slugs by id. */
export async function findSlugs(read: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('post').select(['id', 'slug']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** Slugs that the post had before; they redirect to it. */
export async function writeOldSlugs(tx: Tx, postId: number, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  await tx.db.insertInto('old_slug').values(slugs.map((slug) => ({ slug, post_id: postId }))).onConflict((conflict) => conflict.doNothing()).execute();
}

export async function writeRevision(
  tx: Tx, revision: { postId: number; authorId: number; kind: 'revision' | 'autosave'; title: string; excerpt: string; content: string; createdAt: number },
): Promise<number> {
  const { id } = await tx.db.insertInto('revision').values({
    post_id: revision.postId, author_id: revision.authorId, kind: revision.kind, title: revision.title, excerpt: revision.excerpt, content: revision.content,
    created_at: revision.createdAt,
  }).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** What stands in a menu; undefined when it was deleted. */
export async function menuState(read: Reader, id: number): Promise<string | undefined> {
  const menu = await read.selectFrom('menu').select('name').where('id', '=', id).executeTakeFirst();
  if (!menu) return undefined;
  const items = await findMenuItems(read, id);
  const places = new Map(items.map((item, place) => [item.id, place]));
  return fingerprint([menu.name, items.map(({ id: _id, parentId, ...item }) => ({ ...item, parent: places.get(parentId) ?? -1 }))]);
}
