import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/permission.ts';
import { maxPins, listFrontPins } from './store.ts';
import { demand } from '../../kernel/permission.ts';
import { changeFront } from './policy.ts';
import * as store from './store.ts';

const arrangementSchema = z.strictObject({
  pinned: z
    .array(sentId)
    .max(maxPins)
    .refine((ids) => new Set(ids).size === ids.length, 'it names a post twice'),
});

/**
 * Replaces the pinned posts. Throws `StaleError` with both sides unless `from` lists the current ones in order, and the
 * writer's errors for posts that are not public.
 */
export async function arrangeFront(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof arrangementSchema>,
  from: From<readonly number[]>,
): Promise<void> {
  const { pinned } = readInput(arrangementSchema, input, 'the front page');
  const { actor: editor, pinned: theirs } = await refuseRearranged(tx, actor, pinned, from);
  if (theirs.join() === pinned.join()) return;
  await store.clearFront(tx);
  for (const id of pinned) await store.pinToFront(tx, id);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'front',
    itemId: 0,
    summary: pinned.length === 0 ? 'nothing pinned' : `posts ${pinned.join(', ')}`,
  });
}

const pinSchema = z.strictObject({
  id: sentId,
  /** From 1; omitted: after the pinned posts. */
  place: sentId.optional(),
});

/** Pins or moves a post. Throws like `arrangeFront`. */
export async function pinPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof pinSchema>,
  from: From<readonly number[]>,
): Promise<void> {
  const { id, place } = readInput(pinSchema, input, 'the front page');
  const { actor: editor } = await refuseRearranged(tx, actor, id, from);
  await store.pinToFront(tx, id, place);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'front',
    itemId: id,
    summary: `post ${id} pinned${place === undefined ? '' : ` to place ${place}`}`,
  });
}

const unpinSchema = z.strictObject({ id: sentId });

/** Unpins a post. Throws `StaleError` with both sides unless `from` lists the current pins in order. */
export async function unpinPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof unpinSchema>,
  from: From<readonly number[]>,
): Promise<void> {
  const { id } = readInput(unpinSchema, input, 'the front page');
  const { actor: editor } = await refuseRearranged(tx, actor, id, from);
  await store.unpinFromFront(tx, id);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'front',
    itemId: id,
    summary: `post ${id} unpinned`,
  });
}

/** Locks the pins and returns them in order with the actor. Throws `StaleError` with both sides unless they equal `from`. */
async function refuseRearranged(
  tx: Tx,
  actor: Actor | undefined,
  mine: unknown,
  from: From<readonly number[]>,
): Promise<{ readonly actor: Actor; readonly pinned: readonly number[] }> {
  demand(changeFront, actor, undefined);
  await tx.dialect.lockName('front')?.execute(tx.db);
  const theirs = (await listFrontPins(tx.db)).map(({ postId }) => postId);
  refuseUnseen<readonly number[]>('the front page', { mine, theirs }, from);
  return { actor, pinned: theirs };
}
