import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';

export interface StoredRender {
  readonly key: string;
  readonly document: string;
}

/** The parsed document, or undefined if it has another key or isn't valid JSON; the post can be rendered again. */
export function readRender(stored: StoredRender | undefined, key: string): unknown {
  if (stored?.key !== key) return undefined;
  try {
    return JSON.parse(stored.document);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Changes with every property of a file that content shows; for joined rows of `media` and `post`. */
export const fileVersionSql = sql<number>`media.version + post.revision`;

/** Whether a `post_render` row shows the current versions of its files. */
export const freshRenderSql = sql<boolean>`not exists (select 1 from post_render_media as shown where shown.post_id = post_render.post_id
  and shown.version <> coalesce((select ${fileVersionSql} from media join post on post.id = media.post_id where media.post_id = shown.media_id), 0))`;

/** Stored renders of posts by post id, without those that have another key (the revision, pipeline or site URL changed) or show a changed file. */
export async function findRenders(
  read: Reader,
  keys: ReadonlyMap<number, string>,
): Promise<Map<number, unknown>> {
  const found = new Map<number, unknown>();
  for (const some of portions([...keys.keys()])) {
    const rows = await read
      .selectFrom('post_render')
      .select(['post_id', 'render_key as key', 'document'])
      .where('post_id', 'in', some)
      .where(
        'render_key',
        'in',
        some.map((id) => keys.get(id) ?? ''),
      )
      .where(freshRenderSql)
      .execute();
    for (const row of rows) found.set(row.post_id, readRender(row, keys.get(row.post_id) ?? ''));
  }
  return found;
}

export async function findRender(read: Reader, postId: number, renderKey: string): Promise<unknown> {
  return (await findRenders(read, new Map([[postId, renderKey]]))).get(postId);
}

/**
 * Stores a post's render (JSON-safe), with the version of each attachment it shows as it was read. Does nothing if the
 * post was deleted concurrently.
 */
export async function saveRender(
  tx: Tx,
  postId: number,
  renderKey: string,
  document: unknown,
  shown: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const post = await tx.db.selectFrom('post').select('id').where('id', '=', postId).executeTakeFirst();
  if (!post) return;
  const row = { render_key: renderKey, document: JSON.stringify(document) };
  await tx.db
    .insertInto('post_render')
    .values({ post_id: postId, ...row })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
    .execute();
  await tx.db.deleteFrom('post_render_media').where('post_id', '=', postId).execute();
  const media = [...shown].map(([id, version]) => ({ post_id: postId, media_id: id, version }));
  for (const rows of portions(media)) await tx.db.insertInto('post_render_media').values(rows).execute();
}

/** Makes a post render again on its next request, after other content that it shows changed. */
export async function forgetRender(tx: Tx, postId: number): Promise<void> {
  await tx.db.deleteFrom('post_render').where('post_id', '=', postId).execute();
  await tx.db.deleteFrom('post_render_media').where('post_id', '=', postId).execute();
}
