import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { refuseRearranged } from './front-to-change.ts';
import { mostPins } from './reader.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({
  /** Ids of posts, first place first. */
  pinned: z
    .array(sentId)
    .max(mostPins)
    .refine((ids) => new Set(ids).size === ids.length, 'it names a post twice'),
});

/**
 * Pins these posts to the front page and no others, for somebody who saw the posts `from` there, in this order. Throws `StaleError` with both sides, and what
 * the writer throws for posts that readers don't see.
 */
export async function arrangeFront(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From<readonly number[]>,
): Promise<void> {
  const { pinned } = readInput(schema, input, 'the front page');
  const { actor: editor, pinned: theirs } = await refuseRearranged(tx, actor, pinned, from);
  if (theirs.join() === pinned.join()) return;
  await writer.clearFront(tx);
  for (const id of pinned) await writer.pinToFront(tx, id);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'front',
    itemId: 0,
    summary: pinned.length === 0 ? 'nothing pinned' : `posts ${pinned.join(', ')}`,
  });
}
