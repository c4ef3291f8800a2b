import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, ConflictError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { readerText } from '../settings/index.ts';
import {
  beSignedIn,
  endSecondFactorOf,
  hasSecondFactor,
  deletePasskey,
  writeRecoveryCodes,
  listPasskeys,
  maxPasskeys,
  writePasskey,
} from '../users/index.ts';
import type { Session } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { notifyOfFactor } from './account-mail.ts';
import type { FactorSite } from './account-mail.ts';
import { takeOnce } from './account-token.ts';
import { beginFactor } from './code-app-commands.ts';
import type { TurnedOn } from './code-app-commands.ts';

const schema = z.strictObject({ credential: sentText(10_000) });

/**
 * Removes one of the user's passkeys and notifies them; with the last factor, recovery codes go, too. Throws in the
 * site's wording if it isn't theirs.
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
  await notifyOfFactor(tx, actor, actor, isLast ? 'off' : 'passkey-gone', { ...site, name });
}

export interface NewPasskey extends Omit<Parameters<typeof writePasskey>[1], 'userId'> {
  /** The single-use challenge that it answers, and its lifetime in milliseconds. */
  readonly challenge: { readonly hash: string; readonly lastsMs: number };
  readonly session: Session;
}

/**
 * Adds a passkey and notifies the user. As the first factor, it also ends other sessions (as `turnOnCodes`) and creates
 * recovery codes. Throws in the site's wording for too many, a duplicate, or an ended session.
 */
export async function storePasskey(
  tx: Tx,
  actor: Actor | undefined,
  { challenge, session, ...passkey }: NewPasskey,
  site: FactorSite,
): Promise<TurnedOn> {
  demand(beSignedIn, actor, undefined);
  const refused = (text: 'account_passkey_many' | 'account_passkey_refused') =>
    readerText(site.settings, text);
  const { isFirst, endOthers } = await beginFactor(tx, actor, { session, settings: site.settings });
  if ((await listPasskeys(tx.db, actor.id)).length >= maxPasskeys)
    throw new ConflictError(refused('account_passkey_many'), 'account_passkey_many');
  if (
    !(await takeOnce(tx, challenge.hash, challenge.lastsMs)) ||
    !(await writePasskey(tx, { ...passkey, userId: actor.id }))
  ) {
    throw new InvalidInputError(refused('account_passkey_refused'), 'account_passkey_refused');
  }
  await notifyOfFactor(tx, actor, actor, isFirst ? 'on' : 'passkey', { ...site, name: passkey.name });
  return isFirst ? { session: await endOthers(), codes: await writeRecoveryCodes(tx, actor.id) } : {};
}
