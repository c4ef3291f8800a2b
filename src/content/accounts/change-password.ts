import { hashPassword } from '../../lib/password.ts';
import { noteActivity } from '../activity/writer.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { authenticate } from '../users/reader.ts';
import { createSession } from '../users/session.ts';
import type { Session } from '../users/session.ts';
import type { SignedIn } from '../users/sessions.ts';
import { updateUser } from '../users/writer.ts';
import { endTokensOf } from './account-token.ts';
import type { Accounts } from './accounts.ts';
import { checkPassword } from './reset-password.ts';
import type { ChosenPassword } from './reset-password.ts';

/** Who asks for something that takes their password once more, and from where. */
export interface Proof {
  readonly signedIn: SignedIn;
  readonly current: string;
  readonly caller: string;
}

/** Throws in the words of the site where the password is not the one of who is signed in; counted as a sign-in is. */
export async function prove({ content, guard }: Accounts, { signedIn: { actor, session }, current, caller }: Proof): Promise<void> {
  const settings = await content.settings.current();
  const text = readerText(settings, 'account_current_wrong');
  const wrong = new InvalidInputError(text, 'account_current_wrong', { current: text });
  if (current === '') throw wrong;
  const attempt = { caller, account: actor.id, device: `session ${session.token}` };
  const user = await guard.password(attempt, () => authenticate(content.database.read, actor.login, current));
  if (user?.id !== actor.id) throw wrong;
}

/**
 * Gives somebody the password that they chose; every session of theirs ends, every link that they were sent is good no more, and this browser goes on under a
 * session of its own. Throws in the words of the site.
 */
export async function changePassword(accounts: Accounts, { password, retyped, ...proof }: Proof & ChosenPassword): Promise<Session> {
  const { content, guard } = accounts;
  checkPassword(await content.settings.current(), { password, retyped });
  await prove(accounts, proof);
  const { actor, live } = proof.signedIn;
  const hash = await guard.inTurn({ known: actor.id }, () => hashPassword(password));
  return content.database.write(async (tx) => {
    await updateUser(tx, actor.id, { password: hash });
    await endTokensOf(tx, actor.id);
    await noteActivity(tx, actor, { verb: 'update', kind: 'user', itemId: actor.id, summary: `"${actor.displayName}": password` });
    return createSession(tx, actor.id, { lastsMs: live.lastsMs, place: live });
  });
}
