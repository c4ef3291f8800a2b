import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { deletePasskey } from '../users/passkey.ts';
import { beSignedIn } from '../users/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { endSecondFactorOf, hasSecondFactor } from '../users/second-factor.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import type { FactorSite } from './tell-of-factor.ts';

const schema = z.strictObject({ credential: sentText(10_000) });

/**
 * Takes a passkey of somebody's own away, and tells them; with the last of all that they have beside their password, recovery codes go as well. Throws in the
 * words of the site for one that is none of theirs.
 */
export async function removePasskey(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  site: FactorSite,
): Promise<void> {
  demand(beSignedIn, actor, undefined);
  const name = await deletePasskey(
    tx,
    actor.id,
    readInput(schema, input, 'the passkey').credential.slice(0, 2000),
  );
  if (name === undefined)
    throw new InvalidInputError(readerText(site.settings, 'account_passkey_gone'), 'account_passkey_gone');
  const isLast = !(await hasSecondFactor(tx.db, actor.id));
  if (isLast) await endSecondFactorOf(tx, actor.id);
  await tellOfFactor(tx, actor, actor, isLast ? 'off' : 'passkey-gone', { ...site, name });
}
