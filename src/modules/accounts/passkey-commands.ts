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
  mostPasskeys,
  writePasskey,
} from '../users/index.ts';
import type { Session } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { tellOfFactor } from './account-mail.ts';
import type { FactorSite } from './account-mail.ts';
import { takeOnce } from './account-token.ts';
import { beginFactor } from './code-app-commands.ts';
import type { TurnedOn } from './code-app-commands.ts';

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

/** A passkey that a machine has made, checked. */
export interface NewPasskey extends Omit<Parameters<typeof writePasskey>[1], 'userId'> {
  /** Of the challenge that it answers, which is good once, and for how long that is, in milliseconds. */
  readonly challenge: { readonly hash: string; readonly lastsMs: number };
  /** The one that goes on. */
  readonly session: Session;
}

/**
 * Gives somebody a passkey, and tells them; where it is the first that they have beside their password, all of their other sessions end, as with an app
 * (`turnOnCodes`), and there are recovery codes. Throws in the words of the site: for one too many, for one that is there already, and for a session that has
 * ended.
 */
export async function keepPasskey(
  tx: Tx,
  actor: Actor | undefined,
  { challenge, session, ...passkey }: NewPasskey,
  site: FactorSite,
): Promise<TurnedOn> {
  demand(beSignedIn, actor, undefined);
  const refused = (text: 'account_passkey_many' | 'account_passkey_refused') =>
    readerText(site.settings, text);
  const { isFirst, endOthers } = await beginFactor(tx, actor, { session, settings: site.settings });
  if ((await listPasskeys(tx.db, actor.id)).length >= mostPasskeys)
    throw new ConflictError(refused('account_passkey_many'), 'account_passkey_many');
  if (
    !(await takeOnce(tx, challenge.hash, challenge.lastsMs)) ||
    !(await writePasskey(tx, { ...passkey, userId: actor.id }))
  ) {
    throw new InvalidInputError(refused('account_passkey_refused'), 'account_passkey_refused');
  }
  await tellOfFactor(tx, actor, actor, isFirst ? 'on' : 'passkey', { ...site, name: passkey.name });
  return isFirst ? { session: await endOthers(), codes: await writeRecoveryCodes(tx, actor.id) } : {};
}
