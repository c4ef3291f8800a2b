import { z } from 'zod';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { changedFields, readInput, noteChange } from '../../kernel/command.ts';
import { sentId, sentIdOrNone } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/permission.ts';
import { checkFields, postMeta, postToChange, refuseTrashed, refuseStalePost } from './check-post.ts';
import type { CleanedAhead, PreparedAhead } from './model.ts';
import { findFootnotes, footnotesKey } from './meta.ts';
import { fieldNames, fieldValuesWith, findFieldValues, restoredMeta } from './field-values.ts';
import { sentWindow } from './lock-commands.ts';
import { editPosts, deletePosts } from './policy.ts';
import { postFields, toChanges } from './post-input.ts';
import {
  forgetAutosave,
  keepRevision,
  findRevision,
  forgetBegins,
  removeRevision,
  revisionColumns,
  toRevision,
} from './revisions.ts';
import { NotFoundError } from '../../lib/errors.ts';
import type { From } from '../../kernel/command.ts';
import { refusal } from '../../kernel/permission.ts';
import { postTypeNamed } from '../types/index.ts';
import { changePost } from './post-commands.ts';
import type { Revision, RevisionKind } from './revisions.ts';
import { holdsFolded } from '../../kernel/db/search-sql.ts';
import { nameInMessages } from './model.ts';

const autosaveSchema = z.strictObject({
  id: sentId,
  ...postFields.pick({ title: true, content: true, excerpt: true, meta: true }).shape,
  began: sentIdOrNone.default(0),
  windowId: sentWindow.optional(),
});

/**
 * Stores a window's autosave (programs without `windowId` share one), based on revision `began` (0: unknown). Not
 * logged; the post stays unchanged. Returns its id; if it equals the post, removes the autosave and returns undefined.
 */
export async function autosavePost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof autosaveSchema>,
  ahead?: CleanedAhead,
): Promise<number | undefined> {
  const { id, began, windowId = '', meta = {}, ...sent } = readInput(autosaveSchema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, editPosts);
  refuseTrashed(post);
  const changed = changedFields(sent, post);
  await checkFields(tx, editor, post, changed);
  const { title, excerpt, content } = { ...post, ...toChanges(editor, changed, post.content, ahead) };
  const stored = await findFootnotes(tx.db, id);
  const sentKeys = postMeta(editor, post.type, meta);
  const sentFootnotes = sentKeys[footnotesKey];
  const footnotes = sentFootnotes === undefined ? stored : (sentFootnotes[0] ?? '');
  const fieldValues = await fieldValuesWith(tx.db, post, sentKeys);
  const hasSameValues =
    !fieldNames(post.type).some((name) => name in sentKeys) ||
    fieldValues === (await findFieldValues(tx.db, post));
  const isSame =
    title === post.title &&
    excerpt === post.excerpt &&
    content === post.content &&
    footnotes === stored &&
    hasSameValues;
  const texts = { title, excerpt, content, footnotes, fieldValues };
  if (!isSame)
    return keepRevision(tx, id, editor.id, 'autosave', texts, {
      began: began <= post.revision ? began : 0,
      windowId,
    });
  await forgetAutosave(tx, { postId: id, authorId: editor.id, windowId });
  return undefined;
}

/** Id of the revision or autosave. */
const restoreSchema = z.strictObject({ id: sentId });

/**
 * Restores title, content, excerpt, footnotes and values of custom fields from a revision or autosave; the replaced content becomes a revision.
 * Throws `StaleError` with both sides if the post's revision isn't `from`.
 */
export async function restoreRevision(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof restoreSchema>,
  from: From,
  ahead?: PreparedAhead,
): Promise<void> {
  const { id } = readInput(restoreSchema, input, 'the revision');
  if (!actor) throw refusal(actor, editPosts);
  const revision = await findRevision(tx.db, id);
  if (!revision) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  const { actor: editor, post } = await postToChange(tx, actor, revision.postId, editPosts);
  const { supports } = postTypeNamed(post.type);
  const texts = {
    ...(supports.has('title') ? { title: revision.title } : {}),
    ...(supports.has('editor') ? { content: revision.content } : {}),
    ...(supports.has('excerpt') ? { excerpt: revision.excerpt } : {}),
  };
  refuseStalePost(post, texts, from);
  refuseTrashed(post);
  const { footnotes } = revision;
  const meta = {
    ...(await restoredMeta(tx, editor, post, revision.fieldValues)),
    ...(supports.has('editor') && footnotes !== undefined
      ? { [footnotesKey]: footnotes === '' ? [] : [footnotes] }
      : {}),
  };
  const restored = Object.keys(meta).length > 0 ? { ...texts, meta } : texts;
  await changePost(tx, editor, post, restored, { ahead, restored: id });
}

export function isTypedBy(actor: Actor, { kind, authorId }: Pick<Revision, 'kind' | 'authorId'>): boolean {
  return kind === 'autosave' && authorId === actor.id;
}

/** Id of the revision or autosave. */
const deleteSchema = z.strictObject({ id: sentId });

/**
 * Permanently deletes a revision or autosave. Needs the right to delete the post; authors of an autosave need only the
 * right to edit it, and that is not logged. No `from`, since the post stays unchanged.
 */
export async function deleteRevision(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deleteSchema>,
): Promise<void> {
  const { id } = readInput(deleteSchema, input, 'the revision');
  if (!actor) throw refusal(actor, deletePosts);
  const revision = await findRevision(tx.db, id);
  if (!revision) throw new NotFoundError('Invalid revision ID.', 'rest_post_invalid_id');
  const { actor: editor, post } = await postToChange(
    tx,
    actor,
    revision.postId,
    isTypedBy(actor, revision) ? editPosts : deletePosts,
  );
  await removeRevision(tx, id);
  if (revision.kind === 'revision') await forgetBegins(tx, post.id);
  if (isTypedBy(editor, revision)) return;
  await noteChange(tx, editor, {
    verb: 'delete',
    kind: 'post',
    itemId: post.id,
    summary: `${nameInMessages(post)}: ${revision.kind} ${id}`,
  });
}

interface RevisionQuery {
  /** Undefined for both kinds. */
  readonly kind?: RevisionKind | undefined;
  /** Words that the title, excerpt or content contains, in this order. */
  readonly search?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly excludeIds?: readonly number[] | undefined;
  readonly order: 'created_at' | 'id' | 'title';
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

export async function listWholeRevisions(
  read: Reader,
  postId: number,
  query: RevisionQuery,
): Promise<{ revisions: Revision[]; total: number }> {
  const { kind, search, ids, excludeIds, order, descending, limit, offset } = query;
  const found = read
    .selectFrom('revision')
    .where('post_id', '=', postId)
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'revision'))
    .$if(ids !== undefined, (rows) => rows.where('id', 'in', ids ?? []))
    .$if((excludeIds ?? []).length > 0, (rows) => rows.where('id', 'not in', excludeIds ?? []))
    .$if(search !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or(['title', 'excerpt', 'content'].map((column) => holdsFolded(column, search ?? ''))),
      ),
    );
  const direction = descending ? 'desc' : 'asc';
  const [rows, counted] = await Promise.all([
    found
      .select(revisionColumns)
      .orderBy(order, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { revisions: rows.map(toRevision), total: Number(counted.total) };
}
