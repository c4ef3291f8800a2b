import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../kernel/db/open-database.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { enqueueJobs, enqueueMissingJobs, listJobs } from '../../kernel/jobs/store.ts';
import { ownPath } from '../../lib/urls.ts';
import { enlistedSql, isOfShownType } from '../posts/index.ts';
import { registeredTypes } from '../types/index.ts';
import { checkJob, sweepJob } from './queue.ts';
import { fileName, readText } from './read-text.ts';
import type { CheckedText, Picture } from './read-text.ts';
import { saveFindings } from './store.ts';
import type { CheckedFindings } from './store.ts';

/** How visitors are answered at an address of this site (`site/replies/reach-address.ts`). */
export type Reach = (address: string) => Promise<{ readonly kind: string; readonly location?: string }>;

export interface CheckSite extends JobQueueSite {
  readonly siteUrl: string;
  readonly reach: Reach;
}

/** Posts of one job of the sweep. */
const batchSize = 20;
/** Pause after a batch, so that the sweep takes a small share of the processor. */
const betweenBatchesMs = 500;
/** Sweeps begin this long after the last one began. */
const sweepEveryMs = 24 * 3_600_000;
/** The first sweep waits until the server has rendered its first pages. */
const afterStartMs = 60_000;
/** Redirects of this site that a link may lead through. */
const maxRedirects = 5;

interface CheckedPost {
  readonly id: number;
  readonly revision: number;
  readonly content: string;
  /** File of the featured image, if it has no alternative text. */
  readonly featured: string | null;
}

/** Listed posts of public types, with the file of a featured image that has no alternative text. */
function listedPosts(read: Reader) {
  const types = registeredTypes().filter((type) => isOfShownType({ type: type.name }));
  return (
    read
      .selectFrom('post')
      .leftJoin('media', (join) =>
        join
          .onRef('media.post_id', '=', 'post.featured_media_id')
          .on(sql<boolean>`trim(media.alt) = '' and post.featured_media_id > 0`),
      )
      .select(['post.id', 'post.revision', 'post.content', 'media.file as featured'])
      .where(enlistedSql)
      // As an expression: the primary key finds the posts of a batch.
      .where(sql<boolean>`cast(post.type as text) in (${sql.join(types.map(({ name }) => sql.lit(name)))})`)
  );
}

/** The findings of these posts. Links are resolved by this site; nothing is requested over the network. */
export async function checkPosts(
  { database: { read }, siteUrl, reach }: Pick<CheckSite, 'database' | 'siteUrl' | 'reach'>,
  posts: readonly CheckedPost[],
): Promise<Map<number, CheckedFindings>> {
  const texts = posts.map((post) => [post, readText(post.content, siteUrl)] as const);
  const described = await describedIn(
    read,
    texts.map(([, text]) => text),
  );
  const isMissing = missingLinks(siteUrl, reach);
  const found = new Map<number, CheckedFindings>();
  for (const [{ id, revision, featured }, { pictures, links }] of texts) {
    await nextTurn(); // lets pending requests run
    const broken: string[] = [];
    for (const link of links) {
      if (await isMissing(link)) broken.push(link);
      await nextTurn();
    }
    const named = pictures
      .filter(({ mediaId, usesLibrary }) => !usesLibrary || !described.has(mediaId))
      .map(({ name }: Picture) => ({ name, isFeatured: false }));
    found.set(id, {
      revision,
      pictures: [...(featured === null ? [] : [{ name: fileName(featured), isFeatured: true }]), ...named],
      links: broken,
    });
  }
  return found;
}

/** Ids of attachments with alternative text, among those whose text the pictures use. */
async function describedIn(read: Reader, texts: readonly CheckedText[]): Promise<ReadonlySet<number>> {
  const ids = texts.flatMap(({ pictures }) =>
    pictures.flatMap(({ mediaId, usesLibrary }) => (usesLibrary && mediaId > 0 ? [mediaId] : [])),
  );
  if (ids.length === 0) return new Set();
  const rows = await read
    .selectFrom('media')
    .select('post_id')
    .where('post_id', 'in', [...new Set(ids)].slice(0, maxAsked))
    .where(sql<boolean>`trim(alt) <> ''`)
    .execute();
  return new Set(rows.map(({ post_id: id }) => id));
}

/** Ids in one query. */
const maxAsked = 5000;

/** Whether a link leads nowhere; links of a batch are resolved once. */
function missingLinks(siteUrl: string, reach: Reach): (link: string) => Promise<boolean> {
  const known = new Map<string, boolean>();
  const find = async (link: string) => {
    let at: string | undefined = link;
    for (let step = 0; at !== undefined && step <= maxRedirects; step++) {
      const { kind, location } = await reach(at);
      if (kind === 'missing' || kind === 'gone') return true;
      at = kind === 'redirect' ? ownPath(location, siteUrl)?.split('#', 1)[0] : undefined;
    }
    return false;
  };
  return async (link) => {
    // A link that can't be resolved is no finding; the other links and posts are checked.
    const seen = known.get(link) ?? (await find(link).catch(() => false));
    known.set(link, seen);
    return seen;
  };
}

/** Checks posts that were saved. */
export function checkQueue(site: CheckSite): Queue {
  const { now = Date.now } = site;
  return jobQueue(site, checkJob, {
    concurrency: 1,
    failure: () => 'A post could not be checked for missing alternative texts and broken links',
    run: async ({ postId }, { finish }) => {
      const posts = await listedPosts(site.database.read).where('post.id', '=', postId).execute();
      const found = await checkPosts(site, posts);
      await finish((tx) =>
        saveFindings(tx, found.size > 0 ? found : new Map([[postId, none]]), { now: now() }),
      );
    },
  });
}

/** Of a post that is not listed. */
const none: CheckedFindings = { revision: 0, pictures: [], links: [] };

/** Checks all published posts in batches, the newest first. An interrupted sweep continues with its batch. */
export function sweepQueue(site: CheckSite, pauseMs = betweenBatchesMs): Queue {
  const { now = Date.now } = site;
  return jobQueue(site, sweepJob, {
    concurrency: 1,
    failure: () => 'Posts could not be checked for missing alternative texts and broken links',
    run: async ({ before }, { finish }) => {
      const { posts, next } = await nextBatch(site.database.read, before);
      const found = await checkPosts(site, posts);
      await finish(async (tx) => {
        await saveFindings(tx, found, { now: now() });
        if (next !== undefined)
          await enqueueJobs(tx, sweepJob, [{ key: 'all', payload: { before: next } }], Date.now() + pauseMs);
      });
    },
  });
}

/** Posts of any status that a batch goes through at most, so that a range without listed ones costs no more than others. */
const idsPerBatch = 1000;

/** The newest listed posts with lower ids than `before`. `next`: where the batch after it begins; undefined after the last one. */
async function nextBatch(
  read: Reader,
  before: number,
): Promise<{ readonly posts: CheckedPost[]; readonly next: number | undefined }> {
  const ids = await read
    .selectFrom('post')
    .select('id')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(idsPerBatch)
    .execute();
  const last = ids.at(-1)?.id;
  if (last === undefined) return { posts: [], next: undefined };
  const posts = await listedPosts(read)
    .where('post.id', '<', before)
    .where('post.id', '>=', last)
    .orderBy('post.id', 'desc')
    .limit(batchSize)
    .execute();
  return { posts, next: posts.length < batchSize ? last : (posts.at(-1)?.id ?? last) };
}

/** Begins a sweep once a day. */
export function sweepStarter({
  database,
  now: clock = Date.now,
}: {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly now?: (() => number) | undefined;
}): Queue {
  const firstAt = clock() + afterStartMs;
  const dueAt = async (now: number): Promise<number | undefined> => {
    const jobs = await listJobs(database.read, { kind: sweepJob.name, limit: 1 });
    if (jobs.some(({ dueAt: at }) => at > 0)) return undefined;
    const begun = await database.read
      .selectFrom('counter')
      .select('value')
      .where('key', '=', begunKey)
      .executeTakeFirst();
    // A time ahead is that of a clock that was set back.
    const lastAt = Number(begun?.value ?? 0);
    return Math.max(firstAt, lastAt > now ? 0 : lastAt + sweepEveryMs);
  };
  return {
    name: 'check-posts-daily',
    concurrency: 1,
    take: async (now) => {
      const at = await dueAt(now);
      return at === undefined || at > now ? [] : [() => database.write((tx) => beginSweep(tx, now))];
    },
    nextDueAt: dueAt,
  };
}

const begunKey = 'check-posts:begun';

export async function beginSweep(tx: Tx, now: number): Promise<void> {
  await enqueueMissingJobs(tx, sweepJob, [{ key: 'all', payload: { before: Number.MAX_SAFE_INTEGER } }]);
  await tx.db
    .insertInto('counter')
    .values({ key: begunKey, value: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: now }))
    .execute();
}
