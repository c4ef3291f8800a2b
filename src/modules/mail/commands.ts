import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { startOf } from '../../lib/cut-text.ts';
import { manageSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { mailJob, senderOf, sendMails, siteAddress } from './mail.ts';

export interface MailSite {
  readonly settings: Settings;
  readonly siteUrl: string;
  /** Whether a mail server is configured. */
  readonly sendsMail: boolean;
}

/**
 * Sends a mail to the actor's own address, which proves that mail arrives. Returns the id of its job, which is gone once
 * the mail server has accepted the mail. Throws `InvalidInputError` without a mail server (`mail_off`) or an address
 * (`mail_no_address`).
 */
export async function sendTestMail(
  tx: Tx,
  actor: Actor | undefined,
  { settings, siteUrl, sendsMail }: MailSite,
): Promise<number> {
  demand(manageSettings, actor, undefined);
  if (!sendsMail)
    throw new InvalidInputError('No mail server is configured. Set the variable SMTP_URL.', 'mail_off');
  if (actor.email === '')
    throw new InvalidInputError('Your profile has no email address. Add one first.', 'mail_no_address');
  const [key = ''] = await sendMails(tx, [
    {
      to: actor.email,
      account: actor.login,
      from: senderOf(await siteAddress(tx.db, settings), settings, siteUrl),
      subject: startOf(`[${settings.blogname}] Test mail`.replace(/\s+/g, ' '), 250),
      text: `Mail from this site arrives.\n\n--\n${siteUrl}\n`,
    },
  ]);
  await noteChange(tx, actor, { verb: 'create', kind: 'site', itemId: 0, summary: 'test mail' });
  const { id } = await tx.db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', mailJob.name)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}
