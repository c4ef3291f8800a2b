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

/** Something of an account that waits until a link is opened. */
export interface Confirmation {
  /** By which it is named, and which opens nothing. */
  readonly id: string;
  /** An account that somebody registered, or an address that somebody wants for theirs. */
  readonly kind: 'registration' | 'email';
  /** 0: of somebody who has no account yet. */
  readonly userId: number;
  readonly login: string;
  /** The address that is to be confirmed. */
  readonly email: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly until: number;
}

const needed = ['create_users', 'edit_users'] as const;

/** Seeing what waits, copying its link and taking it away: what the link does takes these capabilities of who has none. */
export const confirmAccounts: Permission<unknown> = {
  code: 'rest_cannot_confirm',
  message: 'Sorry, you are not allowed to confirm accounts and addresses.',
  capability: needed[0],
  lacking: (actor) => missing(actor, needed)[0],
  test: (actor) => missing(actor, needed).length === 0,
};

const kinds = ['registration', 'email'] as const;
const mostListed = 500;

/** What waits, the newest first, five hundred at most. */
export async function listConfirmations(read: Reader, now = Date.now()): Promise<Confirmation[]> {
  const rows = await waitingRows(read, now)
    .orderBy('account_token.created_at', 'desc')
    .orderBy('account_token.id')
    .limit(mostListed)
    .execute();
  return rows.map(confirmationOf);
}

/** One that waits; undefined once it was opened, taken away, or is too old. */
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

/** What waits and is about to be changed. Throws `NotFoundError`, and `ForbiddenError` for an address of who may more than the actor. */
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
 * Gives the link that makes an account of what was registered, or gives one its new address, to somebody who hands it over or opens it; the one that was mailed
 * is good no more, and it has the id that comes with the link from then on. Throws `NotFoundError` for what waits no longer.
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

/** Takes away what was registered, or an address that somebody wanted: its link does nothing. Throws `NotFoundError` for what waits no longer. */
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
