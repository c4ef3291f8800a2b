import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { siteSlug } from '../settings/site-slug.ts';
import { menuLocationTitles } from './menu.ts';
import type { MegaKind, MenuItemType, MenuLocation } from './menu.ts';
import { lockMenuNames } from './menus-to-change.ts';
import { findMenuToChange } from './reader.ts';
import { findCircles } from './tree.ts';

export interface MenuItemInput {
  /** Keeps an id that an import brought, or that the item has already. */
  readonly id?: number;
  readonly type?: MenuItemType;
  readonly object?: string;
  readonly objectId?: number;
  readonly url?: string;
  readonly label?: string;
  readonly titleAttribute?: string;
  readonly target?: string;
  readonly rel?: string;
  readonly classes?: readonly string[];
  readonly description?: string;
  readonly megaKind?: MegaKind;
  readonly megaId?: number;
}

/** Creates an empty menu; returns its id. A taken slug gets `-2`, `-3` … */
export async function createMenu(
  tx: Tx,
  input: { readonly id?: number; readonly name: string; readonly slug?: string },
): Promise<number> {
  const name = input.name.trim();
  if (name === '') throw new InvalidInputError('A menu needs a name.', 'menu_empty_name');
  const slug = await freeSlug(tx, input.slug || (await siteSlug(tx.db, name)) || 'menu', 0);
  const { id } = await tx.db
    .insertInto('menu')
    .values({ ...(input.id === undefined ? {} : { id: input.id }), slug, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  changed(tx, id);
  return id;
}

/** The slug, with a number where another menu has it. */
async function freeSlug(tx: Tx, wanted: string, menuId: number): Promise<string> {
  await lockMenuNames(tx);
  const owner = (slug: string) =>
    tx.db
      .selectFrom('menu')
      .select('id')
      .where('slug', '=', slug)
      .where('id', '!=', menuId)
      .executeTakeFirst();
  let slug = wanted;
  for (let suffix = 2; await owner(slug); suffix++) slug = `${wanted}-${suffix}`;
  return slug;
}

/** Addresses that run code when clicked; a menu never needs them. */
const scripted = /^\s*(?:javascript|data|vbscript)\s*:/i;

/** An address as a menu keeps it: one that runs code is empty. */
export function menuUrl(text: string): string {
  // Browsers drop control characters from addresses, so a scheme could hide behind them.
  const url = [...text].filter((character) => character >= ' ').join('');
  return scripted.test(url) ? '' : url;
}

function toRow(menuId: number, input: MenuItemInput, parentId: number, position: number) {
  return {
    ...(input.id === undefined ? {} : { id: input.id }),
    menu_id: menuId,
    parent_id: parentId,
    position,
    type: input.type ?? 'custom',
    object: input.object ?? '',
    object_id: input.objectId ?? 0,
    url: menuUrl(input.url ?? ''),
    label: input.label ?? '',
    title_attribute: input.titleAttribute ?? '',
    target: input.target ?? '',
    rel: input.rel ?? '',
    classes: (input.classes ?? []).join(' '),
    description: input.description ?? '',
    mega_kind: input.megaKind ?? '',
    mega_id: input.megaId ?? 0,
  };
}

/** Gives a menu another name and slug; `countChange` tells of it. */
export async function renameMenu(
  tx: Tx,
  menuId: number,
  { name, slug }: { readonly name: string; readonly slug: string },
): Promise<void> {
  await tx.db
    .updateTable('menu')
    .set({ name, slug: await freeSlug(tx, slug, menuId) })
    .where('id', '=', menuId)
    .execute();
  changed(tx, menuId);
}

/** Adds an item; returns its id. Without a position it comes last. */
export async function addMenuItem(
  tx: Tx,
  menuId: number,
  input: MenuItemInput & { readonly parentId?: number; readonly position?: number },
): Promise<number> {
  await mustExist(tx, menuId);
  const last = await tx.db
    .selectFrom('menu_item')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('menu_id', '=', menuId)
    .executeTakeFirst();
  const position = input.position ?? Number(last?.position ?? 0) + 1;
  const { id } = await tx.db
    .insertInto('menu_item')
    .values(toRow(menuId, input, input.parentId ?? 0, position))
    .returning('id')
    .executeTakeFirstOrThrow();
  await cutCircles(tx, menuId);
  await countChange(tx, menuId);
  return id;
}

/** An item as it is to be stored: in which menu, below which item, at which place. */
export type PlacedItem = MenuItemInput & {
  readonly id: number;
  readonly menuId: number;
  readonly parentId: number;
  readonly position: number;
};

/** Stores an item anew; `formerMenuId` is the menu that it was in. What stood below it there stays there, one level up, where it goes to another one. */
export async function updateMenuItem(
  tx: Tx,
  formerMenuId: number,
  { menuId, parentId, position, ...input }: PlacedItem,
): Promise<void> {
  if (formerMenuId !== menuId) await raiseBelow(tx, input.id);
  await tx.db
    .updateTable('menu_item')
    .set(toRow(menuId, input, parentId, position))
    .where('id', '=', input.id)
    .execute();
  await cutCircles(tx, menuId);
  for (const id of new Set([formerMenuId, menuId])) await countChange(tx, id);
}

/** Deletes an item; what stood below it moves up. */
export async function deleteMenuItem(
  tx: Tx,
  { id, menuId }: Pick<PlacedItem, 'id' | 'menuId'>,
): Promise<void> {
  await raiseBelow(tx, id);
  await tx.db.deleteFrom('menu_item').where('id', '=', id).execute();
  await countChange(tx, menuId);
}

/** Puts what stands below an item where the item stands. */
async function raiseBelow(tx: Tx, itemId: number): Promise<void> {
  await tx.db
    .updateTable('menu_item')
    .where('parent_id', '=', itemId)
    .set({
      parent_id: (eb) =>
        eb.selectFrom('menu_item as above').select('above.parent_id').where('above.id', '=', itemId),
    })
    .execute();
}

/** Counts a change of a menu or its items, and emits it. */
export async function countChange(tx: Tx, menuId: number): Promise<void> {
  await tx.db
    .updateTable('menu')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', menuId)
    .execute();
  changed(tx, menuId);
}

/**
 * Makes these the items of a menu, in this order; returns their ids. `parent` is the place of the item above in the same list (0 is the first), so that
 * items without an id yet can be nested.
 */
export async function replaceMenuItems(
  tx: Tx,
  menuId: number,
  items: readonly (MenuItemInput & { readonly parent?: number })[],
): Promise<number[]> {
  await mustExist(tx, menuId);
  await tx.db.deleteFrom('menu_item').where('menu_id', '=', menuId).execute();
  const ids: number[] = [];
  for (const [index, item] of items.entries()) {
    const { id } = await tx.db
      .insertInto('menu_item')
      .values(toRow(menuId, item, 0, index + 1))
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  for (const [index, { parent }] of items.entries()) {
    const [id, parentId] = [ids[index], parent === undefined ? undefined : ids[parent]];
    if (id !== undefined && parentId !== undefined)
      await tx.db.updateTable('menu_item').set({ parent_id: parentId }).where('id', '=', id).execute();
  }
  await cutCircles(tx, menuId);
  await countChange(tx, menuId);
  return ids;
}

/** Whether a menu has these items as they are, with the ids that it gave them: `replaceMenuItems` would change nothing. */
export async function hasMenuItems(
  tx: Tx,
  menuId: number,
  items: readonly (MenuItemInput & { readonly parent?: number })[],
): Promise<boolean> {
  const stored = await tx.db
    .selectFrom('menu_item')
    .selectAll()
    .where('menu_id', '=', menuId)
    .orderBy('position')
    .execute();
  const idAt = (place: number | undefined) => (place === undefined ? 0 : (items[place]?.id ?? 0));
  return isDeepStrictEqual(
    stored,
    items.map((item, index) => toRow(menuId, item, idAt(item.parent), index + 1)),
  );
}

/** Deletes a menu with its items; locations that showed it are empty. */
export async function deleteMenu(tx: Tx, menuId: number): Promise<void> {
  await findMenuToChange(tx, menuId); // nobody shows it anywhere meanwhile
  await tx.db.deleteFrom('menu_item').where('menu_id', '=', menuId).execute();
  await tx.db.deleteFrom('menu_location').where('menu_id', '=', menuId).execute();
  await tx.db.deleteFrom('menu').where('id', '=', menuId).execute();
  changed(tx, menuId);
}

/** Shows a menu at a location; undefined empties it. */
export async function assignMenu(tx: Tx, location: MenuLocation, menuId: number | undefined): Promise<void> {
  if (!Object.hasOwn(menuLocationTitles, location)) {
    throw new InvalidInputError(
      `There is no menu location "${location}"; use one of ${Object.keys(menuLocationTitles).join(', ')}.`,
    );
  }
  await tx.db.deleteFrom('menu_location').where('location', '=', location).execute();
  if (menuId !== undefined) {
    await mustExist(tx, menuId);
    await tx.db.insertInto('menu_location').values({ location, menu_id: menuId }).execute();
  }
  tx.emit('menus');
}

/** Throws where there is no such menu; one that there is stays until the transaction ends. */
async function mustExist(tx: Tx, menuId: number): Promise<void> {
  const menu = await tx.db
    .selectFrom('menu')
    .select('id')
    .where('id', '=', menuId)
    .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!menu) throw new NotFoundError(`There is no menu ${menuId}.`);
}

async function cutCircles(tx: Tx, menuId: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('menu_item')
    .select(['id', 'parent_id'])
    .where('menu_id', '=', menuId)
    .execute();
  const cut = [...findCircles(rows.map((row) => ({ id: row.id, parentId: row.parent_id })))];
  if (cut.length > 0)
    await tx.db.updateTable('menu_item').set({ parent_id: 0 }).where('id', 'in', cut).execute();
}

/** Says that the file of an address of a former site came, where an item of a menu leads to it: nothing that shows the menu knew the file. */
export async function changeMenusWith(tx: Tx, url: string): Promise<void> {
  const bare = url.replace(/^https?:/i, '');
  const item = await tx.db
    .selectFrom('menu_item')
    .select('id')
    .where('type', '=', 'custom')
    .where('url', 'in', [`https:${bare}`, `http:${bare}`])
    .limit(1)
    .executeTakeFirst();
  if (item) tx.emit('menus');
}

function changed(tx: Tx, menuId: number): void {
  tx.emit(`menu:${menuId}`);
  tx.emit('menus');
}
