import { z } from 'zod';
import { readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { defined } from '../../lib/records.ts';
import { whole } from '../../lib/schemas.ts';
import { findSummaries } from '../posts/index.ts';
import { findTerms } from '../terms/index.ts';
import {
  assignMenu,
  maxItems,
  menuFields,
  newItem,
  placeMenu,
  refuseTakenName,
  sentItem,
  writeMenu,
} from './commands.ts';
import { maxDepth, menuLocations, nest } from './model.ts';
import type { DisplacedMenu } from './commands.ts';
import type { Branch, MenuItem, MenuItemType, MenuLocation } from './model.ts';
import { changeMenus } from './policy.ts';
import { findMenu, findMenuItems, menuLocationsToChange, menuToChange, menuUrl } from './store.ts';

/** Items of a menu that the editor saves; an imported one that has more can keep them. */
const maxTreeItems = 200;

export const treeItem = z.strictObject({ id: sentId, depth: whole(0, maxDepth - 1), ...sentItem }).partial();

const treeItems = z.array(treeItem).max(maxItems);
const locationNames = z.array(z.enum(menuLocations));

export const displacedMenu = z.strictObject({ location: z.enum(menuLocations), menuId: sentId });

const treeSchema = z.strictObject({
  id: sentId,
  name: menuFields.name.optional(),
  items: treeItems.optional(),
  locations: locationNames.optional(),
  /** Locations when the menu was read; those in both lists, or in neither, stay as they are. */
  previousLocations: locationNames.optional(),
  /** Undoes a save: accepts items as stored ones may be, and takes no location from another menu. */
  restores: z.boolean().optional(),
  /** Menus that the undone save moved out of their locations; they return unless the location changed since. */
  displaced: z.array(displacedMenu).max(menuLocations.length).optional(),
});

/**
 * Saves a menu's name, all items in the order of the tree, and its locations; what is omitted stays, also of stored
 * items. Unlike imports, it refuses items that lead nowhere, unless it restores them. Returns the menus that it moved
 * out of its locations. Throws `NotFoundError`, and `StaleError` with both sides unless `from` is the current revision.
 */
export async function saveMenuTree(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof treeSchema>,
  from: From,
): Promise<DisplacedMenu[]> {
  const sent = readInput(treeSchema, input, 'the menu');
  const { id, name, restores = false } = sent;
  demand(changeMenus, actor, undefined);
  const theirs = await menuToChange(tx, actor, id);
  const stored = await findMenuItems(tx.db, id);
  const sides = {
    mine: { name, items: sent.items, locations: sent.locations },
    theirs: { ...theirs, items: stored },
  };
  refuseStale(`the menu "${theirs.name}"`, sides, from);
  if (!restores && name !== undefined && name !== theirs.name)
    await refuseTakenName(tx, actor, { id, name }, (message) => {
      return new InvalidInputError(message, 'menu_exists', { name: message });
    });
  const items = sent.items && (await checkedTree(tx.db, sent.items, stored, restores));
  await writeMenu(tx, actor, { id, name: name ?? theirs.name, ...(items ? { items } : {}) }, theirs.revision);
  if (restores) await returnLocations(tx, actor, id, sent.displaced ?? []);
  if (!sent.locations) return [];
  const locations = restores ? await freeLocations(tx, actor, id, sent.locations) : sent.locations;
  return placeMenu(tx, actor, id, locations, sent.previousLocations);
}

/** Assigns locations that still have menu `id` to their previous menus, if those still exist. */
async function returnLocations(
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  displaced: readonly DisplacedMenu[],
): Promise<void> {
  if (displaced.length === 0) return;
  const assigned = await menuLocationsToChange(tx, actor);
  for (const { location, menuId } of displaced)
    if (assigned.get(location) === id && (await findMenu(tx.db, menuId)))
      await assignMenu(tx, actor, { location, menuId }, id);
}

/** The locations that no other menu has. */
async function freeLocations(
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  locations: readonly MenuLocation[],
): Promise<MenuLocation[]> {
  const assigned = await menuLocationsToChange(tx, actor);
  return locations.filter((location) => [undefined, id].includes(assigned.get(location)));
}

const deletedMenuSchema = z.strictObject({
  name: menuFields.name,
  slug: menuFields.slug.optional(),
  items: treeItems,
  locations: locationNames,
});

/**
 * Creates a deleted menu again, with new ids, in those of its locations that are still free; returns its id. Accepts
 * items as stored ones may be: above the editor's limit, without a label or URL, or with a missing target.
 */
export async function restoreMenu(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deletedMenuSchema>,
): Promise<number> {
  const { name, slug, items, locations } = readInput(deletedMenuSchema, input, 'the menu');
  demand(changeMenus, actor, undefined);
  const id = await writeMenu(tx, actor, { name, slug, items: await checkedTree(tx.db, items, [], true) }, 0);
  await placeMenu(tx, actor, id, await freeLocations(tx, actor, id, locations));
  return id;
}

export type TreeItem = z.output<typeof treeItem>;

/** Post type or taxonomy of the items' targets. */
async function findObjects(read: Reader, items: readonly Pick<TreeItem, 'type' | 'objectId'>[]) {
  const ids = (type: MenuItemType) => [
    ...new Set(items.filter((item) => item.type === type).map(({ objectId = 0 }) => objectId)),
  ];
  const [posts, terms] = await Promise.all([
    findSummaries(read, ids('post_type')),
    findTerms(read, ids('taxonomy')),
  ]);
  return (type: MenuItemType, id: number) =>
    type === 'taxonomy' ? terms.get(id)?.taxonomy : posts.get(id)?.type;
}

/** `restores`: accepts what only stored items may be. */
async function checkedTree(
  read: Reader,
  sent: readonly TreeItem[],
  stored: readonly MenuItem[],
  restores: boolean,
) {
  const fault = (place: number, field: string, message: string) =>
    new InvalidInputError(message, 'rest_invalid_param', { [`items[${place}][${field}]`]: message });
  if (!restores && sent.length > Math.max(maxTreeItems, stored.length)) {
    const message = `A menu has at most ${maxTreeItems} items; remove ${sent.length - maxTreeItems}.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { items: message });
  }
  const known = new Map(stored.map((item) => [item.id, item]));
  const complete = sent.map((item) => {
    const before = item.id === undefined ? undefined : known.get(item.id);
    return { before, item: { ...before, ...defined(item) } };
  });
  const objectOf = await findObjects(
    read,
    complete.map(({ item }) => item),
  );
  /** The last item of each level so far. */
  const above: number[] = [];
  return complete.map(({ before, item: { depth = 0, ...item } }, place) => {
    if (depth > above.length)
      throw fault(place, 'depth', `Item ${place} can be at most one level below the item before it.`);
    above.splice(depth, Infinity, place);
    const parent = depth > 0 ? above[depth - 1] : undefined;
    const { type = 'custom', objectId = 0, url = '', label = '' } = item;
    const placed = { ...item, type, parent };
    if (url !== '' && menuUrl(url) === '')
      throw fault(
        place,
        'url',
        `The address "${url.slice(0, 80)}" runs code; send one that leads somewhere.`,
      );
    if (type === 'custom') {
      // An imported item may lack a label or URL, and can stay like that.
      if (!restores && label.trim() === '' && before?.label !== label)
        throw fault(place, 'title', `Item ${place} is a custom link or heading and needs a label.`);
      if (!restores && url.trim() === '' && before?.url !== url)
        throw fault(
          place,
          'url',
          `Item ${place} is a custom link and needs an address; send # for a heading.`,
        );
      return { ...placed, object: '', objectId: 0 };
    }
    const object = objectOf(type, objectId);
    if (object !== undefined) return { ...placed, object };
    if (before?.type === type && before.objectId === objectId) return { ...placed, object: before.object };
    if (restores) return placed;
    const what = type === 'taxonomy' ? 'term' : 'post';
    throw fault(
      place,
      'object_id',
      `There is no ${what} ${objectId}; choose another target of item ${place}.`,
    );
  });
}

/** Items as the site would show them, without saving. */
export async function triedItems(read: Reader, sent: readonly TreeItem[]): Promise<MenuItem[]> {
  const objectOf = await findObjects(read, sent);
  const above: number[] = [];
  return sent.map(({ depth = 0, ...item }, place) => {
    const id = place + 1;
    above.splice(depth, Infinity, id);
    const { type = 'custom', objectId = 0, url = '' } = item;
    return {
      ...newItem,
      ...defined(item),
      id,
      menuId: 0,
      parentId: above[depth - 1] ?? 0,
      position: id,
      type,
      object: (type === 'custom' ? undefined : objectOf(type, objectId)) ?? '',
      url: menuUrl(url),
    };
  });
}

/** All items in the order of the tree, with their level. */
export function treeOf(items: readonly MenuItem[]): { readonly item: MenuItem; readonly depth: number }[] {
  const flat = ({ item, children }: Branch<MenuItem>, depth: number): { item: MenuItem; depth: number }[] => [
    { item, depth },
    ...children.flatMap((child) => flat(child, depth + 1)),
  ];
  return nest(items, () => true).flatMap((branch) => flat(branch, 0));
}
