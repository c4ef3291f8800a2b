import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { menusToChange } from './menus-to-change.ts';
import { changeMenus } from './policy.ts';
import { findMenuItem, findMenuItems } from './reader.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes an item for somebody who saw revision `from` of its menu; what stood below it moves up. Throws `StaleError` with both sides, `NotFoundError`. */
export async function deleteMenuItem(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id } = readInput(schema, input, 'the menu item');
  demand(changeMenus, actor, undefined);
  const menuId = (await findMenuItem(tx.db, id))?.menuId ?? 0;
  const menu = (await menusToChange(tx, actor, [menuId])).get(menuId);
  const items = menu ? await findMenuItems(tx.db, menu.id) : [];
  const stored = items.find((item) => item.id === id);
  if (!menu || !stored) throw new NotFoundError(`There is no menu item ${id}.`);
  const theirs = { ...menu, items };
  refuseStale(`the menu "${menu.name}"`, { mine: undefined, theirs }, from);
  await writer.deleteMenuItem(tx, stored);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'menu',
    itemId: menu.id,
    summary: `"${menu.name}": item ${id} is gone`,
  });
}
