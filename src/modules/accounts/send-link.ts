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

/** Whom a link is for, and what it is good for: a password in place of theirs (one hour), or the first one of somebody who has none (seven days). */
const schema = z.strictObject({ id: sentId, kind: z.enum(['password', 'invitation']) });

/** The site, and whether it sends mails. */
export interface LinkSite {
  readonly settings: Settings;
  readonly siteUrl: string;
  readonly sendsMail: boolean;
}

/** A link to hand over. */
export interface SentLink {
  readonly link: string;
  /** Whom it was mailed to as well; undefined: nobody. */
  readonly to: string | undefined;
}

/**
 * Makes a link by which somebody chooses a password, in place of one that was made before, and mails it where mails are sent and they have an address. Throws
 * `ConflictError` for an invitation of somebody who has a password.
 */
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

/** The account that was made, with its link. */
interface Invited extends SentLink {
  readonly id: number;
}

/**
 * Makes an account without a password for somebody, and the link by which they choose one; it is mailed where mails are sent. Throws what `createUser` and
 * `sendLink` throw: neither is done then.
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

/** Gives somebody a password in place of theirs, for who began `from` a revision of the account: their sessions end, and every link that they were sent. */
export async function givePassword(
  tx: Tx,
  actor: Actor | undefined,
  { id, password }: { readonly id: number; readonly password: PasswordHash },
  from: From,
): Promise<void> {
  await updateUser(tx, actor, { id, password }, from);
  await endTokensOf(tx, id);
}
