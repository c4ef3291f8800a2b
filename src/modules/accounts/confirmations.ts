import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { readStored } from '../../lib/schemas.ts';
import { missing, userToChange } from '../users/index.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { tokenData, renewKey, endToken } from './account-token.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { readInput, noteChange } from '../../kernel/command.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { accountLink } from './account-mail.ts';

export interface Confirmation {
  /** Identifier that can't be used as a key. */
  readonly id: string;
  readonly kind: 'registration' | 'email';
  /** 0 if there is no account yet. */
  readonly userId: number;
  readonly login: string;
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly until: number;
}

const needed = ['create_users', 'edit_users'] as const;

/** Listing confirmations, copying links and dropping them: requires the capabilities that the links grant without one. */
export const confirmAccounts: Permission<unknown> = {
  code: 'rest_cannot_confirm',
  message: 'Sorry, you are not allowed to confirm accounts and addresses.',
  capability: needed[0],
  lacking: (actor) => missing(actor, needed)[0],
  test: (actor) => missing(actor, needed).length === 0,
};

const kinds = ['registration', 'email'] as const;
const maxListed = 500;

/** Newest first, at most five hundred. */
export async function listConfirmations(read: Reader, now = Date.now()): Promise<Confirmation[]> {
  const rows = await waitingRows(read, now)
    .orderBy('account_token.created_at', 'desc')
    .orderBy('account_token.id')
    .limit(maxListed)
    .execute();
  return rows.map(confirmationOf);
}

/** Undefined if it was opened, dropped or expired. */
export async function findConfirmation(
  read: Reader,
  id: string,
  now = Date.now(),
): Promise<Confirmation | undefined> {
  const row = await waitingRows(read, now).where('account_token.id', '=', id).executeTakeFirst();
  return row && confirmationOf(row);
}

const waitingRows = (read: Reader, now: number) =>
  read
    .selectFrom('account_token')
    .leftJoin('user', 'user.id', 'account_token.user_id')
    .select([
      'account_token.id',
      'account_token.kind',
      'account_token.user_id',
      'account_token.data',
      'account_token.created_at',
      'account_token.expires_at',
    ])
    .select('user.login')
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now);

type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingRows>['execute']>>[number];

function confirmationOf(row: WaitingRow): Confirmation {
  const { login = '', email = '' } = readStored(tokenData, row.data, {});
  return {
    id: row.id,
    kind: row.kind === 'email' ? 'email' : 'registration',
    userId: row.user_id,
    login: row.login ?? login,
    email,
    createdAt: row.created_at,
    until: row.expires_at,
  };
}

const sentConfirmation = sentText(2000);

/** Throws `NotFoundError`, and `ForbiddenError` for the address of a user with capabilities the actor lacks. */
async function confirmationToChange(tx: Tx, actor: Actor, id: string): Promise<Confirmation> {
  const found = await findConfirmation(tx.db, readInput(sentConfirmation, id, 'the id of what waits'));
  if (!found)
    throw new NotFoundError(
      'Nothing of that id waits to be confirmed: it was opened, taken away, or is too old.',
      'rest_confirmation_invalid_id',
    );
  if (found.userId > 0) await userToChange(tx, actor, found.userId, confirmAccounts);
  return found;
}

/**
 * Returns a new link for a pending confirmation, to hand over or open, and its new id; the mailed link stops working.
 * Throws `NotFoundError` if it isn't pending.
 */
export async function copyConfirmation(
  tx: Tx,
  actor: Actor | undefined,
  former: string,
  { siteUrl }: { readonly siteUrl: string },
): Promise<{ readonly id: string; readonly link: string }> {
  demand(confirmAccounts, actor, undefined);
  const { kind, login, userId } = await confirmationToChange(tx, actor, former);
  const { key, id } = await renewKey(tx, former);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: userId,
    summary: `"${login}": copied the link of a ${kind}`,
  });
  return { id, link: accountLink(siteUrl, kind, key) };
}

/** Throws `NotFoundError` if it isn't pending. */
export async function dropConfirmation(tx: Tx, actor: Actor | undefined, id: string): Promise<void> {
  demand(confirmAccounts, actor, undefined);
  const { kind, login, userId } = await confirmationToChange(tx, actor, id);
  await endToken(tx, id);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'user',
    itemId: userId,
    summary: `"${login}": ${kind} taken away`,
  });
}
