import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { accountLink } from './account-mail.ts';
import { renewKey } from './account-token.ts';
import { confirmationToChange } from './confirmation-to-change.ts';
import { confirmAccounts } from './confirmations.ts';

/**
 * Gives the link that makes an account of what was registered, or gives one its new address, to somebody who hands it over or opens it; the one that was mailed
 * is good no more, and it has the id that comes with the link from then on. Throws `NotFoundError` for what waits no longer.
 */
export async function copyConfirmation(
  tx: Tx,
  actor: Actor | undefined,
  former: string,
  { siteUrl }: { readonly siteUrl: string },
): Promise<{ readonly id: string; readonly link: string }> {
  demand(confirmAccounts, actor, undefined);
  const { kind, login, userId } = await confirmationToChange(tx, actor, former);
  const { key, id } = await renewKey(tx, former);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: userId,
    summary: `"${login}": copied the link of a ${kind}`,
  });
  return { id, link: accountLink(siteUrl, kind, key) };
}
