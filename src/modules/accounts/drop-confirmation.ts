import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { endToken } from './account-token.ts';
import { confirmationToChange } from './confirmation-to-change.ts';
import { confirmAccounts } from './confirmations.ts';

/** Takes away what was registered, or an address that somebody wanted: its link does nothing. Throws `NotFoundError` for what waits no longer. */
export async function dropConfirmation(tx: Tx, actor: Actor | undefined, id: string): Promise<void> {
  demand(confirmAccounts, actor, undefined);
  const { kind, login, userId } = await confirmationToChange(tx, actor, id);
  await endToken(tx, id);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'user',
    itemId: userId,
    summary: `"${login}": ${kind} taken away`,
  });
}
