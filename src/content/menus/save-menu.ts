import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { noteActivity } from '../activity/writer.ts';
import { authorise, readInput, refuseStale } from '../command.ts';
import { sentId, sentIdOrNone, sentLine, sentName, sentText } from '../input-kinds.ts';
import type { Actor } from '../users/role.ts';
import type { Menu, MenuItem } from './menu.ts';
import { mayEditMenus } from './policy.ts';
import { findMenuItems, findMenuToChange } from './reader.ts';
import * as writer from './writer.ts';

const item = z.strictObject({
  /** Of an item that the menu has already. */
  id: sentId,
  /** Place in the list of the item that it stands below; 0 is the first. */
  parent: sentIdOrNone,
  type: z.enum(['custom', 'post_type', 'taxonomy']),
  object: z.string().max(32).regex(/^[\w-]*$/, 'expected the name of a type or taxonomy'),
  objectId: sentIdOrNone,
  /** The writer empties addresses that run code. */
  url: sentText(2000),
  label: sentText(500), titleAttribute: sentLine(500),
  target: z.enum(['', '_blank']),
  rel: sentLine(200), classes: z.array(z.string().max(100).regex(/^[\w-]+$/, 'expected the name of a class')).max(20), description: sentText(2000),
  megaKind: z.enum(['', 'page', 'category']),
  megaId: sentIdOrNone,
}).partial();

const schema = z.strictObject({
  /** Left out: a new menu. */
  id: sentId.optional(),
  name: sentName(200),
  /** All items, in their order. */
  items: z.array(item).max(500),
});

/** Saves a menu whole, or makes one, for somebody who began `from` a revision of it (0: it is new); returns its id. Throws `StaleError` with both sides. */
export async function saveMenu(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, from: number): Promise<number> {
  const { id: known, name, items } = readInput(schema, input, 'the menu');
  authorise(actor, mayEditMenus(actor), 'Sorry, you are not allowed to edit menus.');
  const theirs = known === undefined ? undefined : await findMenuToChange(tx, known);
  if (known !== undefined && !theirs) throw new NotFoundError(`There is no menu ${known}.`);
  const stored = theirs ? await findMenuItems(tx.db, theirs.id) : [];
  const there: Pick<Menu, 'revision'> & { readonly items: readonly MenuItem[] } = { revision: 0, ...theirs, items: stored };
  refuseStale(`the menu "${theirs?.name ?? name}"`, { mine: { name, items }, theirs: there }, from);
  const ids = items.map(({ id }) => id).filter((id) => id !== undefined);
  const odd = ids.find((id, place) => ids.indexOf(id) !== place || !stored.some((one) => one.id === id));
  if (odd !== undefined) {
    throw new InvalidInputError(`The menu has no item ${odd}, or it is sent twice; leave out the id of what is new.`, 'rest_invalid_param',
      { items: String(odd) });
  }
  const lost = items.findIndex(({ parent }, place) => parent !== undefined && (parent >= items.length || parent === place));
  if (lost >= 0) {
    const message = `Item ${lost} of the menu stands below item ${items[lost]?.parent}, which can't be; items are numbered from 0 to ${items.length - 1}.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { items: String(lost) });
  }
  const list = items.map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)));
  if (theirs && theirs.name === name && (await writer.hasMenuItems(tx, theirs.id, list))) return theirs.id;
  const id = theirs?.id ?? (await writer.createMenu(tx, { name }));
  if (theirs && theirs.name !== name) await writer.renameMenu(tx, id, name);
  await writer.replaceMenuItems(tx, id, list);
  await noteActivity(tx, actor, { verb: theirs ? 'update' : 'create', kind: 'menu', itemId: id, summary: `"${name}": ${items.length} items` });
  return id;
}
