import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { noteActivity } from '../activity/writer.ts';
import { authorise, readInput, refuseStale } from '../command.ts';
import { sentId } from '../input-kinds.ts';
import type { Actor } from '../users/role.ts';
import { menuToChange } from './menus-to-change.ts';
import { mayEditMenus } from './policy.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes a menu for somebody who saw revision `from` of it; where it was shown, none is. Throws `StaleError` with both sides. */
export async function deleteMenu(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, from: number): Promise<void> {
  const { id } = readInput(schema, input, 'the menu');
  authorise(actor, mayEditMenus(actor), { message: 'Sorry, you are not allowed to edit menus.', capability: 'edit_theme_options' });
  const theirs = await menuToChange(tx, actor, id);
  refuseStale(`the menu "${theirs.name}"`, { mine: undefined, theirs }, from);
  await writer.deleteMenu(tx, id);
  await noteActivity(tx, actor, { verb: 'delete', kind: 'menu', itemId: id, summary: `"${theirs.name}"` });
}
