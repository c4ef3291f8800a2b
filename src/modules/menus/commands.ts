import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import {
  asItStands,
  noteChange,
  readInput,
  refuseStale,
  refuseUnseen,
  changedFields,
} from '../../kernel/command.ts';
import { sentId, sentIdOrNone, sentLine, sentName, sentText, slugUpTo } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { Menu, MenuItem, MenuLocation } from './model.ts';
import { changeMenus } from './policy.ts';
import { findMenuItems, menuToChange, menuLocationsToChange, findMenuItem, menusToChange } from './store.ts';
import type { From } from '../../kernel/command.ts';
import { menuLocations, menuLocationTitles } from './model.ts';
import { menuIconNames } from '../../lib/menu-icons.ts';
import { findSummaries } from '../posts/index.ts';
import { findTerms } from '../terms/index.ts';
import { defined } from '../../lib/records.ts';
import { whole } from '../../lib/schemas.ts';
import * as store from './store.ts';

/** Items of a menu, edited or imported: every page contains them. */
export const maxItems = 1000;

/** Characters; a badge is a word or two next to a label. */
export const maxBadgeLength = 20;

export const itemPosition = whole(1, 1_000_000);

export const menuFields = {
  name: sentName(200),
  /** If omitted, a new menu's slug is derived from the name and an existing one stays. A taken slug gets a number. */
  slug: slugUpTo(200),
};

export const sentItem = {
  type: z.enum(['taxonomy', 'post_type', 'custom']),
  object: z
    .string()
    .max(32)
    .regex(/^[\w-]*$/, 'expected the name of a type or taxonomy'),
  objectId: sentIdOrNone,
  /** The writer clears URLs that run code. */
  url: sentText(2000),
  label: sentText(500),
  titleAttribute: sentLine(500),
  target: z.enum(['_blank', '']),
  rel: sentLine(200),
  classes: z
    .array(
      z
        .string()
        .max(100)
        .regex(/^[\w-]+$/, 'expected the name of a class'),
    )
    .max(20),
  description: sentText(2000),
  megaKind: z.enum(['', 'page', 'category']),
  megaId: sentIdOrNone,
  icon: z.enum(['', ...menuIconNames]),
  badge: sentLine(maxBadgeLength),
  audience: z.enum(['', 'signed-in', 'signed-out']),
};

const placedItem = z
  .strictObject({
    id: sentId,
    /** Index of the parent in this list; 0 is the first item. */
    parent: sentIdOrNone,
    ...sentItem,
  })
  .partial();

const menuSchema = z.strictObject({
  id: sentId.optional(),
  name: menuFields.name,
  slug: menuFields.slug.optional(),
  /** All items in order; omitted: they stay as they are. */
  items: z.array(placedItem).max(maxItems).optional(),
});

/** Saves or creates a whole menu; returns its id. Throws `StaleError` with both sides unless `from` is the current revision (0: a new menu). */
export async function saveMenu(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof menuSchema>,
  from: number,
): Promise<number> {
  return writeMenu(tx, actor, readInput(menuSchema, input, 'the menu'), from);
}

interface CheckedMenu {
  readonly id?: number | undefined;
  readonly name: string;
  readonly slug?: string | undefined;
  readonly items?: readonly (store.MenuItemInput & { readonly parent?: number | undefined })[] | undefined;
}

/** Writes a menu whose new values are checked. Unchanged values of stored items may exceed the bounds of `sentItem`. */
export async function writeMenu(
  tx: Tx,
  actor: Actor | undefined,
  { id: known, name, slug, items: sent }: CheckedMenu,
  from: number,
): Promise<number> {
  demand(changeMenus, actor, undefined);
  const theirs = known === undefined ? undefined : await menuToChange(tx, actor, known);
  const stored = theirs ? await findMenuItems(tx.db, theirs.id) : [];
  const current: Pick<Menu, 'revision'> & { readonly items: readonly MenuItem[] } = {
    revision: 0,
    ...theirs,
    items: stored,
  };
  refuseStale(`the menu "${theirs?.name ?? name}"`, { mine: { name, items: sent }, theirs: current }, from);
  const items = sent ?? [];
  const ids = items.map(({ id }) => id).filter((id) => id !== undefined);
  const odd = ids.find((id, place) => ids.indexOf(id) !== place || !stored.some((one) => one.id === id));
  if (odd !== undefined) {
    const message = `The menu has no item ${odd}, or it is sent twice; leave out the id of new items.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { items: message });
  }
  const lost = items.findIndex(
    ({ parent }, place) => parent !== undefined && (parent >= items.length || parent === place),
  );
  if (lost >= 0) {
    const message = `Item ${lost} of the menu can't have item ${items[lost]?.parent} as its parent; items are numbered from 0 to ${items.length - 1}.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { items: message });
  }
  const list = items.map((item) => defined(item));
  const isNamed = theirs && theirs.name === name && (!slug || theirs.slug === slug);
  const isSame = theirs && (!sent || (await store.hasMenuItems(tx, theirs.id, list)));
  if (isNamed && isSame) return theirs.id;
  const id = theirs?.id ?? (await store.createMenu(tx, { name, ...(slug ? { slug } : {}) }));
  if (theirs && !isNamed) await store.renameMenu(tx, id, { name, slug: slug || theirs.slug });
  await (isSame ? store.countChange(tx, id) : store.replaceMenuItems(tx, id, list));
  await noteChange(tx, actor, {
    verb: theirs ? 'update' : 'create',
    kind: 'menu',
    itemId: id,
    summary: `"${name}": ${sent?.length ?? stored.length} items`,
  });
  return id;
}

/** Refuses the name of another menu, because lists can't distinguish them. `refusal` creates the error. */
export async function refuseTakenName(
  tx: Tx,
  actor: Actor | undefined,
  { id, name }: { readonly id?: number | undefined; readonly name: string },
  refusal: (message: string, taken: Menu) => Error,
): Promise<void> {
  const folded = name.trim().toLowerCase();
  const taken = (await store.menuNamesToChange(tx, actor)).find(
    (menu) => menu.id !== id && menu.name.toLowerCase() === folded,
  );
  if (taken)
    throw refusal(`The menu name ${taken.name} conflicts with another menu name. Please try another.`, taken);
}

export interface DisplacedMenu {
  readonly location: MenuLocation;
  readonly menuId: number;
}

/**
 * Assigns a menu to these locations only, whatever menus they have; returns the other menus that had them. `previous`:
 * its locations before the change; locations in both lists, or in neither, stay as they are.
 */
export async function placeMenu(
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  locations: readonly string[],
  previous?: readonly string[],
): Promise<DisplacedMenu[]> {
  const assigned = await menuLocationsToChange(tx, actor);
  const displaced: DisplacedMenu[] = [];
  for (const location of menuLocations) {
    if (previous?.includes(location) === locations.includes(location)) continue;
    const current = assigned.get(location);
    if (locations.includes(location)) {
      await assignMenu(tx, actor, { location, menuId: id }, asItStands);
      if (current !== undefined && current !== id) displaced.push({ location, menuId: current });
    } else if (current === id) await assignMenu(tx, actor, { location, menuId: 0 }, id);
  }
  return displaced;
}

const assignmentSchema = z.strictObject({
  location: z.enum(menuLocations),
  /** 0: none. */
  menuId: sentIdOrNone,
});

/**
 * Assigns a menu to a location, or clears it. Throws `NotFoundError`, and `StaleError` with both sides unless `from` is
 * the current menu (0: none).
 */
export async function assignMenu(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof assignmentSchema>,
  from: From,
): Promise<void> {
  const { location, menuId } = readInput(assignmentSchema, input, 'the location');
  demand(changeMenus, actor, undefined);
  const theirs = (await menuLocationsToChange(tx, actor)).get(location) ?? 0;
  refuseUnseen(`the menu at "${menuLocationTitles[location]}"`, { mine: menuId, theirs }, from);
  if (theirs === menuId) return;
  await store.assignMenu(tx, location, menuId === 0 ? undefined : menuId);
  const summary = `at "${location}": ${theirs || 'none'} → ${menuId || 'none'}`;
  await noteChange(tx, actor, { verb: 'update', kind: 'menu', itemId: menuId || theirs, summary });
}

const menuDeletionSchema = z.strictObject({ id: sentId });

/** Deletes a menu and clears its locations. Throws `StaleError` with both sides unless `from` is the current revision. */
export async function deleteMenu(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof menuDeletionSchema>,
  from: number,
): Promise<void> {
  const { id } = readInput(menuDeletionSchema, input, 'the menu');
  demand(changeMenus, actor, undefined);
  const theirs = await menuToChange(tx, actor, id);
  refuseStale(`the menu "${theirs.name}"`, { mine: undefined, theirs }, from);
  await store.deleteMenu(tx, id);
  await noteChange(tx, actor, { verb: 'delete', kind: 'menu', itemId: id, summary: `"${theirs.name}"` });
}

const itemSchema = z
  .strictObject({
    ...sentItem,
    id: sentId,
    /** Target menu; required for a new item. */
    menuId: sentId,
    /** 0: top level. */
    parentId: sentIdOrNone,
    /** From 1; a new item without it is appended. Among equal positions the older item comes first. */
    position: itemPosition,
  })
  .omit({ object: true })
  .partial();

/** Fields that a new item has if they are not sent. */
export const newItem: Omit<MenuItem, 'id' | 'menuId' | 'position'> = {
  parentId: 0,
  type: 'custom',
  object: '',
  objectId: 0,
  url: '',
  label: '',
  titleAttribute: '',
  target: '',
  rel: '',
  classes: [],
  description: '',
  megaKind: '',
  megaId: 0,
  icon: '',
  badge: '',
  audience: '',
};

/**
 * Adds, changes or moves one item; returns its id. Omitted fields stay. Throws `NotFoundError`, and `StaleError` with
 * both sides unless `from` is the revision of the target menu.
 */
export async function saveMenuItem(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof itemSchema>,
  from: number,
): Promise<number> {
  const { id, ...sent } = readInput(itemSchema, input, 'the menu item');
  demand(changeMenus, actor, undefined);
  const before = id === undefined ? undefined : await findMenuItem(tx.db, id);
  const menuId = sent.menuId ?? before?.menuId ?? 0;
  const menu = (await menusToChange(tx, actor, [menuId, before?.menuId ?? menuId])).get(menuId);
  if (!menu) throw refuse('menuId', `There is no menu ${menuId}; name one that there is.`);
  // Re-read: another request may have changed it before the menu was locked.
  const stored = before && (await findMenuItem(tx.db, before.id));
  if (id !== undefined && !stored) throw new NotFoundError(`There is no menu item ${id}.`);
  const items = await findMenuItems(tx.db, menuId);
  const theirs = { ...menu, items };
  refuseStale(`the menu "${menu.name}"`, { mine: sent, theirs }, from);
  const isMoved = stored !== undefined && stored.menuId !== menuId;
  const last = Math.max(0, ...items.map(({ position }) => position)) + 1;
  const draft = {
    ...newItem,
    position: last,
    ...stored,
    ...(isMoved ? { parentId: 0, position: last } : {}),
    ...sentOf(sent),
    menuId,
  };
  const next = await checked(tx, draft, stored, items);
  if (!stored) {
    const made = await store.addMenuItem(tx, menuId, next);
    await noteChange(tx, actor, {
      verb: 'update',
      kind: 'menu',
      itemId: menuId,
      summary: `"${menu.name}": item ${made} is there`,
    });
    return made;
  }
  const changes = Object.keys(changedFields(next, stored));
  if (changes.length === 0) return stored.id;
  await store.updateMenuItem(tx, stored.menuId, { ...next, id: stored.id });
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'menu',
    itemId: menuId,
    summary: `"${menu.name}": ${changes.join(', ')} of item ${stored.id}`,
  });
  return stored.id;
}

type MenuItemFields = Omit<MenuItem, 'id'>;

const refuse = (field: keyof MenuItemFields, message: string, code = 'rest_invalid_param') =>
  new InvalidInputError(message, code, { [field]: message });

function sentOf(sent: Partial<MenuItemFields>): Partial<MenuItemFields> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

/** Fills in fields that depend on the target. Throws `InvalidInputError` for an item that can't be in the menu. */
async function checked(
  tx: Tx,
  fields: MenuItemFields,
  stored: MenuItem | undefined,
  items: readonly MenuItem[],
): Promise<MenuItemFields> {
  if (items.length >= maxItems && !items.some(({ id }) => id === stored?.id))
    throw refuse('menuId', `A menu has at most ${maxItems} items.`);
  const parents = new Map(items.map((item) => [item.id, item.parentId]));
  if (fields.parentId > 0 && !parents.has(fields.parentId))
    throw refuse('parentId', `There is no item ${fields.parentId} in this menu; choose another parent.`);
  for (
    let above = fields.parentId, steps = 0;
    above > 0 && steps <= items.length;
    above = parents.get(above) ?? 0, steps++
  ) {
    if (above === stored?.id)
      throw refuse('parentId', `Item ${fields.parentId} is below this one, so it can't be its parent.`);
  }
  const url = store.menuUrl(fields.url);
  if (fields.url !== '' && url === '')
    throw refuse('url', `The address "${fields.url.slice(0, 80)}" runs code; send one that leads somewhere.`);
  if (fields.type === 'custom') {
    // An imported item may lack a label or URL, and can stay like that.
    const isNew = (field: 'label' | 'url') => stored?.type !== 'custom' || fields[field] !== stored[field];
    if (fields.label.trim() === '' && isNew('label'))
      throw refuse(
        'label',
        'The title is required when using a custom menu item type.',
        'rest_title_required',
      );
    if (url === '' && isNew('url'))
      throw refuse('url', 'The url is required when using a custom menu item type.', 'rest_url_required');
    return { ...fields, url, object: '', objectId: 0 };
  }
  if (fields.type === stored?.type && fields.objectId === stored.objectId) return { ...fields, url };
  const { objectId } = fields;
  const isTerm = fields.type === 'taxonomy';
  const object = isTerm
    ? (await findTerms(tx.db, [objectId])).get(objectId)?.taxonomy
    : (await findSummaries(tx.db, [objectId])).get(objectId)?.type;
  if (object !== undefined) return { ...fields, url, object };
  throw isTerm
    ? refuse('objectId', 'Invalid term ID.', 'rest_term_invalid_id')
    : refuse('objectId', 'Invalid post ID.', 'rest_post_invalid_id');
}

const itemDeletionSchema = z.strictObject({ id: sentId });

/** Deletes an item; its children move up. Throws `NotFoundError`, and `StaleError` with both sides unless `from` is the revision of its menu. */
export async function deleteMenuItem(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof itemDeletionSchema>,
  from: number,
): Promise<void> {
  const { id } = readInput(itemDeletionSchema, input, 'the menu item');
  demand(changeMenus, actor, undefined);
  const menuId = (await findMenuItem(tx.db, id))?.menuId ?? 0;
  const menu = (await menusToChange(tx, actor, [menuId])).get(menuId);
  const items = menu ? await findMenuItems(tx.db, menu.id) : [];
  const stored = items.find((item) => item.id === id);
  if (!menu || !stored) throw new NotFoundError(`There is no menu item ${id}.`);
  const theirs = { ...menu, items };
  refuseStale(`the menu "${menu.name}"`, { mine: undefined, theirs }, from);
  await store.deleteMenuItem(tx, stored);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'menu',
    itemId: menu.id,
    summary: `"${menu.name}": item ${id} is gone`,
  });
}
