import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { metaById } from '../types/index.ts';
import { isEnlisted } from '../posts/index.ts';
import { deleteIndexRows, insertIndexRows } from './index-rows.ts';
import { isIndexed } from './model.ts';
import { continueIndex, indexJob } from './queue.ts';
import { allFieldIds, findFieldSet, findStrayIndex, markReady } from './store.ts';

/** Posts of one transaction; a save of one of them waits for it. */
const postsAtOnce = 200;
/** Rows of a former index that are deleted in one transaction. */
const rowsAtOnce = 2000;

/**
 * Indexes a type's stored values in batches, oldest posts first, then removes what former definitions indexed. A
 * change of the definitions begins it again. An interrupted batch is repeated.
 */
export function fieldIndexQueue(site: JobQueueSite): Queue {
  return jobQueue(site, indexJob, {
    concurrency: 1,
    failure: () => 'The values of custom fields could not be indexed',
    run: async ({ type, after }, { finish }) => {
      await finish(async (tx) => {
        const next = (await indexBatch(tx, type, after)) ?? ((await removeStray(tx)) ? after : undefined);
        if (next !== undefined) await continueIndex(tx, type, next);
      });
    },
  });
}

/** Indexes the next posts; returns the last one's id, or undefined when all are. */
export async function indexBatch(tx: Tx, type: string, after: number): Promise<number | undefined> {
  const fields = (await findFieldSet(tx.db, type)).fields.filter(
    (field) => isIndexed(field) && !field.isReady,
  );
  if (fields.length === 0) return undefined;
  const posts = await tx.db
    .selectFrom('post')
    .select(['id', 'status', 'password', 'published_at'])
    .where('type', '=', type)
    .where('id', '>', after)
    .orderBy('id')
    .limit(postsAtOnce)
    // So that a concurrent save writes its rows afterwards.
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .execute();
  const ids = posts.map(({ id }) => id);
  const meta = await metaOf(
    tx.db,
    ids,
    fields.map(({ name }) => name),
  );
  await deleteIndexRows(tx, ids, fields);
  await insertIndexRows(
    tx,
    fields,
    posts.map((post) => ({
      id: post.id,
      isListed: isEnlisted(post),
      publishedAt: post.published_at,
      meta: meta.get(post.id) ?? new Map(),
    })),
  );
  if (posts.length === postsAtOnce) return posts.at(-1)?.id;
  await markReady(
    tx,
    fields.map(({ id }) => id),
  );
  return undefined;
}

async function metaOf(read: Reader, ids: readonly number[], keys: readonly string[]) {
  if (ids.length === 0) return new Map<number, Map<string, string[]>>();
  return metaById(
    await read
      .selectFrom('post_meta')
      .select(['post_id as id', 'key', 'value'])
      .where('post_id', 'in', ids)
      .where('key', 'in', keys)
      .orderBy('post_meta.id')
      .execute(),
  );
}

/** Deletes rows of a field that is no longer defined; false: no row is left. */
async function removeStray(tx: Tx): Promise<boolean> {
  const known = new Set(await allFieldIds(tx.db));
  for (const table of ['field_number', 'field_text'] as const) {
    const id = await findStrayIndex(tx.db, table, known);
    if (id === undefined) continue;
    const some = tx.db
      .selectFrom(table)
      .select('post_id')
      .where('field_id', '=', id)
      .orderBy('is_listed')
      .orderBy('value')
      .orderBy('published_at')
      .orderBy('post_id')
      .limit(rowsAtOnce);
    await tx.db.deleteFrom(table).where('field_id', '=', id).where('post_id', 'in', some).execute();
    return true;
  }
  return false;
}
