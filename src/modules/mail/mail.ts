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

interface Party {
  readonly name: string;
  readonly address: string;
}

/** A mail in plain text. */
interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly from: Party;
  readonly replyTo?: Party | undefined;
  readonly messageId: string;
}

/** Files of the folder: the newest of them. */
const mostKept = 500;

const folderOf = (dataDir: string) => join(dataDir, 'mail');

/** Nothing of a mail begins a line of its own among its headers. */
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
 * Writes a mail that nobody sends into the folder `mail` of the data folder, as a file that programs for mail open and people can read, and returns its path
 * from there; the same mail again is the same file. The oldest files beyond 500 go. `at`: when it was written, in milliseconds.
 */
async function keepMail(dataDir: string, mail: KeptMail, at: number): Promise<string> {
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
  for (const old of (await filesIn(folder)).slice(0, -mostKept)) await rm(join(folder, old), { force: true });
  return join('mail', name);
}

/** Removes the files in which `names` finds somebody; it is given all of each, in lower-case letters. */
async function removeKeptMails(dataDir: string, names: (text: string) => boolean): Promise<void> {
  const folder = folderOf(dataDir);
  for (const name of await filesIn(folder)) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => ''); // another one removed it
    if (names(text.toLowerCase())) await rm(join(folder, name), { force: true });
  }
}

/** The address that the site is reached by: the one that its settings name, or its first administrator's; empty: none. */
export async function siteAddress(read: Reader, settings: Settings): Promise<string> {
  return (
    siteMailbox(settings) ||
    ((await listUsers(read, { roles: [administrator], order: 'id', limit: 1 })).users[0]?.email ?? '')
  );
}

/** Whom mails of the site are from. */
export function senderOf(address: string, settings: Settings, siteUrl: string): Mail['from'] {
  return { name: settings.blogname, address: address || `broadsheet@${new URL(siteUrl).hostname}` };
}
