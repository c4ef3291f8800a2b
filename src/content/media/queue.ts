import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../db/open-database.ts';
import type { MediaSizes } from './media.ts';
import type { ProcessedImage } from './make-sizes.ts';
import { parseSizes } from './sizes-json.ts';
import { saveMadeSizes } from './writer.ts';

/** How long a claim holds without being renewed, in milliseconds: a picture whose process was killed is taken up again after this time. */
export const leaseMs = 15_000;
/** Times that a picture may end the process that works on it, before nobody tries again by himself. */
export const mostDeaths = 4;
/** The first pause before another attempt, and the longest, in milliseconds. */
const firstPauseMs = 30_000;
const longestPauseMs = 3_600_000;

/** A picture that this process makes sizes of. */
export interface MediaJob {
  readonly mediaId: number;
  /** Path below the uploads folder. */
  readonly file: string;
  readonly sizes: MediaSizes;
  readonly attempts: number;
  readonly claim: string;
}

/** Takes up the picture that is next, or undefined when there is none now. Of all processes one gets it. */
export async function claimMedia(database: Pick<Database, 'read' | 'writeDerived'>, now: number): Promise<MediaJob | undefined> {
  for (;;) {
    // Asked without a transaction first: mostly there is nothing to do.
    if (!(await isDue(database.read, now))) return undefined;
    const job = await database.writeDerived((tx) => claimNext(tx, now));
    if (job !== 'given up') return job;
  }
}

async function isDue(read: Reader, now: number): Promise<boolean> {
  return (await read.selectFrom('media_job').select('post_id').where(isDueAt(now)).limit(1).executeTakeFirst()) !== undefined;
}

/** Due now, or after a longer pause than there is: the clock was set back. */
const isDueAt = (now: number) => sql<boolean>`due_at > 0 and (due_at <= ${now} or due_at > ${now + longestPauseMs})`;

async function claimNext(tx: Tx, now: number): Promise<MediaJob | 'given up' | undefined> {
  // Of those that came together the newest first: they are what readers see.
  const row = await tx.db.selectFrom('media_job').selectAll().where(isDueAt(now)).orderBy('due_at').orderBy('post_id', 'desc').limit(1)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate().skipLocked()).executeTakeFirst();
  if (!row) return undefined;
  const media = await tx.db.selectFrom('media').select(['file', 'sizes']).where('post_id', '=', row.post_id).where('file', '<>', '').executeTakeFirst();
  if (!media) {
    await tx.db.deleteFrom('media_job').where('post_id', '=', row.post_id).execute();
    return 'given up';
  }
  if (row.unfinished >= mostDeaths) {
    const reason = `The process that made its sizes ended ${row.unfinished} times before it was ready.`;
    await tx.db.updateTable('media_job').set({ due_at: 0, claim: '', unfinished: 0, reason }).where('post_id', '=', row.post_id).execute();
    return 'given up';
  }
  const claim = randomUUID();
  await tx.db.updateTable('media_job').set({ claim, due_at: now + leaseMs, attempts: row.attempts + 1, unfinished: row.unfinished + 1 }).where('post_id', '=', row.post_id).execute();
  return { mediaId: row.post_id, file: media.file, sizes: parseSizes(media.sizes), attempts: row.attempts + 1, claim };
}

const held = (tx: Tx, { mediaId, claim }: MediaJob) => tx.db.selectFrom('media_job').select(['attempts', 'unfinished']).where('post_id', '=', mediaId).where('claim', '=', claim)
  .$if(tx.dialect.rowLocks, (query) => query.forUpdate()).executeTakeFirst();

/** Keeps a claim alive. */
export async function renewClaim(database: Pick<Database, 'writeDerived'>, { mediaId, claim }: MediaJob, now: number): Promise<void> {
  await database.writeDerived((tx) => tx.db.updateTable('media_job').set({ due_at: now + leaseMs }).where('post_id', '=', mediaId).where('claim', '=', claim).execute());
}

/** Writes what was made and ends the job; false when it is no longer ours, or the picture was deleted: nothing was written then. */
export async function finishMedia(tx: Tx, job: MediaJob, made: ProcessedImage): Promise<boolean> {
  if (!(await held(tx, job))) return false;
  await saveMadeSizes(tx, job.mediaId, made);
  await tx.db.deleteFrom('media_job').where('post_id', '=', job.mediaId).execute();
  return true;
}

/** Notes why a picture has no sizes yet; with `again` it is tried again after a pause that doubles, else only when somebody asks. */
export async function failMedia(tx: Tx, job: MediaJob, { reason, again }: { readonly reason: string; readonly again: boolean }, now: number): Promise<void> {
  if (!(await held(tx, job))) return;
  const dueAt = again ? now + Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(job.attempts - 1, 20)) : 0;
  await tx.db.updateTable('media_job').set({ claim: '', unfinished: 0, due_at: dueAt, reason }).where('post_id', '=', job.mediaId).execute();
}

/** Gives a picture back that was taken up and not worked on to the end, as when the server stops: it counts as never taken up. */
export async function releaseMedia(tx: Tx, job: MediaJob, now: number): Promise<void> {
  const row = await held(tx, job);
  if (!row) return;
  await tx.db.updateTable('media_job').set({ claim: '', due_at: now, attempts: row.attempts - 1, unfinished: row.unfinished - 1 }).where('post_id', '=', job.mediaId).execute();
}

/** How many pictures wait for their sizes, and how many failed (those that are tried again count as failed until they are ready). */
export async function mediaQueueLength(read: Reader): Promise<{ readonly waiting: number; readonly failed: number }> {
  const { waiting, failed } = await read.selectFrom('media_job')
    .select(sql<number>`coalesce(sum(case when reason = '' then 1 else 0 end), 0)`.as('waiting')).select(sql<number>`coalesce(sum(case when reason = '' then 0 else 1 end), 0)`.as('failed')).executeTakeFirstOrThrow();
  return { waiting: Number(waiting), failed: Number(failed) };
}

/** A picture that has no sizes yet. */
export interface WaitingMedia {
  readonly mediaId: number;
  readonly file: string;
  readonly attempts: number;
  /** Why it failed; empty for one that waits for its turn. */
  readonly reason: string;
  /** When it is tried again, in milliseconds since 1970; 0: not by itself. */
  readonly dueAt: number;
}

/** Pictures in the queue, the next one first; only those that failed, if asked so. */
export async function listMediaQueue(read: Reader, { failed, limit }: { readonly failed: boolean; readonly limit: number }): Promise<WaitingMedia[]> {
  return read.selectFrom('media_job').innerJoin('media', 'media.post_id', 'media_job.post_id')
    .select(['media_job.post_id as mediaId', 'media.file', 'media_job.attempts', 'media_job.reason', 'media_job.due_at as dueAt'])
    .$if(failed, (query) => query.where('media_job.reason', '<>', '')).orderBy('media_job.due_at').orderBy('media_job.post_id', 'desc').limit(limit).execute();
}
