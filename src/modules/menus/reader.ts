import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { MenuItemTable } from '../../kernel/db/tables/site-tables.ts';
import { deepestPath } from '../posts/page-path.ts';
import type { Menu, MenuItem } from './menu.ts';

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
  };
}

/** Every menu, by name. */
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

/** A menu that is about to be changed: nobody else can change it until the transaction ends. */
export async function findMenuToChange(tx: Tx, id: number): Promise<Menu | undefined> {
  return tx.db
    .selectFrom('menu')
    .select(['id', 'slug', 'name', 'revision'])
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The items of a menu, by position. */
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

/** The items of several menus (undefined: of all), those of each by position. */
export async function listMenuItems(read: Reader, menuIds?: readonly number[]): Promise<MenuItem[]> {
  if (menuIds?.length === 0) return [];
  const all = read.selectFrom('menu_item').selectAll().orderBy('menu_id').orderBy('position').orderBy('id');
  return (await (menuIds ? all.where('menu_id', 'in', menuIds) : all).execute()).map(toItem);
}

export async function findMenuItem(read: Reader, id: number): Promise<MenuItem | undefined> {
  const row = await read.selectFrom('menu_item').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toItem(row);
}

/** Which menu is at which location; locations without one are missing. */
export async function findMenuLocations(read: Reader): Promise<Map<string, number>> {
  const rows = await read
    .selectFrom('menu_location')
    .innerJoin('menu', 'menu.id', 'menu_id')
    .select(['location', 'menu_id'])
    .execute();
  return new Map(rows.map((row) => [row.location, row.menu_id]));
}

/** Ids of the posts above the given ones, themselves included, as far up as addresses show: a change of their slugs changes the addresses below. */
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
