import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { lookAgain } from '../users/look-again.ts';
import { findByHashToChange, findByPassword } from '../users/reader.ts';
import type { SignedIn } from '../users/sessions.ts';
import type { User } from '../../kernel/actor.ts';
import type { Accounts } from './accounts.ts';

/** Who asks for something that takes their password once more, and from where. */
export interface Proof {
  readonly signedIn: SignedIn;
  readonly current: string;
  readonly caller: string;
}

/** Somebody who has shown their password. */
export interface Proven {
  readonly user: User;
  /**
   * For the transaction of what follows, at its beginning: a hash takes its time, and longer where others wait, so that the password may be another one by
   * then, their session ended, or their account gone. Nobody else changes the account until the transaction ends. Throws as `prove` and `lookAgain`.
   */
  readonly holds: (tx: Tx) => Promise<void>;
}

/**
 * The account of who is signed in, once they have shown its password. Throws in the words of the site where it is another one; counted as a sign-in is.
 * `mails`: to whom what follows writes (an address, or them), which is counted, too.
 */
export async function prove(
  { content, guard }: Accounts,
  { signedIn: { actor }, current, caller }: Proof,
  mails?: string,
): Promise<Proven> {
  const settings = await content.settings.current();
  const text = readerText(settings, 'account_current_wrong');
  const wrong = new InvalidInputError(text, 'account_current_wrong', { current: text });
  if (current === '') throw wrong;
  const shown = await guard.password({ caller, account: actor.id, known: 'session' }, () =>
    findByPassword(content.database.read, actor.login, current),
  );
  if (shown?.user.id !== actor.id) throw wrong;
  const { user } = shown;
  if (mails !== undefined)
    guard.request({ caller, account: actor.id, recipient: mails === user.email ? undefined : mails });
  return {
    user,
    holds: async (tx) => {
      if (!(await findByHashToChange(tx, shown))) throw wrong;
      await lookAgain(tx, actor);
    },
  };
}
