import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError, InvalidInputError } from '../../lib/errors.ts';
import { demand } from '../../kernel/permission.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { listPasskeys, mostPasskeys, writePasskey } from '../users/passkey.ts';
import { beSignedIn } from '../users/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { writeRecoveryCodes } from '../users/second-factor.ts';
import type { Session } from '../users/session.ts';
import { takeOnce } from './account-token.ts';
import { beginFactor } from './begin-factor.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import type { FactorSite } from './tell-of-factor.ts';
import type { TurnedOn } from './turn-on-codes.ts';

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
