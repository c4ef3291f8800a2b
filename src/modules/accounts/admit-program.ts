import { UnauthorizedError } from '../../lib/errors.ts';
import { isUseNews, matchApplicationPassword, noteUse } from '../users/application-password.ts';
import { findUserByName } from '../users/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import { findActor } from '../users/roles.ts';
import type { Accounts } from './accounts.ts';

/** What a program says of itself. */
export interface ProgramProof {
  /** Log-in name or email address. */
  readonly name: string;
  /** An application password; whatever is no letter and no digit of it is ignored. */
  readonly password: string;
  readonly ip: string;
  /** The same for counting (`callerOf`). */
  readonly caller: string;
}

/**
 * Who sent a program with an application password, and which one. Wrong ones count as wrong passwords of an account do; a right one is let in however many
 * others were wrong, since nobody guesses it. Throws `UnauthorizedError`, and `TooManyRequestsError` to who tries too often.
 */
export async function admitProgram(
  { content, guard }: Accounts,
  { name, password, ip, caller }: ProgramProof,
): Promise<{ readonly actor: Actor; readonly applicationPassword: string }> {
  const { database } = content;
  const found = await matchApplicationPassword(database.read, name, password);
  const actor = found && (await findActor(database.read, found.userId));
  if (!found || !actor) {
    const wanted = await findUserByName(database.read, name);
    guard.attempt({
      caller,
      account: wanted?.id ?? name.trim().toLowerCase().slice(0, 100),
      known: undefined,
    });
    throw new UnauthorizedError(
      'The provided password is an invalid application password.',
      'incorrect_password',
    );
  }
  // A site whose disk is full still answers what is only read.
  if (isUseNews(found)) await database.write((tx) => noteUse(tx, found.id, ip)).catch(() => undefined);
  return { actor: { ...actor, cameBy: { kind: 'program', id: found.id } }, applicationPassword: found.id };
}
