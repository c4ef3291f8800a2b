import { callerOf } from '../../lib/caller.ts';
import type { KnownBy } from '../users/known-browser.ts';
import { listSessions, sessionMs } from '../users/session.ts';
import type { SessionPlace } from '../users/session.ts';
import { findByHashToChange, findByPassword, findUserByName } from '../users/reader.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { letIn } from './second-step.ts';
import type { HalfWay, Welcome } from './second-step.ts';

/** What somebody typed who signs in, and from where. */
export interface SignIn {
  /** Log-in name or email address. */
  readonly name: string;
  readonly password: string;
  /** For two weeks instead of two days. */
  readonly isRemembered: boolean;
  /** Of the address (`callerOf`). */
  readonly caller: string;
  readonly place: SessionPlace;
  /** How an account knows the browser, by the account's id. */
  readonly deviceOf: (userId: number) => Promise<KnownBy | undefined>;
}

/**
 * Opens a session, or asks for the second step. Throws `InvalidInputError` in the words of the site: for a wrong password as for an account that is not there,
 * either of which costs one hash, and for one that was changed while it was
 * hashed; and `TooManyRequestsError`, before anything is hashed, to who tries too often.
 */
export async function signIn(
  { content, guard }: Accounts,
  { name, password, isRemembered, caller, place, deviceOf }: SignIn,
): Promise<Welcome | HalfWay> {
  const { database } = content;
  const settings = await content.settings.current();
  if (name.trim() === '') throw fault(settings, 'login_empty', 'log');
  if (password === '') throw fault(settings, 'login_pass_empty', 'pwd');
  const wanted = await findUserByName(database.read, name);
  const shown = await guard.password(
    {
      caller,
      account: wanted?.id ?? name.trim().toLowerCase().slice(0, 100),
      known: wanted && (await deviceOf(wanted.id)) ? 'browser' : undefined,
      isNear: async () =>
        wanted !== undefined &&
        (await listSessions(database.read, wanted.id)).some(({ ip }) => callerOf(ip) === caller),
    },
    () => findByPassword(database.read, name, password),
  );
  const wrong = () => fault(settings, 'login_wrong', 'pwd');
  if (!shown) throw wrong();
  return database.write(async (tx) => {
    // A hash takes its time, and longer where others wait: another password, which ends all sessions, may have been chosen meanwhile.
    const user = await findByHashToChange(tx, shown);
    if (!user) throw wrong();
    return letIn(tx, settings, user, {
      lastsMs: isRemembered ? sessionMs.remembered : sessionMs.usual,
      place,
    });
  });
}
