import { InvalidInputError } from '../../lib/errors.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { authenticate } from '../users/reader.ts';
import type { SignedIn } from '../users/sessions.ts';
import type { User } from '../users/user.ts';
import type { Accounts } from './accounts.ts';

/** Who asks for something that takes their password once more, and from where. */
export interface Proof {
  readonly signedIn: SignedIn;
  readonly current: string;
  readonly caller: string;
}

/**
 * The account of who is signed in, once they have shown its password. Throws in the words of the site where it is another one; counted as a sign-in is.
 * `mails`: to whom what follows writes (an address, or them), which is counted, too.
 */
export async function prove({ content, guard }: Accounts, { signedIn: { actor }, current, caller }: Proof, mails?: string): Promise<User> {
  const settings = await content.settings.current();
  const text = readerText(settings, 'account_current_wrong');
  const wrong = new InvalidInputError(text, 'account_current_wrong', { current: text });
  if (current === '') throw wrong;
  const user = await guard.password({ caller, account: actor.id, known: 'session' }, () => authenticate(content.database.read, actor.login, current));
  if (user?.id !== actor.id) throw wrong;
  if (mails !== undefined) guard.request({ caller, account: actor.id, recipient: mails === user.email ? undefined : mails });
  return user;
}
