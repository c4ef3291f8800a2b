import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId, sentText } from '../../kernel/input-kinds.ts';
import { changeApplicationPassword } from './application-password.ts';
import type { ApplicationPassword } from './application-password.ts';
import {
  applicationPasswordFields as fields,
  applicationPasswordToChange,
  ownerToChange,
} from './application-password-to-change.ts';
import { applicationPasswordRefusals as refusals } from './policy.ts';
import type { Actor } from '../../kernel/actor.ts';

const schema = z.strictObject({
  userId: sentId,
  id: sentText(100),
  name: fields.name.optional(),
  appId: fields.appId.optional(),
});

/** Changes what an application password is called, and which program it is for, for somebody who saw the names `from`. Throws `StaleError` with both sides. */
export async function updateApplicationPassword(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From<Pick<ApplicationPassword, 'name' | 'appId'>>,
): Promise<void> {
  const { userId, id, ...sent } = readInput(schema, input, 'the application password');
  const { by, owner } = await ownerToChange(tx, actor, userId, refusals.update);
  const { name, appId } = await applicationPasswordToChange(tx, userId, id);
  const theirs = { name, appId };
  const changes = { name: sent.name ?? theirs.name, appId: sent.appId ?? theirs.appId };
  refuseUnseen('the application password', { mine: changes, theirs }, from);
  if (changes.name === theirs.name && changes.appId === theirs.appId) return;
  await changeApplicationPassword(tx, id, changes);
  await noteChange(tx, by, {
    verb: 'update',
    kind: 'user',
    itemId: userId,
    summary: `"${owner.displayName}": changed the application password "${theirs.name}"`,
  });
}
