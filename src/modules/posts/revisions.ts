import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { RevisionTable } from '../../kernel/db/tables/post-tables.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { postTypeNamed } from '../types/index.ts';
import { holdUsers } from '../users/index.ts';
import { findFieldValues } from './field-values.ts';
import { findFootnotes } from './meta.ts';

/** `revision`: saved content; `autosave`: unsaved content, one per editor window of a user. */
export type RevisionKind = RevisionTable['kind'];

export interface RevisionSummary {
  readonly id: number;
  readonly postId: number;
  readonly authorId: number;
  readonly kind: RevisionKind;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export interface Revision extends RevisionSummary, PostTexts {
  /** The post's revision with this content; for an autosave, the revision it is based on. 0: unknown. */
  readonly postRevision: number;
}

export interface PostTexts {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  /** JSON; '' if empty, undefined if unknown. */
  readonly footnotes?: string | undefined;
  /** Values of custom fields as JSON (`field-values.ts`); null or undefined: unknown, or the type has no fields. */
  readonly fieldValues?: string | null | undefined;
}

const summaryColumns = ['id', 'post_id', 'author_id', 'kind', 'title', 'created_at'] as const;
export const revisionColumns = [
  ...summaryColumns,
  'excerpt',
  'content',
  'footnotes',
  'field_values',
  'post_revision',
] as const;

/** Maximum number of windows per user whose autosaves of a post are stored. */
const maxWindows = 5;

interface SummaryRow {
  readonly id: number;
  readonly post_id: number;
  readonly author_id: number;
  readonly kind: RevisionKind;
  readonly title: string;
  readonly created_at: number;
}

function toSummary(row: SummaryRow): RevisionSummary {
  return {
    id: row.id,
    postId: row.post_id,
    authorId: row.author_id,
    kind: row.kind,
    title: row.title,
    createdAt: row.created_at,
  };
}

export function toRevision(row: SummaryRow & TextColumns & { readonly post_revision: number }): Revision {
  return { ...toSummary(row), ...toTexts(row), postRevision: row.post_revision };
}

type TextColumns = Pick<PostTexts, 'title' | 'excerpt' | 'content'> & {
  readonly footnotes: string | null;
  readonly field_values: string | null;
};

const toTexts = ({ title, excerpt, content, footnotes, field_values }: TextColumns): PostTexts => ({
  title,
  excerpt,
  content,
  footnotes: footnotes ?? undefined,
  ...(field_values === null ? {} : { fieldValues: field_values }),
});

interface Typed {
  readonly began?: number;
  /** The editor window; '' if unknown. */
  readonly windowId?: string;
}

/**
 * Stores the post's content, or unsaved `texts`; returns the revision's id, or the newest one's if equal. An autosave
 * replaces its window's and obsolete ones; beyond five, the oldest becomes a revision if the type has revisions.
 */
export async function keepRevision(
  tx: Tx,
  postId: number,
  authorId: number,
  kind: RevisionKind,
  texts?: PostTexts,
  { began = 0, windowId = '' }: Typed = {},
): Promise<number> {
  const stored = await tx.db
    .selectFrom('post')
    .select(['type', 'title', 'excerpt', 'content', 'revision', 'modified_at'])
    .where('id', '=', postId)
    .executeTakeFirst();
  if (!stored) throw new NotFoundError(`There is no post ${postId}.`, 'rest_post_invalid_id');
  const { title, excerpt, content } = texts ?? stored;
  const footnotes = texts?.footnotes ?? (await findFootnotes(tx.db, postId));
  const fieldValues = texts?.fieldValues ?? (await findFieldValues(tx.db, { id: postId, type: stored.type }));
  const postRevision = kind === 'autosave' || texts ? began : stored.revision;
  if (kind === 'autosave')
    await makeRoom(tx, { postId, authorId, windowId, changedAt: stored.modified_at, type: stored.type });
  else {
    const newest = await tx.db
      .selectFrom('revision')
      .select(['id', 'title', 'excerpt', 'content', 'footnotes', 'field_values', 'post_revision'])
      .where('post_id', '=', postId)
      .where('kind', '=', 'revision')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isSame =
      newest &&
      newest.title === title &&
      newest.excerpt === excerpt &&
      newest.content === content &&
      (newest.footnotes ?? footnotes) === footnotes &&
      (newest.field_values ?? fieldValues) === fieldValues;
    if (isSame) {
      const isPartial = newest.footnotes === null || newest.field_values !== fieldValues;
      if ((newest.post_revision === 0 && postRevision > 0) || isPartial) {
        await tx.db
          .updateTable('revision')
          .set({
            post_revision: newest.post_revision || postRevision,
            footnotes,
            field_values: fieldValues,
          })
          .where('id', '=', newest.id)
          .execute();
      }
      return newest.id;
    }
  }
  const row = {
    post_id: postId,
    author_id: authorId,
    kind,
    title,
    excerpt,
    content,
    footnotes,
    field_values: fieldValues,
    post_revision: postRevision,
    window_id: windowId,
  };
  const insert = async () =>
    (
      await tx.db
        .insertInto('revision')
        .values({ ...row, created_at: Date.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const id = await insert();
  if (id !== postId) return id;
  // Clients distinguish an autosave from its post by the id.
  const another = await insert();
  await removeRevision(tx, id);
  return another;
}

/**
 * Runs a change by the system that gives a post these texts, with revisions before and after it, as `changePost` does.
 * Skips them if the texts are equal or the type has no revisions.
 */
export async function keepAround(
  tx: Tx,
  postId: number,
  texts: PostTexts,
  change: () => Promise<void>,
): Promise<void> {
  const post = await tx.db
    .selectFrom('post')
    .select(['type', 'author_id', 'title', 'excerpt', 'content'])
    .where('id', '=', postId)
    .executeTakeFirst();
  const isOther =
    post && (post.title !== texts.title || post.excerpt !== texts.excerpt || post.content !== texts.content);
  const storesRevisions = isOther && postTypeNamed(post.type).supports.has('revisions');
  if (storesRevisions) await keepRevision(tx, postId, post.author_id, 'revision');
  await change();
  if (storesRevisions) await keepRevision(tx, postId, post.author_id, 'revision');
}

export async function removeRevision(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('revision').where('id', '=', id).execute();
}

interface OfWindow {
  readonly postId: number;
  readonly authorId: number;
  readonly windowId: string;
}

interface OfChanged extends OfWindow {
  readonly changedAt: number;
  readonly type: string;
}

/** Makes room for an autosave. If the type has no revisions, none is converted, since it couldn't be found. */
async function makeRoom(tx: Tx, { postId, authorId, windowId, changedAt, type }: OfChanged): Promise<void> {
  // Autosaves older than the post and without a base revision are never offered.
  await tx.db
    .deleteFrom('revision')
    .where('post_id', '=', postId)
    .where('author_id', '=', authorId)
    .where('kind', '=', 'autosave')
    .where((eb) =>
      eb.or([
        eb('window_id', '=', windowId),
        eb.and([eb('post_revision', '=', 0), eb('created_at', '<', changedAt)]),
      ]),
    )
    .execute();
  if (!postTypeNamed(type).supports.has('revisions')) return;
  const others = await tx.db
    .selectFrom('revision')
    .select('id')
    .where('post_id', '=', postId)
    .where('author_id', '=', authorId)
    .where('kind', '=', 'autosave')
    .orderBy('id', 'desc')
    .execute();
  const over = others.slice(maxWindows - 1).map(({ id }) => id);
  if (over.length > 0)
    await tx.db
      .updateTable('revision')
      .set({ kind: 'revision', post_revision: 0 })
      .where('id', 'in', over)
      .execute();
}

/** Removes a window's autosave, which equals the post. */
export async function forgetAutosave(tx: Tx, { postId, authorId, windowId }: OfWindow): Promise<void> {
  await tx.db
    .deleteFrom('revision')
    .where('post_id', '=', postId)
    .where('author_id', '=', authorId)
    .where('kind', '=', 'autosave')
    .where('window_id', '=', windowId)
    .execute();
}

/** Removes the user's autosaves in all windows that equal the content just stored. */
export async function forgetStored(
  tx: Tx,
  postId: number,
  authorId: number,
  { title, excerpt, content, footnotes = '', fieldValues }: PostTexts,
): Promise<void> {
  await tx.db
    .deleteFrom('revision')
    .where('post_id', '=', postId)
    .where('author_id', '=', authorId)
    .where('kind', '=', 'autosave')
    .where('title', '=', title)
    .where('excerpt', '=', excerpt)
    .where('content', '=', content)
    .where((eb) => eb.or([eb('footnotes', '=', footnotes), eb('footnotes', 'is', null)]))
    .where((eb) => eb.or([eb('field_values', '=', fieldValues ?? ''), eb('field_values', 'is', null)]))
    .execute();
}

/**
 * Stops offering a window's autosave after the user stored other content; it stays among the revisions. Autosaves of
 * other windows are still offered.
 */
export async function settleAutosave(tx: Tx, { postId, authorId, windowId }: OfWindow): Promise<void> {
  await tx.db
    .updateTable('revision')
    .set({ post_revision: 0 })
    .where('post_id', '=', postId)
    .where('author_id', '=', authorId)
    .where('kind', '=', 'autosave')
    .where('window_id', '=', windowId)
    .execute();
}

/**
 * After a revision is deleted: marks the post's earlier content as unknown and unlinks the remaining revisions from
 * post revisions, since the matching one may be gone. Autosaves keep their base.
 */
export async function forgetBegins(tx: Tx, postId: number): Promise<void> {
  await tx.db
    .updateTable('revision')
    .set({ post_revision: 0 })
    .where('post_id', '=', postId)
    .where('kind', '=', 'revision')
    .execute();
  await tx.db
    .updateTable('post')
    .set((eb) => ({ known_revision: eb.ref('revision') }))
    .where('id', '=', postId)
    .execute();
}

async function currentValues(
  read: Reader,
  post: Parameters<typeof findFieldValues>[1],
): Promise<Pick<PostTexts, 'fieldValues'>> {
  const fieldValues = await findFieldValues(read, post);
  return fieldValues === null ? {} : { fieldValues };
}

/**
 * A post's content at one of its revisions: the last one stored before it or the next one after; without any, the post
 * itself. Undefined if the type has no revisions or one was deleted since.
 */
export async function findTextsAt(
  read: Reader,
  postId: number,
  revision: number,
): Promise<PostTexts | undefined> {
  const post = await read
    .selectFrom('post')
    .select(['type', 'revision', 'known_revision', 'title', 'excerpt', 'content'])
    .where('id', '=', postId)
    .executeTakeFirst();
  const now = async () =>
    post && {
      title: post.title,
      excerpt: post.excerpt,
      content: post.content,
      footnotes: await findFootnotes(read, postId),
      ...(await currentValues(read, { id: postId, type: post.type })),
    };
  if (post?.revision === revision) return now();
  if (!post || revision < post.known_revision) return undefined;
  const stored = read
    .selectFrom('revision')
    .select(['title', 'excerpt', 'content', 'footnotes', 'field_values'])
    .where('post_id', '=', postId)
    .where('kind', '=', 'revision');
  const found =
    (await stored
      .where('post_revision', '>', 0)
      .where('post_revision', '<=', revision)
      .orderBy('post_revision', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()) ??
    (await stored
      .where('post_revision', '>', revision)
      .orderBy('post_revision')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst());
  if (found) return toTexts(found);
  return postTypeNamed(post.type).supports.has('revisions') && !(await stored.limit(1).executeTakeFirst())
    ? now()
    : undefined;
}

export async function writeRevision(
  tx: Tx,
  revision: {
    postId: number;
    authorId: number;
    kind: 'revision';
    title: string;
    excerpt: string;
    content: string;
    createdAt: number;
  },
): Promise<number> {
  await holdUsers(tx, [revision.authorId]);
  const { id } = await tx.db
    .insertInto('revision')
    .values({
      post_id: revision.postId,
      author_id: revision.authorId,
      kind: revision.kind,
      title: revision.title,
      excerpt: revision.excerpt,
      content: revision.content,
      created_at: revision.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function listRevisions(
  read: Reader,
  postId: number,
  query: { readonly limit: number; readonly offset?: number },
): Promise<{ revisions: RevisionSummary[]; total: number }> {
  const [rows, counted] = await Promise.all([
    read
      .selectFrom('revision')
      .select(summaryColumns)
      .where('post_id', '=', postId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit)
      .offset(query.offset ?? 0)
      .execute(),
    read
      .selectFrom('revision')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('post_id', '=', postId)
      .executeTakeFirstOrThrow(),
  ]);
  return { revisions: rows.map(toSummary), total: Number(counted.total) };
}

export interface RevisionCount {
  /** Revisions and autosaves. */
  readonly total: number;
  /** 0 if the post has no revisions. */
  readonly newestId: number;
}

/** Leaves out posts without revisions. One query. */
export async function countRevisions(
  read: Reader,
  postIds: readonly number[],
): Promise<Map<number, RevisionCount>> {
  if (postIds.length === 0) return new Map();
  const rows = await read
    .selectFrom('revision')
    .select((eb) => [
      'post_id',
      eb.fn.countAll<number>().as('total'),
      eb.fn.max(eb.case().when('kind', '=', 'revision').then(eb.ref('id')).else(0).end()).as('newest_id'),
    ])
    .where('post_id', 'in', postIds)
    .groupBy('post_id')
    .execute();
  return new Map(
    rows.map((row) => [row.post_id, { total: Number(row.total), newestId: Number(row.newest_id) }]),
  );
}

export async function findRevision(read: Reader, id: number): Promise<Revision | undefined> {
  const row = await read
    .selectFrom('revision')
    .select(revisionColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRevision(row);
}

/** The newest one across the user's windows. */
export async function findAutosave(
  read: Reader,
  postId: number,
  authorId: number,
): Promise<Revision | undefined> {
  const row = await read
    .selectFrom('revision')
    .select(revisionColumns)
    .where('post_id', '=', postId)
    .where('author_id', '=', authorId)
    .where('kind', '=', 'autosave')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toRevision(row);
}
