import { createTransport } from 'nodemailer';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../lib/errors.ts';

/** A mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly from: { readonly name: string; readonly address: string };
  /** Whom an answer goes to. */
  readonly replyTo?: { readonly name: string; readonly address: string };
}

/** Sends mails behind the back of whoever asks: a request never waits for a mail server, nor fails with it. */
export interface Mailer {
  send(mail: Mail): void;
  /** Waits for what is being sent, but not for long. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; undefined: nothing is sent. */
  readonly smtpUrl: string | undefined;
  readonly onWarning: (message: string) => void;
  /** Milliseconds before each further attempt; for tests. */
  readonly pausesMs?: readonly number[];
  /** Milliseconds that `close` waits; for tests. */
  readonly closeMs?: number;
}

/** Mails that may wait; when mail servers are down for long, the newest ones are dropped rather than memory filled. */
const mostWaiting = 1000;

/** Opens the way to a mail server. Mails go one after the other; one that fails is tried again a few times, unless the server refuses it for good, then given up with a line in the log. */
export function createMailer({ smtpUrl, onWarning, pausesMs = [5_000, 60_000, 600_000], closeMs = 5000 }: MailerOptions): Mailer {
  if (smtpUrl === undefined) return silentMailer(onWarning);
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, disableFileAccess: true, disableUrlAccess: true });
  const stop = new AbortController();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function attempt(mail: Mail, pauses: readonly number[]): Promise<void> {
    const isLast = stop.signal.aborted;
    try {
      await transport.sendMail({ ...mail, to: { name: '', address: mail.to } });
    } catch (error) {
      const [pause, ...others] = pauses;
      if (pause === undefined || isLast || isRefused(error)) return onWarning(`A mail to ${mail.to} ("${mail.subject}") was not sent: ${messageOf(error)}`);
      await sleep(pause, undefined, { signal: stop.signal, ref: false }).catch(() => undefined); // closing: it is tried once more, at once, also when it was under way
      return attempt(mail, others);
    }
  }

  return {
    send: (mail) => {
      if (waiting >= mostWaiting) return onWarning(`A mail to ${mail.to} ("${mail.subject}") was not sent: ${mostWaiting} are waiting. Is the mail server of SMTP_URL up?`);
      waiting++;
      last = last.then(() => attempt(mail, pausesMs)).finally(() => waiting--);
    },
    close: async () => {
      stop.abort();
      await Promise.race([last, sleep(closeMs, undefined, { ref: false })]);
      transport.close();
    },
  };
}

/** Whether the server wants this very mail never: trying again would only keep the others waiting. */
function isRefused(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'responseCode' in error && Number(error.responseCode) >= 500;
}

function silentMailer(onWarning: (message: string) => void): Mailer {
  let said = false;
  return {
    send: ({ to, subject }) => {
      if (said) return;
      said = true;
      onWarning(`A mail to ${to} ("${subject}") was not sent, nor will others be: set SMTP_URL to a mail server.`);
    },
    close: async () => {},
  };
}
