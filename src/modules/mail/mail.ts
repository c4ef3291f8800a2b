import { randomUUID } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';
import { emailForms } from '../../lib/normalize-email.ts';
import { readStored } from '../../lib/stored-json.ts';
import { UnrecoverableError } from '../jobs/job.ts';
import type { JobKind, Tries } from '../jobs/job.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { enqueueJobs, removeJobs, rewriteJobs } from '../jobs/writer.ts';
import { keepMail, removeKeptMails } from './kept-mails.ts';

const person = z.object({ name: z.string(), address: z.string() });
const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  from: person,
  /** Whom an answer goes to. */
  replyTo: person.optional(),
  /** Log-in name of whose account it is about, whichever address it goes to. */
  account: z.string().optional(),
  /** Stays the same however often the mail is sent: by it mail servers know that they have it. */
  messageId: z.string(),
});

/** A mail in plain text. */
export type Mail = Readonly<Omit<z.output<typeof mailSchema>, 'messageId'>>;

/** A mail on its way; tried again for three days. */
export const mailJob: JobKind<z.output<typeof mailSchema>> = {
  name: 'mail',
  schema: mailSchema,
  tries: { firstPauseMs: 5000, longestPauseMs: 3_600_000, most: 80 },
};

/**
 * Sends mails once this transaction has committed, one after the other: nobody waits for a mail server, nor fails with it. Each arrives at least once; servers
 * drop the copies of one.
 */
export async function sendMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  await enqueueJobs(
    tx,
    mailJob,
    mails.map((mail) => {
      const key = randomUUID();
      return { key, payload: { ...mail, messageId: `<${key}@${mail.from.address.replace(/^.*@/, '')}>` } };
    }),
  );
}

/**
 * Takes back the mails that are on their way and about somebody's account, or name their address: as who gets them, or in their text. What others are to get
 * and was to go out from that address goes out from `sender`.
 */
export async function forgetMailsOf(
  tx: Tx,
  { login, email }: { readonly login: string; readonly email: string },
  sender: Mail['from'],
): Promise<void> {
  const isNamed = email === '' ? () => false : namesAddress(email);
  const isTheirs = ({ account, to, replyTo, subject, text }: Mail) =>
    account?.toLowerCase() === login.toLowerCase() ||
    [to, replyTo?.address ?? '', subject, text].some((one) => isNamed(one.toLowerCase()));
  const theirs: string[] = [];
  const others = new Map<string, Mail>();
  for (const { key, payload } of await tx.db
    .selectFrom('job')
    .select(['key', 'payload'])
    .where('kind', '=', mailJob.name)
    .execute()) {
    const mail = readStored(mailSchema, payload, undefined);
    if (!mail) continue;
    if (isTheirs(mail)) theirs.push(key);
    else if (isNamed(mail.from.address.toLowerCase())) others.set(key, { ...mail, from: sender });
  }
  await rewriteJobs(tx, mailJob, others);
  await removeJobs(tx, mailJob, theirs);
}

/** Removes the files of mails that nobody sends and that name this address. */
export async function forgetKeptMailsOf(dataDir: string, address: string): Promise<void> {
  if (address !== '') await removeKeptMails(dataDir, namesAddress(address));
}

/** Whether a text in lower-case letters holds an address, in one of its forms. */
function namesAddress(address: string): (text: string) => boolean {
  const wanted = emailForms(address);
  return (text) => wanted.some((form) => hasAddress(text, form));
}

/** Whether a text holds an address, and not only as the end or the beginning of another one. */
function hasAddress(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const [before = '', after = '', next = ''] = [
      text[at - 1],
      text[at + address.length],
      text[at + address.length + 1],
    ];
    // A full stop ends a sentence, or goes on to a longer name.
    if (
      !/[\p{L}\d._%+-]/u.test(before) &&
      !/[\p{L}\d@-]/u.test(after) &&
      !(after === '.' && /[\p{L}\d]/u.test(next))
    )
      return true;
  }
  return false;
}

export interface MailQueueSite extends JobQueueSite {
  /** `smtp://user:password@host:587` or `smtps://…`; undefined: nothing is sent, mails are files of the data folder. */
  readonly smtpUrl: string | undefined;
  readonly dataDir: string;
}

/** For tests. */
export interface MailQueueOptions {
  readonly tries?: Tries;
  readonly lastTryMs?: number;
}

/** Hands mails to the mail server, one at a time; without one into a folder. What the server refuses for good is not tried again. */
export function mailQueue(
  site: MailQueueSite,
  { tries = mailJob.tries, lastTryMs = 5000 }: MailQueueOptions = {},
): Queue {
  const { smtpUrl, dataDir, log } = site;
  let transport: Transporter | undefined;
  let isSaid = false;
  return jobQueue<z.output<typeof mailSchema>>(
    site,
    { ...mailJob, tries },
    {
      concurrency: 1,
      lastTryMs,
      run: async (mail, { createdAt }) => {
        if (smtpUrl === undefined) {
          const file = await keepMail(dataDir, mail, createdAt);
          if (!isSaid)
            log.warn(
              {},
              'No mail is sent, and each is kept as a file of the data folder: set SMTP_URL to a mail server.',
            );
          isSaid = true;
          log.info({ file }, `${failureOf(mail)}: ${file} holds it.`);
          return;
        }
        transport ??= await openTransport(smtpUrl);
        try {
          await transport.sendMail({
            ...mail,
            to: { name: '', address: mail.to },
            date: new Date(createdAt),
          });
        } catch (error) {
          throw isRefused(error) ? new UnrecoverableError(messageOf(error)) : error;
        }
      },
      failure: failureOf,
      close: async () => transport?.close(),
    },
  );
}

const failureOf = ({ to, subject }: Mail) => `A mail to ${to} ("${subject}") was not sent`;

/** A site that sends no mail does without the library. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** What the library calls refusals of what belongs to a mail: who sends it, who gets it, its text. */
const refusals: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);
/** Replies that ask for a password, a better one or an encrypted connection: RFC 4954, 3207. */
const asksToSignIn: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * Whether the server wants this very mail never. Where it takes none just now, or wants a password that is missing or wrong, or TLS that fails, the mail is not
 * what it refuses, and somebody mends it.
 */
function isRefused(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as { readonly responseCode?: number; readonly code?: string };
  return responseCode >= 500 && refusals.has(code) && !asksToSignIn.has(responseCode);
}
