import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import { maxMediaNames, mediaNames } from '../../lib/markup/media-names.ts';
import { fieldNames, fileIdsIn } from '../posts/index.ts';

const idKeys = ['_product_image_gallery'];

export interface MentioningTexts {
  /** Its custom fields may name files. */
  readonly type: string;
  readonly content?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly meta?: Readonly<Record<string, readonly string[]>> | undefined;
}

interface KnownNames {
  readonly text: string;
  readonly mediaNames?: ReadonlySet<string>;
}

export function namesIn(
  { type, content = '', excerpt = '', meta = {} }: MentioningTexts,
  known?: KnownNames,
): Set<string> {
  const values = Object.entries(meta).flatMap(([key, stored]) =>
    idKeys.includes(key)
      ? stored.map((ids) => `[gallery ids="${ids.replace(/[^\d,]/g, '')}"]`)
      : stored.filter((value) => value.includes('uploads')),
  );
  const fileIds = fileIdsIn(type, meta);
  if (fileIds.length > 0) values.push(`[gallery ids="${fileIds.join(',')}"]`);
  if (known?.text !== content || !known.mediaNames) return mediaNames([content, excerpt, ...values]);
  return new Set([...known.mediaNames, ...mediaNames([excerpt, ...values])].slice(0, maxMediaNames));
}

export async function noteMentions(tx: Tx, postId: number, names: ReadonlySet<string>): Promise<void> {
  for (const some of portions([...names])) {
    await tx.db
      .insertInto('media_mention')
      .values(some.map((name) => ({ post_id: postId, name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Updates the recorded mentions of these posts from their stored content. */
export async function updateMentions(tx: Tx, postIds: readonly number[], known?: KnownNames): Promise<void> {
  const posts = await textsOf(tx.db, postIds);
  const meta = await metaOf(
    tx.db,
    postIds,
    posts.flatMap(({ type }) => fieldNames(type)),
  );
  const noted = await notedOf(tx.db, postIds);
  for (const { id, type, content, excerpt } of posts) {
    const names = namesIn({ type, content, excerpt, meta: meta.get(id) }, known);
    const before = noted.get(id) ?? new Set();
    const removed = [...before].filter((name) => !names.has(name));
    for (const some of portions(removed))
      await tx.db.deleteFrom('media_mention').where('post_id', '=', id).where('name', 'in', some).execute();
    await noteMentions(tx, id, new Set([...names].filter((name) => !before.has(name))));
  }
}

const textsOf = (read: Reader, ids: readonly number[]) =>
  read.selectFrom('post').select(['id', 'type', 'content', 'excerpt']).where('id', 'in', ids).execute();

async function metaOf(
  read: Reader,
  ids: readonly number[],
  names: readonly string[],
): Promise<Map<number, Record<string, string[]>>> {
  const keys = [...new Set([...idKeys, ...names])];
  const rows = await read
    .selectFrom('post_meta')
    .select(['post_id', 'key', 'value'])
    .where('post_id', 'in', ids)
    .where((eb) => eb.or([eb('key', 'in', keys), eb('value', 'like', '%uploads%')]))
    .execute();
  const byPost = new Map<number, Record<string, string[]>>();
  for (const { post_id: id, key, value } of rows) {
    const own = byPost.get(id) ?? {};
    (own[key] ??= []).push(value);
    byPost.set(id, own);
  }
  return byPost;
}

async function notedOf(read: Reader, ids: readonly number[]): Promise<Map<number, Set<string>>> {
  const rows = await read
    .selectFrom('media_mention')
    .select(['post_id', 'name'])
    .where('post_id', 'in', ids)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ post_id: id }) => id)].map(([id, own]) => [
      id,
      new Set(own.map(({ name }) => name)),
    ]),
  );
}
