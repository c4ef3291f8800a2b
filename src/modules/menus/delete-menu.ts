import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { menuToChange } from './menus-to-change.ts';
import { changeMenus } from './policy.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes a menu for somebody who saw revision `from` of it; where it was shown, none is. Throws `StaleError` with both sides. */
export async function deleteMenu(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id } = readInput(schema, input, 'the menu');
  demand(changeMenus, actor, undefined);
  const theirs = await menuToChange(tx, actor, id);
  refuseStale(`the menu "${theirs.name}"`, { mine: undefined, theirs }, from);
  await writer.deleteMenu(tx, id);
  await noteChange(tx, actor, { verb: 'delete', kind: 'menu', itemId: id, summary: `"${theirs.name}"` });
}
