import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentIdOrNone } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { menuLocationTitles } from './menu.ts';
import type { MenuLocation } from './menu.ts';
import { changeMenus } from './policy.ts';
import { menuLocationsToChange } from './menus-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({
  location: z.enum(Object.keys(menuLocationTitles) as [MenuLocation, ...MenuLocation[]]),
  /** 0: none. */
  menuId: sentIdOrNone,
});

/** Shows a menu at a location, or none, for somebody who saw the menu `from` there (0: none). Throws `StaleError` with both sides, `NotFoundError`. */
export async function assignMenu(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { location, menuId } = readInput(schema, input, 'the location');
  demand(changeMenus, actor, undefined);
  const theirs = (await menuLocationsToChange(tx, actor)).get(location) ?? 0;
  refuseUnseen(`the menu at "${menuLocationTitles[location]}"`, { mine: menuId, theirs }, from);
  if (theirs === menuId) return;
  await writer.assignMenu(tx, location, menuId === 0 ? undefined : menuId);
  const summary = `at "${location}": ${theirs || 'none'} → ${menuId || 'none'}`;
  await noteChange(tx, actor, { verb: 'update', kind: 'menu', itemId: menuId || theirs, summary });
}
