import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { hasDataSql, isEnlisted } from '../posts/index.ts';
import { patternType } from '../types/index.ts';
import { textsExpanded } from './events.ts';
import { expandTexts, notePatterns } from './store.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';

/** Posts per transaction: about 10 ms, during which SQLite blocks reads on the serving thread. */
const atOnce = 50;

/**
 * Updates stored texts of posts to a changed pattern, one job per pattern. Each post is updated in one transaction with
 * the pattern's current version, so an interrupted job resumes.
 */
export function patternQueue(site: JobQueueSite): Queue {
  return jobQueue(site, followJob, {
    concurrency: 1,
    run: async ({ patternId }, { signal, finish }) => {
      while ((await followOnce(site.database, patternId)) > 0) {
        signal.throwIfAborted();
        await nextTurn(); // lets pending requests run
      }
      await finish((tx) => invalidateExcerptsWith(tx, patternId));
    },
    failure: ({ patternId }) => `Excerpts and search don't follow the pattern ${patternId}`,
  });
}

/** Invalidates excerpts that contain the pattern; if it is no longer public, they must not be served again. */
export async function invalidateExcerptsWith(tx: Tx, patternId: number): Promise<void> {
  const pattern = await tx.db
    .selectFrom('post')
    .select(['status', 'password'])
    .where('id', '=', patternId)
    .where('type', '=', patternType)
    .executeTakeFirst();
  tx.emit('excerpts', pattern && isEnlisted(pattern) ? 'change' : 'remove');
}

export async function followOnce(
  { writeDerived }: Pick<Database, 'writeDerived'>,
  patternId: number,
): Promise<number> {
  return writeDerived(async (tx) => {
    const held = await tx.db
      .selectFrom('post_pattern')
      .select(['post_id', 'version'])
      .where('pattern_id', '=', patternId)
      .where('version', '<>', (eb) =>
        eb.fn.coalesce(
          eb
            .selectFrom('post')
            .select('revision')
            .where('id', '=', patternId)
            .where('type', '=', patternType),
          eb.val(0),
        ),
      )
      .orderBy('post_id')
      .limit(atOnce)
      .execute();
    if (held.length > 0)
      await refreshTexts(tx, new Map(held.map(({ post_id: id, version }) => [id, version])));
    return held.length;
  });
}

export async function renewTexts(tx: Tx, ids: readonly number[]): Promise<void> {
  await refreshTexts(tx, new Map(ids.map((id) => [id, -1])));
}

/** `versions` are the pattern's, by post. */
async function refreshTexts(tx: Tx, versions: ReadonlyMap<number, number>): Promise<void> {
  const ids = [...versions.keys()];
  const posts = await tx.db
    .selectFrom('post')
    .select([
      'id',
      'type',
      'status',
      'password',
      'title',
      'excerpt',
      'content',
      'expanded',
      'published_at as publishedAt',
      'modified_at as modifiedAt',
    ])
    .select(hasDataSql.as('hasData'))
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .execute();
  const expanded = await expandTexts(
    tx,
    posts.map((post) => ({ ...post, dates: post })),
  );
  await notePatterns(
    tx,
    new Map([
      ...ids.map((id) => [id, undefined] as const),
      ...posts.map(({ id }, index) => [id, expanded[index]?.versions] as const),
    ]),
  );
  const followed = posts.map((post, index) => ({
    ...post,
    before: post.expanded,
    expanded: expanded[index]?.text ?? null,
  }));
  const changed = followed.filter((post) => post.expanded !== post.before);
  if (changed.length > 0) {
    const rows = changed.map(
      ({ id, content, expanded: text }) =>
        sql`(cast(${id} as bigint), cast(${text} as text), cast(${openingOfMarkup(text ?? content)} as text))`,
    );
    await sql`with found (id, expanded, opening) as (values ${sql.join(rows)})
      update post set expanded = found.expanded, opening = found.opening from found where post.id = found.id`.execute(
      tx.db,
    );
  }
  await tx.followers.notify(
    tx,
    textsExpanded,
    followed.map((post) => ({ ...post, isRenewed: versions.get(post.id) === -1 })),
  );
}

/** 0: posts to regenerate regardless of their patterns. */
const schema = z.object({ patternId: z.int().nonnegative() });

const followJob: JobKind<z.output<typeof schema>> = {
  name: 'pattern',
  schema,
  tries: { firstPauseMs: 1000, maxPauseMs: 600_000, most: 20 },
};

/** Milliseconds of delay so that pages requested right after the change render first. */
const readersFirstMs = 100;

export async function followPattern(tx: Tx, patternId: number): Promise<void> {
  await enqueueJobs(
    tx,
    followJob,
    [{ key: String(patternId), payload: { patternId } }],
    Date.now() + readersFirstMs,
  );
}

/**
 * Updates excerpts and search after a change of the time zone, for content that binds its post's dates
 * (`core/post-data`), also within patterns. Skips posts without an expansion.
 */
export async function followTimeZone(tx: Tx): Promise<void> {
  await sql`insert into post_pattern (post_id, pattern_id, version) select post.id, 0, -1 from post
    where post.expanded is not null and (post.content like '%core/post-data%' or exists (
      select 1 from post_pattern held join post pattern on pattern.id = held.pattern_id where held.post_id = post.id and pattern.content like '%core/post-data%'
    )) on conflict (post_id, pattern_id) do update set version = -1`.execute(tx.db);
  const marked = await tx.db
    .selectFrom('post_pattern')
    .select('post_id')
    .where('pattern_id', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (marked) await followPattern(tx, 0);
}

/** Enqueued by migrations that change how text is extracted from page builders and fields. */
const dataWordsJob: JobKind<Record<string, never>> = {
  name: 'data-words',
  schema: z.object({}).strict(),
  tries: { firstPauseMs: 1000, maxPauseMs: 600_000, most: 20 },
};

/** Posts read per query, and posts written per transaction: about 10 ms each. */
const wordsAtOnce = { read: 200, written: 10 };

/**
 * Regenerates excerpts and search words of posts with builder data from older versions. An interrupted job restarts;
 * up-to-date posts stay unchanged.
 */
export function dataWordsQueue(site: JobQueueSite): Queue {
  return jobQueue(site, dataWordsJob, {
    concurrency: 1,
    run: async (_payload, { signal, finish }) => {
      for (
        let last: number | undefined = 0;
        last !== undefined;
        last = await renewDataWords(site.database, last)
      ) {
        signal.throwIfAborted();
        await nextTurn(); // lets pending requests run
      }
      await finish(async (tx) => tx.emit('excerpts'));
    },
    failure: () => 'Excerpts and search miss words of page builders and fields in older posts',
  });
}

/** Prefixes of blocks and shortcodes with text in their attributes (`mayHoldDataBlocks`). */
const beginnings = ['<!-- wp:acf/', '<!-- wp:divi/', '<!-- wp:siteorigin-panels/', '[siteorigin_widget '];
const holdsDataSql = sql<boolean>`(${hasDataSql} or ${sql.join(
  beginnings.map((text) => sql`post.content like ${`%${text.replaceAll('_', '\\_')}%`} escape '\\'`),
  sql` or `,
)})`;

/** Updates a batch of posts after `after`; returns the last id checked, or undefined when no posts are left. */
export async function renewDataWords(
  { read, writeDerived }: Pick<Database, 'read' | 'writeDerived'>,
  after: number,
): Promise<number | undefined> {
  const looked = await read
    .selectFrom('post')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(wordsAtOnce.read)
    .execute();
  const last = looked.at(-1)?.id;
  if (last === undefined) return undefined;
  const found = await read
    .selectFrom('post')
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', last)
    .where(holdsDataSql)
    .orderBy('id')
    .limit(wordsAtOnce.written)
    .execute();
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await writeDerived((tx) => renewTexts(tx, ids));
  return ids.length < wordsAtOnce.written ? last : ids.at(-1);
}
