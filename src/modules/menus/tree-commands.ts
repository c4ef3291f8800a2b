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
import { maxItems, menuFields, newItem, placeMenu, saveMenu, sentItem } from './commands.ts';
import { maxDepth, menuLocations, nest } from './model.ts';
import type { Branch, MenuItem, MenuItemType } from './model.ts';
import { changeMenus } from './policy.ts';
import { findMenuItems, menuNamesToChange, menuToChange, menuUrl } from './store.ts';

/** Items of a menu that the editor saves; an imported one that has more can keep them. */
const maxTreeItems = 200;

export const treeItem = z.strictObject({ id: sentId, depth: whole(0, maxDepth - 1), ...sentItem }).partial();

const treeSchema = z.strictObject({
  id: sentId,
  name: menuFields.name.optional(),
  items: z.array(treeItem).max(maxItems).optional(),
  locations: z.array(z.enum(menuLocations)).optional(),
});

/**
 * Saves a menu's name, all items in the order of the tree, and its locations; what is omitted stays. Unlike imports, it
 * refuses items that lead nowhere. Throws `NotFoundError`, and `StaleError` with both sides unless `from` is the
 * current revision.
 */
export async function saveMenuTree(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof treeSchema>,
  from: From,
): Promise<void> {
  const { id, name, items: sent, locations } = readInput(treeSchema, input, 'the menu');
  demand(changeMenus, actor, undefined);
  const theirs = await menuToChange(tx, actor, id);
  const stored = await findMenuItems(tx.db, id);
  const sides = { mine: { name, items: sent, locations }, theirs: { ...theirs, items: stored } };
  refuseStale(`the menu "${theirs.name}"`, sides, from);
  if (name !== undefined && name !== theirs.name) await refuseTakenName(tx, actor, id, name);
  const items = sent && (await checkedTree(tx.db, sent, stored));
  await saveMenu(tx, actor, { id, name: name ?? theirs.name, ...(items ? { items } : {}) }, theirs.revision);
  if (locations) await placeMenu(tx, actor, id, locations);
}

/** Menus of the same name can't be distinguished in lists. */
async function refuseTakenName(tx: Tx, actor: Actor | undefined, id: number, name: string): Promise<void> {
  const taken = (await menuNamesToChange(tx, actor)).find(
    (menu) => menu.id !== id && menu.name.toLowerCase() === name.toLowerCase(),
  );
  if (!taken) return;
  const message = `The menu name ${taken.name} conflicts with another menu name. Please try another.`;
  throw new InvalidInputError(message, 'menu_exists', { name: message });
}

export type TreeItem = z.output<typeof treeItem>;

/** Post type or taxonomy of the items' targets. */
async function findObjects(read: Reader, items: readonly TreeItem[]) {
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

async function checkedTree(read: Reader, sent: readonly TreeItem[], stored: readonly MenuItem[]) {
  const fault = (place: number, field: string, message: string) =>
    new InvalidInputError(message, 'rest_invalid_param', { [`items[${place}][${field}]`]: message });
  if (sent.length > Math.max(maxTreeItems, stored.length)) {
    const message = `A menu has at most ${maxTreeItems} items; remove ${sent.length - maxTreeItems}.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { items: message });
  }
  const known = new Map(stored.map((item) => [item.id, item]));
  const objectOf = await findObjects(read, sent);
  /** The last item of each level so far. */
  const above: number[] = [];
  return sent.map(({ depth = 0, ...item }, place) => {
    if (depth > above.length)
      throw fault(place, 'depth', `Item ${place} can be at most one level below the item before it.`);
    above.splice(depth, Infinity, place);
    const parent = depth > 0 ? above[depth - 1] : undefined;
    const before = item.id === undefined ? undefined : known.get(item.id);
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
      if (label.trim() === '' && before?.label !== label)
        throw fault(place, 'title', `Item ${place} is a custom link or heading and needs a label.`);
      if (url.trim() === '' && before?.url !== url)
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
    const what = type === 'taxonomy' ? 'term' : 'post';
    throw fault(
      place,
      'object_id',
      `There is no ${what} ${objectId}; choose another target of item ${place}.`,
    );
  });
}

/** Items as the site would show them, without saving; those whose target does not exist are left out. */
export async function triedItems(read: Reader, sent: readonly TreeItem[]): Promise<MenuItem[]> {
  const objectOf = await findObjects(read, sent);
  const above: number[] = [];
  return sent.flatMap(({ depth = 0, ...item }, place) => {
    const id = place + 1;
    above.splice(depth, Infinity, id);
    const { type = 'custom', objectId = 0, url = '' } = item;
    const object = type === 'custom' ? '' : objectOf(type, objectId);
    if (object === undefined) return [];
    const parentId = above[depth - 1] ?? 0;
    return [
      {
        ...newItem,
        ...defined(item),
        id,
        menuId: 0,
        parentId,
        position: id,
        type,
        object,
        url: menuUrl(url),
      },
    ];
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
