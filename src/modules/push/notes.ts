import type { Database, Reader, Tx } from '../../kernel/db/open-database.ts';
import { announcementTtlMs } from './push.ts';
import { enqueueMessage } from './queue.ts';
import { countSubscribers, lastNumber } from './subscriptions.ts';

/** A push message written by hand. */
export interface Note {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  /** Path on this site. */
  readonly url: string;
  /** URL of its picture, or empty. */
  readonly image: string;
  /** Milliseconds. */
  readonly dueAt: number;
  readonly createdAt: number;
  readonly state: 'scheduled' | 'queued' | 'stopped';
}

const columns = [
  'id',
  'title',
  'body',
  'url',
  'image',
  'due_at as dueAt',
  'created_at as createdAt',
  'state',
] as const;

export async function findNotes(read: Reader, ids: readonly number[]): Promise<Map<number, Note>> {
  const known = [...new Set(ids)].filter((id) => id > 0);
  if (known.length === 0) return new Map();
  const rows = await read.selectFrom('push_note').select(columns).where('id', 'in', known).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether subscribers still receive a note: it is due, and not stopped. */
export async function isNoteQueued(read: Reader, id: number): Promise<boolean> {
  const note = await read.selectFrom('push_note').select('state').where('id', '=', id).executeTakeFirst();
  return note?.state === 'queued';
}

/** The note, locked until the transaction ends. */
export const findNoteToChange = (tx: Tx, id: number): Promise<Note | undefined> =>
  tx.db
    .selectFrom('push_note')
    .select(columns)
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();

export const listScheduledNotes = (read: Reader): Promise<Note[]> =>
  read
    .selectFrom('push_note')
    .select(columns)
    .where('state', '=', 'scheduled')
    .orderBy('due_at')
    .limit(maxScheduled)
    .execute();

/** Messages that wait for their time. */
export const maxScheduled = 50;

/** Stores a note; one that is due now gets the next number. */
export async function addNote(tx: Tx, note: Omit<Note, 'id' | 'state'>, isDue: boolean): Promise<number> {
  const { id } = await tx.db
    .insertInto('push_note')
    .values({
      title: note.title,
      body: note.body,
      url: note.url,
      image: note.image,
      due_at: note.dueAt,
      created_at: note.createdAt,
      state: isDue ? 'queued' : 'scheduled',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (isDue) await enqueueMessage(tx, { noteId: id, createdAt: note.dueAt });
  else tx.emit('jobs:push'); // the queue waits for its time
  return id;
}

export async function stopNote(tx: Tx, id: number): Promise<void> {
  await tx.db.updateTable('push_note').set({ state: 'stopped' }).where('id', '=', id).execute();
  tx.emit('jobs:push');
}

export async function deleteNote(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('push_note').where('id', '=', id).execute();
}

/** Time (ms since epoch) of the next scheduled message. */
export async function nextNoteAt(read: Reader): Promise<number | undefined> {
  const next = await read
    .selectFrom('push_note')
    .select('due_at')
    .where('state', '=', 'scheduled')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.due_at;
}

/** Numbers scheduled messages whose time has come. One process numbers each. */
export async function enqueueDueNotes(
  database: Pick<Database, 'read' | 'writeDerived'>,
  now: number,
): Promise<void> {
  // Checked without a transaction first: usually nothing is due.
  const next = await nextNoteAt(database.read);
  if (next === undefined || next > now) return;
  await database.writeDerived(async (tx) => {
    const due = await tx.db
      .selectFrom('push_note')
      .select(['id', 'due_at'])
      .where('state', '=', 'scheduled')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(maxScheduled)
      .$if(tx.dialect.rowLocks, (query) => query.forUpdate().skipLocked())
      .execute();
    for (const { id, due_at: dueAt } of due) {
      await tx.db.updateTable('push_note').set({ state: 'queued' }).where('id', '=', id).execute();
      await enqueueMessage(tx, { noteId: id, createdAt: dueAt });
    }
  });
}

/**
 * Stops all messages that are due, in a restored database: subscribers may have received them since the backup.
 * Schemas before 92 have no notes.
 */
export async function stopRestoredMessages(
  tx: Tx,
  { now, hasNotes }: { readonly now: number; readonly hasNotes: boolean },
): Promise<void> {
  if (hasNotes) {
    const due = await tx.db
      .selectFrom('push_note')
      .select(['id', 'due_at'])
      .where('state', '=', 'scheduled')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .execute();
    for (const { id, due_at: dueAt } of due) {
      await stopNote(tx, id);
      await enqueueMessage(tx, { noteId: id, createdAt: dueAt }); // lists it
    }
    await tx.db
      .updateTable('push_note')
      .set({ state: 'stopped' })
      .where('state', '=', 'queued')
      .where('id', 'in', (query) =>
        query
          .selectFrom('push_message')
          .select('note_id')
          .where('created_at', '>', now - announcementTtlMs)
          .where('number', '>', (inner) =>
            inner.selectFrom('push_subscription').select(({ fn }) => fn.min('told').as('told')),
          ),
      )
      .execute();
  }
  const newest = await lastNumber(tx.db);
  await tx.db
    .updateTable('push_subscription')
    .set({ told: newest, due_at: 0, claim: '' })
    .where('told', '<', newest)
    .execute();
}

export interface SentMessage {
  readonly number: number;
  readonly note: Note | undefined;
  /** The announced article; undefined if it has been deleted. */
  readonly post: { readonly id: number; readonly title: string } | undefined;
  readonly createdAt: number;
  readonly delivered: number;
  readonly failed: number;
  /** Subscribers that the queue has not sent it to yet. */
  readonly waiting: number;
}

const sentQuery = (read: Reader) =>
  read
    .selectFrom('push_message')
    .leftJoin('post', 'post.id', 'push_message.post_id')
    .select([
      'push_message.number',
      'push_message.post_id as postId',
      'push_message.note_id as noteId',
      'push_message.created_at as createdAt',
      'push_message.delivered_count as delivered',
      'push_message.failed_count as failed',
      'post.title as title',
    ]);
type SentRow = Awaited<ReturnType<ReturnType<typeof sentQuery>['execute']>>[number];

async function withNotes(
  read: Reader,
  siteUrl: string,
  rows: readonly SentRow[],
  now: number,
): Promise<SentMessage[]> {
  const notes = await findNotes(
    read,
    rows.map(({ noteId }) => noteId),
  );
  return Promise.all(
    rows.map(async ({ postId, noteId, title, ...row }) => {
      const note = notes.get(noteId);
      const isOver = row.createdAt < now - announcementTtlMs || note?.state === 'stopped';
      return {
        ...row,
        note,
        post: title === null ? undefined : { id: postId, title },
        waiting: isOver ? 0 : await countSubscribers(read, siteUrl, row.number),
      };
    }),
  );
}

/** A numbered message written by hand. */
export async function findSentNote(
  read: Reader,
  siteUrl: string,
  { id, now }: { readonly id: number; readonly now: number },
): Promise<SentMessage | undefined> {
  const rows = await sentQuery(read).where('post_id', '=', -id).execute();
  return (await withNotes(read, siteUrl, rows, now))[0];
}

/** Numbered messages, the newest first. */
export async function listSentMessages(
  read: Reader,
  siteUrl: string,
  { limit, offset, now }: { readonly limit: number; readonly offset: number; readonly now: number },
): Promise<{ readonly messages: SentMessage[]; readonly total: number }> {
  const rows = await sentQuery(read)
    .orderBy('push_message.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await read
    .selectFrom('push_message')
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return { messages: await withNotes(read, siteUrl, rows, now), total: Number(total) };
}
