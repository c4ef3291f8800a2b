import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { siteSlug } from '../settings/index.ts';
import { menuLocationTitles, findCircles } from './model.ts';
import type { Audience, MegaKind, MenuItemType, MenuLocation, Menu, MenuItem } from './model.ts';
import { isMenuIcon } from '../../lib/menu-icons.ts';
import type { MenuItemTable } from '../../kernel/db/tables/site-tables.ts';
import { deepestPath } from '../posts/index.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { changeMenus } from './policy.ts';

export interface MenuItemInput {
  /** Id from an import, or of the existing item. */
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
  readonly icon?: string;
  readonly badge?: string;
  readonly audience?: Audience;
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

async function freeSlug(tx: Tx, requested: string, menuId: number): Promise<string> {
  await lockMenuNames(tx);
  const owner = (slug: string) =>
    tx.db
      .selectFrom('menu')
      .select('id')
      .where('slug', '=', slug)
      .where('id', '!=', menuId)
      .executeTakeFirst();
  let slug = requested;
  for (let suffix = 2; await owner(slug); suffix++) slug = `${requested}-${suffix}`;
  return slug;
}

/** URL schemes that run code when clicked; menus never need them. */
const scripted = /^\s*(?:javascript|data|vbscript)\s*:/i;

export function menuUrl(text: string): string {
  // Browsers drop control characters from URLs, which could otherwise hide a scheme.
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
    icon: input.icon ?? '',
    badge: input.badge ?? '',
    audience: input.audience ?? '',
  };
}

/** Renames a menu; the caller emits the change with `countChange`. */
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

export type PlacedItem = MenuItemInput & {
  readonly id: number;
  readonly menuId: number;
  readonly parentId: number;
  readonly position: number;
};

/** Updates an item; `formerMenuId`: its previous menu. If it moves to another menu, its children stay and move up a level. */
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

export async function deleteMenuItem(
  tx: Tx,
  { id, menuId }: Pick<PlacedItem, 'id' | 'menuId'>,
): Promise<void> {
  await raiseBelow(tx, id);
  await tx.db.deleteFrom('menu_item').where('id', '=', id).execute();
  await countChange(tx, menuId);
}

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

export async function countChange(tx: Tx, menuId: number): Promise<void> {
  await tx.db
    .updateTable('menu')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', menuId)
    .execute();
  changed(tx, menuId);
}

/**
 * Replaces the items of a menu; returns their ids. `parent` is the index of the parent in the same list (0 is the
 * first), so that new items can be nested.
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

/** Whether `replaceMenuItems` would change nothing, ids included. */
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

export async function deleteMenu(tx: Tx, menuId: number): Promise<void> {
  await findMenuToChange(tx, menuId); // locks it against concurrent assignments
  await tx.db.deleteFrom('menu_item').where('menu_id', '=', menuId).execute();
  await tx.db.deleteFrom('menu_location').where('menu_id', '=', menuId).execute();
  await tx.db.deleteFrom('menu').where('id', '=', menuId).execute();
  changed(tx, menuId);
}

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

/** Emits a change of the menus with an item for this URL of a former site, whose file is now imported: the menus had no tag for the file. */
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

function toItem(row: Selectable<MenuItemTable>): MenuItem {
  return {
    id: row.id,
    menuId: row.menu_id,
    parentId: row.parent_id,
    position: row.position,
    type: row.type,
    object: row.object,
    objectId: row.object_id,
    url: row.url,
    label: row.label,
    titleAttribute: row.title_attribute,
    target: row.target,
    rel: row.rel,
    classes: row.classes.split(/\s+/).filter(Boolean),
    description: row.description,
    megaKind: row.mega_kind,
    megaId: row.mega_id,
    icon: isMenuIcon(row.icon) ? row.icon : '',
    badge: row.badge,
    audience: row.audience,
  };
}

export async function listMenus(read: Reader): Promise<Menu[]> {
  return read
    .selectFrom('menu')
    .select(['id', 'slug', 'name', 'revision'])
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function findMenu(read: Reader, id: number): Promise<Menu | undefined> {
  return read
    .selectFrom('menu')
    .select(['id', 'slug', 'name', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findMenuBySlug(read: Reader, slug: string): Promise<Menu | undefined> {
  return read
    .selectFrom('menu')
    .select(['id', 'slug', 'name', 'revision'])
    .where('slug', '=', slug)
    .executeTakeFirst();
}

export async function findMenuToChange(tx: Tx, id: number): Promise<Menu | undefined> {
  return tx.db
    .selectFrom('menu')
    .select(['id', 'slug', 'name', 'revision'])
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function findMenuItems(read: Reader, menuId: number): Promise<MenuItem[]> {
  return (
    await read
      .selectFrom('menu_item')
      .selectAll()
      .where('menu_id', '=', menuId)
      .orderBy('position')
      .orderBy('id')
      .execute()
  ).map(toItem);
}

export async function listMenuItems(read: Reader, menuIds?: readonly number[]): Promise<MenuItem[]> {
  if (menuIds?.length === 0) return [];
  const all = read.selectFrom('menu_item').selectAll().orderBy('menu_id').orderBy('position').orderBy('id');
  return (await (menuIds ? all.where('menu_id', 'in', menuIds) : all).execute()).map(toItem);
}

export async function findMenuItem(read: Reader, id: number): Promise<MenuItem | undefined> {
  const row = await read.selectFrom('menu_item').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toItem(row);
}

export async function findMenuLocations(read: Reader): Promise<Map<string, number>> {
  const rows = await read
    .selectFrom('menu_location')
    .innerJoin('menu', 'menu.id', 'menu_id')
    .select(['location', 'menu_id'])
    .execute();
  return new Map(rows.map((row) => [row.location, row.menu_id]));
}

/** Ids of the posts and their ancestors, up to the depth that URLs show: a change of an ancestor's slug changes their URLs. */
export async function findPostsAbove(read: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with recursive chain(id, parent_id, level) as (
      select id, parent_id, 0 from post where id in (${sql.join(ids)})
      union
      select post.id, post.parent_id, level + 1 from post join chain on post.id = chain.parent_id where level < ${deepestPath}
    )
    select distinct id from chain`.execute(read);
  return rows.map((row) => row.id);
}

/** Locks menus for an actor who may change them; missing ones are left out. */
export async function menusToChange(
  tx: Tx,
  actor: Actor | undefined,
  ids: readonly number[],
): Promise<Map<number, Menu>> {
  demand(changeMenus, actor, undefined);
  const found = new Map<number, Menu>();
  // Locks in ascending id order, so that transactions can't deadlock.
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const menu = await findMenuToChange(tx, id);
    if (menu) found.set(id, menu);
  }
  return found;
}

export async function menuToChange(tx: Tx, actor: Actor | undefined, id: number): Promise<Menu> {
  const menu = (await menusToChange(tx, actor, [id])).get(id);
  if (!menu) throw new NotFoundError(`There is no menu ${id}.`);
  return menu;
}

/** Locks the menu assignments for an actor who may change them; returns menu ids by location. */
export async function menuLocationsToChange(tx: Tx, actor: Actor | undefined): Promise<Map<string, number>> {
  demand(changeMenus, actor, undefined);
  await tx.dialect.lockName('menu locations')?.execute(tx.db);
  return findMenuLocations(tx.db);
}

/** Serializes naming of menus, since names and slugs are unique. */
export async function lockMenuNames(tx: Tx): Promise<void> {
  await tx.dialect.lockName('names of menus')?.execute(tx.db);
}

/** Lists all menus for an actor who is about to name one; locks the names until the transaction ends. */
export async function menuNamesToChange(tx: Tx, actor: Actor | undefined): Promise<Menu[]> {
  demand(changeMenus, actor, undefined);
  await lockMenuNames(tx);
  return listMenus(tx.db);
}
