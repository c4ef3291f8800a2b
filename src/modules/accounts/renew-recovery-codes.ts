import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { readerText } from '../settings/index.ts';
import { beSignedIn, hasSecondFactor, writeRecoveryCodes } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { FactorSite } from './account-mail.ts';

/** Throws `ConflictError` if the user has no second factor. */
export async function renewRecoveryCodes(
  tx: Tx,
  actor: Actor | undefined,
  { settings }: Pick<FactorSite, 'settings'>,
): Promise<string[]> {
  demand(beSignedIn, actor, undefined);
  if (!(await hasSecondFactor(tx.db, actor.id)))
    throw new ConflictError(readerText(settings, 'account_factor_none'), 'account_factor_none');
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: actor.id,
    summary: `"${actor.displayName}": made recovery codes`,
  });
  return writeRecoveryCodes(tx, actor.id);
}
