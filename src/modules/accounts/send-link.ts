import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { sendMails } from '../mail/index.ts';
import { demand } from '../../kernel/permission.ts';
import type { Settings } from '../settings/index.ts';
import { editAnybody, hasPassword, userToChange, createUser, updateUser } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { accountLink, accountMail } from './account-mail.ts';
import { createToken, endTokensOf } from './account-token.ts';
import type { PasswordHash } from '../../lib/credentials.ts';
import type { From } from '../../kernel/command.ts';

/** `password` replaces the current one (valid for one hour); `invitation` sets the first one (seven days). */
const schema = z.strictObject({ id: sentId, kind: z.enum(['password', 'invitation']) });

export interface LinkSite {
  readonly settings: Settings;
  readonly siteUrl: string;
  readonly sendsMail: boolean;
}

export interface SentLink {
  readonly link: string;
  /** Address it was mailed to; undefined if it wasn't mailed. */
  readonly to: string | undefined;
}

/** Replaces an earlier link; mails it if possible. Throws `ConflictError` for an invitation of a user with a password. */
export async function sendLink(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  { settings, siteUrl, sendsMail }: LinkSite,
): Promise<SentLink> {
  demand(editAnybody, actor, undefined);
  const { id, kind } = readInput(schema, input, 'the link');
  const user = await userToChange(tx, actor, id, editAnybody);
  if (kind === 'invitation' && (await hasPassword(tx.db, id))) {
    throw new ConflictError(
      `"${user.login}" has a password, and so needs no invitation.`,
      'user_has_password',
    );
  }
  const link = accountLink(siteUrl, kind, await createToken(tx, { kind, userId: id }));
  const to = sendsMail && user.email !== '' ? user.email : undefined;
  if (to !== undefined)
    await sendMails(tx, [await accountMail(tx.db, settings, siteUrl, { kind, to, login: user.login, link })]);
  const what = kind === 'invitation' ? 'invited' : 'a link for a password';
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${user.displayName}": ${what}`,
  });
  return { link, to };
}

interface Invited extends SentLink {
  readonly id: number;
}

/**
 * Creates an account without a password and its invitation link; mails it if possible. Throws like `createUser` and
 * `sendLink`, without any change.
 */
export async function inviteUser(
  tx: Tx,
  actor: Actor | undefined,
  input: Parameters<typeof createUser>[2],
  site: LinkSite,
): Promise<Invited> {
  const id = await createUser(tx, actor, input);
  return { id, ...(await sendLink(tx, actor, { id, kind: 'invitation' }, site)) };
}

/** Ends the user's sessions and links. */
export async function givePassword(
  tx: Tx,
  actor: Actor | undefined,
  { id, password }: { readonly id: number; readonly password: PasswordHash },
  from: From,
): Promise<void> {
  await updateUser(tx, actor, { id, password }, from);
  await endTokensOf(tx, id);
}
