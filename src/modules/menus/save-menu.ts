import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import { sentId, sentIdOrNone } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Menu, MenuItem } from './menu.ts';
import { menuFields, mostItems, sentItem } from './menu-input.ts';
import { menuToChange } from './menus-to-change.ts';
import { changeMenus } from './policy.ts';
import { findMenuItems } from './reader.ts';
import * as writer from './writer.ts';

const item = z
  .strictObject({
    /** Of an item that the menu has already. */
    id: sentId,
    /** Place in the list of the item that it stands below; 0 is the first. */
    parent: sentIdOrNone,
    ...sentItem,
  })
  .partial();

const schema = z.strictObject({
  /** Left out: a new menu. */
  id: sentId.optional(),
  name: menuFields.name,
  slug: menuFields.slug.optional(),
  /** All items, in their order; left out, they stay as they are. */
  items: z.array(item).max(mostItems).optional(),
});

/** Saves a menu whole, or makes one, for somebody who began `from` a revision of it (0: it is new); returns its id. Throws `StaleError` with both sides. */
export async function saveMenu(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<number> {
  const { id: known, name, slug, items: sent } = readInput(schema, input, 'the menu');
  demand(changeMenus, actor, undefined);
  const theirs = known === undefined ? undefined : await menuToChange(tx, actor, known);
  const stored = theirs ? await findMenuItems(tx.db, theirs.id) : [];
  const there: Pick<Menu, 'revision'> & { readonly items: readonly MenuItem[] } = {
    revision: 0,
    ...theirs,
    items: stored,
  };
  refuseStale(`the menu "${theirs?.name ?? name}"`, { mine: { name, items: sent }, theirs: there }, from);
  const items = sent ?? [];
  const ids = items.map(({ id }) => id).filter((id) => id !== undefined);
  const odd = ids.find((id, place) => ids.indexOf(id) !== place || !stored.some((one) => one.id === id));
  if (odd !== undefined) {
    const message = `The menu has no item ${odd}, or it is sent twice; leave out the id of what is new.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { items: message });
  }
  const lost = items.findIndex(
    ({ parent }, place) => parent !== undefined && (parent >= items.length || parent === place),
  );
  if (lost >= 0) {
    const message = `Item ${lost} of the menu stands below item ${items[lost]?.parent}, which can't be; items are numbered from 0 to ${items.length - 1}.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { items: message });
  }
  const list = items.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
  );
  const isNamed = theirs && theirs.name === name && (!slug || theirs.slug === slug);
  const isSame = theirs && (!sent || (await writer.hasMenuItems(tx, theirs.id, list)));
  if (isNamed && isSame) return theirs.id;
  const id = theirs?.id ?? (await writer.createMenu(tx, { name, ...(slug ? { slug } : {}) }));
  if (theirs && !isNamed) await writer.renameMenu(tx, id, { name, slug: slug || theirs.slug });
  await (isSame ? writer.countChange(tx, id) : writer.replaceMenuItems(tx, id, list));
  await noteChange(tx, actor, {
    verb: theirs ? 'update' : 'create',
    kind: 'menu',
    itemId: id,
    summary: `"${name}": ${sent?.length ?? stored.length} items`,
  });
  return id;
}
