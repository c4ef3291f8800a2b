import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';
import { emailForms } from '../../lib/normalize-email.ts';
import { readStored } from '../../lib/schemas.ts';
import { UnrecoverableError } from '../../kernel/jobs/model.ts';
import type { JobKind, Tries } from '../../kernel/jobs/model.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { enqueueJobs, removeJobs, rewriteJobs } from '../../kernel/jobs/store.ts';
import { siteMailbox } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { listUsers, administrator } from '../users/index.ts';

const person = z.object({ name: z.string(), address: z.string() });
const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  from: person,
  replyTo: person.optional(),
  /** Log-in name of the account it is about, whatever its recipient. */
  account: z.string().optional(),
  /** The same for all attempts, so that mail servers recognize duplicates. */
  messageId: z.string(),
});

export type Mail = Readonly<Omit<z.output<typeof mailSchema>, 'messageId'>>;

/** Retried for three days. */
export const mailJob: JobKind<z.output<typeof mailSchema>> = {
  name: 'mail',
  schema: mailSchema,
  tries: { firstPauseMs: 5000, maxPauseMs: 3_600_000, most: 80 },
};

/**
 * Sends mails one by one after this transaction commits, so that no request waits for or fails with the mail server.
 * Delivery is at-least-once; servers drop duplicates. Returns the keys of their jobs.
 */
export async function sendMails(tx: Tx, mails: readonly Mail[]): Promise<readonly string[]> {
  const jobs = mails.map((mail) => {
    const key = randomUUID();
    return { key, payload: { ...mail, messageId: `<${key}@${mail.from.address.replace(/^.*@/, '')}>` } };
  });
  await enqueueJobs(tx, mailJob, jobs);
  return jobs.map(({ key }) => key);
}

/**
 * Cancels pending mails that are about an account or contain its address (as recipient or in the text). Other mails
 * with that sender address get `sender`.
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

export async function removeStoredMailsOf(dataDir: string, address: string): Promise<void> {
  if (address !== '') await removeStoredMails(dataDir, namesAddress(address));
}

function namesAddress(address: string): (text: string) => boolean {
  const forms = emailForms(address);
  return (text) => forms.some((form) => hasAddress(text, form));
}

function hasAddress(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const [before = '', after = '', next = ''] = [
      text[at - 1],
      text[at + address.length],
      text[at + address.length + 1],
    ];
    // A full stop may end a sentence or continue a domain.
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
  /** `smtp://user:password@host:587` or `smtps://…`; if undefined, mails are written to the data folder. */
  readonly smtpUrl: string | undefined;
  readonly dataDir: string;
}

export interface MailQueueOptions {
  readonly tries?: Tries;
  readonly lastTryMs?: number;
}

/** Sends mails one at a time, or writes them to a folder without a mail server. Permanently rejected mails aren't retried. */
export function mailQueue(
  site: MailQueueSite,
  { tries = mailJob.tries, lastTryMs = 5000 }: MailQueueOptions = {},
): Queue {
  const { smtpUrl, dataDir, log } = site;
  let transport: Transporter | undefined;
  let isLogged = false;
  return jobQueue<z.output<typeof mailSchema>>(
    site,
    { ...mailJob, tries },
    {
      concurrency: 1,
      lastTryMs,
      run: async (mail, { createdAt }) => {
        if (smtpUrl === undefined) {
          const file = await storeMail(dataDir, mail, createdAt);
          if (!isLogged)
            log.warn(
              {},
              'No mail is sent, and each is kept as a file of the data folder: set SMTP_URL to a mail server.',
            );
          isLogged = true;
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

/** Loaded on demand, so that sites without mail don't load the library. */
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

/** nodemailer's error codes for rejected senders, recipients or content. */
const refusals: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);
/** SMTP replies that ask for (better) authentication or encryption: RFC 4954, 3207. */
const authenticationReplies: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * Whether the server rejected this mail permanently. Temporary errors and missing or wrong credentials or TLS concern
 * all mails and can be fixed.
 */
function isRefused(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as { readonly responseCode?: number; readonly code?: string };
  return responseCode >= 500 && refusals.has(code) && !authenticationReplies.has(responseCode);
}

interface Party {
  readonly name: string;
  readonly address: string;
}

interface UnsentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly from: Party;
  readonly replyTo?: Party | undefined;
  readonly messageId: string;
}

/** The newest files are kept. */
const maxFiles = 500;

const folderOf = (dataDir: string) => join(dataDir, 'mail');

/** Prevents header injection by line breaks. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');
const party = ({ name, address }: Party) =>
  name === ''
    ? oneLine(address)
    : `"${oneLine(name).replaceAll(/["\\]/g, String.raw`\$&`)}" <${oneLine(address)}>`;

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml')).toSorted();
}

/**
 * Writes an unsent mail as an `.eml` file to `mail` in the data folder; returns its relative path. The same mail
 * overwrites its file. Files beyond the newest 500 are deleted. `at`: milliseconds since the epoch.
 */
async function storeMail(dataDir: string, mail: UnsentMail, at: number): Promise<string> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const name = `${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}-${mail.messageId.replace(/@.*$/s, '').replaceAll(/[^\w-]/g, '')}.eml`;
  const head = [
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `From: ${party(mail.from)}`,
    `To: ${oneLine(mail.to)}`,
    ...(mail.replyTo ? [`Reply-To: ${party(mail.replyTo)}`] : []),
    `Subject: ${oneLine(mail.subject)}`,
    `Message-ID: ${oneLine(mail.messageId)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  await writeFile(
    join(folder, name),
    `${head.join('\r\n')}\r\n\r\n${mail.text.replaceAll(/\r?\n/g, '\r\n')}\r\n`,
    { mode: 0o600 },
  );
  for (const old of (await filesIn(folder)).slice(0, -maxFiles)) await rm(join(folder, old), { force: true });
  return join('mail', name);
}

async function removeStoredMails(dataDir: string, names: (text: string) => boolean): Promise<void> {
  const folder = folderOf(dataDir);
  for (const name of await filesIn(folder)) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => ''); // deleted concurrently
    if (names(text.toLowerCase())) await rm(join(folder, name), { force: true });
  }
}

/** The site's contact address: from the settings, or of its first administrator; '' if there isn't any. */
export async function siteAddress(read: Reader, settings: Settings): Promise<string> {
  return (
    siteMailbox(settings) ||
    ((await listUsers(read, { roles: [administrator], order: 'id', limit: 1 })).users[0]?.email ?? '')
  );
}

export function senderOf(address: string, settings: Settings, siteUrl: string): Mail['from'] {
  return { name: settings.blogname, address: address || `broadsheet@${new URL(siteUrl).hostname}` };
}
