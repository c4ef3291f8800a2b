import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { refuseRearranged } from './front-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Takes a post off the front page's pins for somebody who saw the posts `from` there, in this order. Throws `StaleError` with both sides. */
export async function unpinPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From<readonly number[]>,
): Promise<void> {
  const { id } = readInput(schema, input, 'the front page');
  const { actor: editor } = await refuseRearranged(tx, actor, id, from);
  await writer.unpinFromFront(tx, id);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'front',
    itemId: id,
    summary: `post ${id} unpinned`,
  });
}
