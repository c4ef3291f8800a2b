import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { changedFields, noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import { sentId, sentIdOrNone } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { findSummaries } from '../posts/reader.ts';
import { findTerms } from '../terms/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { MenuItem } from './menu.ts';
import { itemPosition, mostItems, sentItem } from './menu-input.ts';
import { menusToChange } from './menus-to-change.ts';
import { changeMenus } from './policy.ts';
import { findMenuItem, findMenuItems } from './reader.ts';
import * as writer from './writer.ts';

const schema = z
  .strictObject({
    ...sentItem,
    /** Left out: a new item. */
    id: sentId,
    /** The menu that it is to stand in; needed for a new one. */
    menuId: sentId,
    /** The item that it is to stand below; 0: none. */
    parentId: sentIdOrNone,
    /** From 1; left out, a new one comes last. Of those at one place the older comes first. */
    position: itemPosition,
  })
  .omit({ object: true })
  .partial();

const nothing: Omit<MenuItem, 'id' | 'menuId' | 'position'> = {
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
};

/**
 * Adds one item to a menu, or changes or moves one, for somebody who began `from` a revision of the menu that it is to stand in; returns its id. What is left
 * out stays as it is. Throws `StaleError` with both sides, `NotFoundError`.
 */
export async function saveMenuItem(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<number> {
  const { id, ...sent } = readInput(schema, input, 'the menu item');
  demand(changeMenus, actor, undefined);
  const before = id === undefined ? undefined : await findMenuItem(tx.db, id);
  const menuId = sent.menuId ?? before?.menuId ?? 0;
  const menu = (await menusToChange(tx, actor, [menuId, before?.menuId ?? menuId])).get(menuId);
  if (!menu) throw refuse('menuId', `There is no menu ${menuId}; name one that there is.`);
  // Somebody may have changed it while its menu was not ours alone.
  const stored = before && (await findMenuItem(tx.db, before.id));
  if (id !== undefined && !stored) throw new NotFoundError(`There is no menu item ${id}.`);
  const items = await findMenuItems(tx.db, menuId);
  const theirs = { ...menu, items };
  refuseStale(`the menu "${menu.name}"`, { mine: sent, theirs }, from);
  const isMoved = stored !== undefined && stored.menuId !== menuId;
  const last = Math.max(0, ...items.map(({ position }) => position)) + 1;
  const wanted = {
    ...nothing,
    position: last,
    ...stored,
    ...(isMoved ? { parentId: 0, position: last } : {}),
    ...sentOf(sent),
    menuId,
  };
  const next = await checked(tx, wanted, stored, items);
  if (!stored) {
    const made = await writer.addMenuItem(tx, menuId, next);
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
  await writer.updateMenuItem(tx, stored.menuId, { ...next, id: stored.id });
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'menu',
    itemId: menuId,
    summary: `"${menu.name}": ${changes.join(', ')} of item ${stored.id}`,
  });
  return stored.id;
}

type Wanted = Omit<MenuItem, 'id'>;

const refuse = (field: keyof Wanted, message: string, code = 'rest_invalid_param') =>
  new InvalidInputError(message, code, { [field]: message });

/** What was sent, without what was not. */
function sentOf(sent: Partial<Wanted>): Partial<Wanted> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

/** The item with what follows from what it points to. Throws `InvalidInputError` for what can't stand in the menu. */
async function checked(
  tx: Tx,
  wanted: Wanted,
  stored: MenuItem | undefined,
  items: readonly MenuItem[],
): Promise<Wanted> {
  if (items.length >= mostItems && !items.some(({ id }) => id === stored?.id))
    throw refuse('menuId', `A menu has at most ${mostItems} items.`);
  const parents = new Map(items.map((item) => [item.id, item.parentId]));
  if (wanted.parentId > 0 && !parents.has(wanted.parentId))
    throw refuse('parentId', `There is no item ${wanted.parentId} in this menu to stand below.`);
  for (
    let above = wanted.parentId, steps = 0;
    above > 0 && steps <= items.length;
    above = parents.get(above) ?? 0, steps++
  ) {
    if (above === stored?.id)
      throw refuse('parentId', `Item ${wanted.parentId} stands below this one, which can't stand below it.`);
  }
  const url = writer.menuUrl(wanted.url);
  if (wanted.url !== '' && url === '')
    throw refuse('url', `The address "${wanted.url.slice(0, 80)}" runs code; send one that leads somewhere.`);
  if (wanted.type === 'custom') {
    // What an import brought may lack either, and stays as it is.
    const isNew = (field: 'label' | 'url') => stored?.type !== 'custom' || wanted[field] !== stored[field];
    if (wanted.label.trim() === '' && isNew('label'))
      throw refuse(
        'label',
        'The title is required when using a custom menu item type.',
        'rest_title_required',
      );
    if (url === '' && isNew('url'))
      throw refuse('url', 'The url is required when using a custom menu item type.', 'rest_url_required');
    return { ...wanted, url, object: '', objectId: 0 };
  }
  if (wanted.type === stored?.type && wanted.objectId === stored.objectId) return { ...wanted, url };
  const { objectId } = wanted;
  const isTerm = wanted.type === 'taxonomy';
  const object = isTerm
    ? (await findTerms(tx.db, [objectId])).get(objectId)?.taxonomy
    : (await findSummaries(tx.db, [objectId])).get(objectId)?.type;
  if (object !== undefined) return { ...wanted, url, object };
  throw isTerm
    ? refuse('objectId', 'Invalid term ID.', 'rest_term_invalid_id')
    : refuse('objectId', 'Invalid post ID.', 'rest_post_invalid_id');
}
