import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { refuseRearranged } from './front-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({
  id: sentId,
  /** 1 is the first; left out: behind those that are pinned. */
  place: sentId.optional(),
});

/** Pins a post to the front page, or moves it, for somebody who saw the posts `from` there, in this order. Throws as `arrangeFront`. */
export async function pinPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From<readonly number[]>,
): Promise<void> {
  const { id, place } = readInput(schema, input, 'the front page');
  const { actor: editor } = await refuseRearranged(tx, actor, id, from);
  await writer.pinToFront(tx, id, place);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'front',
    itemId: id,
    summary: `post ${id} pinned${place === undefined ? '' : ` to place ${place}`}`,
  });
}
