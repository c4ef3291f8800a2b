import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Menu } from './menu.ts';
import { changeMenus } from './policy.ts';
import { findMenuLocations, findMenuToChange, listMenus } from './reader.ts';

/** Menus that somebody is about to change, by id: nobody else changes them until the transaction ends. Those that are not there are missing. */
export async function menusToChange(
  tx: Tx,
  actor: Actor | undefined,
  ids: readonly number[],
): Promise<Map<number, Menu>> {
  demand(changeMenus, actor, undefined);
  const found = new Map<number, Menu>();
  // In one order, so that nobody waits for somebody who waits.
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const menu = await findMenuToChange(tx, id);
    if (menu) found.set(id, menu);
  }
  return found;
}

/** The same of one; throws `NotFoundError`. */
export async function menuToChange(tx: Tx, actor: Actor | undefined, id: number): Promise<Menu> {
  const menu = (await menusToChange(tx, actor, [id])).get(id);
  if (!menu) throw new NotFoundError(`There is no menu ${id}.`);
  return menu;
}

/** Which menu is at which location, for somebody who is about to change that: nobody else does until the transaction ends. */
export async function menuLocationsToChange(tx: Tx, actor: Actor | undefined): Promise<Map<string, number>> {
  demand(changeMenus, actor, undefined);
  await tx.dialect.lockName('menu locations')?.execute(tx.db);
  return findMenuLocations(tx.db);
}

/** Has those take turns who give a menu a name or slug, which no other has. */
export async function lockMenuNames(tx: Tx): Promise<void> {
  await tx.dialect.lockName('names of menus')?.execute(tx.db);
}

/** All menus, for somebody who is about to give one a name: nobody else does until the transaction ends. */
export async function menuNamesToChange(tx: Tx, actor: Actor | undefined): Promise<Menu[]> {
  demand(changeMenus, actor, undefined);
  await lockMenuNames(tx);
  return listMenus(tx.db);
}
