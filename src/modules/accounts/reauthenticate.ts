import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { demand, isReauthenticated } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import { beSignedIn, checkActorAgain, findCodeApp, hasPassword, markProven } from '../users/index.ts';
import type { Accounts } from './accounts.ts';
import { checkCode, prove } from './sign-in.ts';

export interface ShownProof {
  /** The current password; empty if the user shows a code instead. */
  readonly password: string;
  /** TOTP or recovery code. */
  readonly code: string;
  readonly caller: string;
}

/**
 * Lets the actor's session do sensitive things (`Permission.isSensitive`) for ten minutes, after the password or a code
 * of the second factor. Attempts count like a log-in's. Returns the end in ms since the epoch. Errors have the site's wording.
 */
export async function reauthenticate(
  accounts: Accounts,
  actor: Actor | undefined,
  { password, code, caller }: ShownProof,
): Promise<number> {
  demand(beSignedIn, actor, undefined);
  const { cameBy } = actor;
  // First: an application password must not serve to guess the account's password.
  if (cameBy?.kind !== 'session')
    throw new ForbiddenError('Only a session can be confirmed. Log in to the newsroom.', 'rest_no_session');
  const holds =
    code === ''
      ? (await prove(accounts, { signedIn: { actor }, current: password, caller })).holds
      : await usesCode(accounts, actor, code);
  return accounts.content.database.write(async (tx) => {
    await holds(tx);
    await noteChange(tx, actor, {
      verb: 'update',
      kind: 'user',
      itemId: actor.id,
      summary: `"${actor.displayName}": confirmed their identity`,
    });
    return markProven(tx, cameBy.id);
  });
}

async function usesCode(accounts: Accounts, actor: Actor, code: string): Promise<(tx: Tx) => Promise<void>> {
  const use = await checkCode(accounts, actor.id, { code, by: 'session' });
  return async (tx) => {
    await checkActorAgain(tx, actor);
    await use(tx, actor);
  };
}

export interface Reauthentication {
  /** Milliseconds since the epoch; undefined: sensitive actions ask first. */
  readonly until: number | undefined;
  readonly hasPassword: boolean;
  readonly hasCodes: boolean;
}

/** Whether the actor's session may do sensitive things, and how its user can prove their identity. */
export async function findReauthentication(read: Reader, actor: Actor): Promise<Reauthentication> {
  return {
    until: isReauthenticated(actor) ? actor.cameBy?.provenUntil : undefined,
    hasPassword: await hasPassword(read, actor.id),
    hasCodes: (await findCodeApp(read, actor.id)) !== undefined,
  };
}
