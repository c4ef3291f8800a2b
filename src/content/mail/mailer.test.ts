import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMailServer } from '../../../test/harness/mail-server.ts';
import type { MailServer } from '../../../test/harness/mail-server.ts';
import { createMailer } from './mailer.ts';

let server: MailServer;
let warnings: string[] = [];
const onWarning = (message: string) => void warnings.push(message);
const mail = (subject: string) => ({ to: 'chief@paper.example', subject, text: `About ${subject}.\n.\nGrüße`, from: { name: 'The Paper', address: 'site@paper.example' } });

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  warnings = [];
  server.mails.length = 0;
  server.refuse(undefined);
});

test('[IMP-32] mails arrive in their order, as plain text', async () => {
  const mailer = createMailer({ smtpUrl: server.url, onWarning });
  mailer.send(mail('One'));
  mailer.send({ ...mail('Two\r\nBcc: all@mail.example'), replyTo: { name: 'Eve"\r\nX-Evil: 1', address: 'eve@mail.example' } });
  await expect.poll(() => server.mails.length).toBe(2);
  await mailer.close();
  const [one, two] = server.mails;
  expect([one?.from, one?.to, one?.text.trim()]).toEqual(['site@paper.example', ['chief@paper.example'], 'About One.\n.\nGrüße']);
  expect(one?.source).toMatch(/^content-type: text\/plain/im);
  expect(two?.to).toEqual(['chief@paper.example']);
  expect(two?.source.split('\n\n')[0]).not.toMatch(/^(?:bcc|x-evil):/im);
  expect(warnings).toEqual([]);
});

test('[IMP-32] one that is refused is tried again; given up, it leaves a line in the log', async () => {
  server.refuse('451 Later');
  const patient = createMailer({ smtpUrl: server.url, onWarning, pausesMs: [20, 20, 20, 20, 20, 20, 20, 20] });
  patient.send(mail('Patience'));
  await expect.poll(() => server.refusals()).toBeGreaterThan(1);
  server.refuse(undefined);
  await expect.poll(() => server.mails.length).toBe(1);
  await patient.close();
  expect(warnings).toEqual([]);

  server.refuse('451 Later');
  const hasty = createMailer({ smtpUrl: server.url, onWarning, pausesMs: [1] });
  hasty.send(mail('Hope'));
  await expect.poll(() => warnings.length).toBe(1);
  expect(warnings[0]).toContain('A mail to chief@paper.example ("Hope") was not sent');
  await hasty.close();
});

test('one that is refused for good keeps no other waiting', async () => {
  server.refuse('550 Never');
  const mailer = createMailer({ smtpUrl: server.url, onWarning, pausesMs: [3_600_000] });
  mailer.send(mail('Hope'));
  await expect.poll(() => warnings.length).toBe(1);
  server.refuse(undefined);
  mailer.send(mail('Next'));
  await expect.poll(() => server.mails.map(({ text }) => text.split('\n')[0])).toEqual(['About Next.']);
  await mailer.close();
});

test('closing tries what waits once more, and waits no longer than it may', async () => {
  // The mail waits, or is under way still: its refusal has not reached the mailer.
  for (const reached of [true, false]) {
    server.refuse('451 Later');
    server.mails.length = 0;
    const refusedBefore = server.refusals();
    const mailer = createMailer({ smtpUrl: server.url, onWarning, pausesMs: [3_600_000], closeMs: 3000 });
    mailer.send(mail('Last'));
    while (server.refusals() === refusedBefore) await setImmediate();
    if (reached) await expect.poll(() => server.connections()).toBe(0); // it hangs up then
    server.refuse(undefined);
    await mailer.close();
    expect([server.mails.map(({ text }) => text.split('\n')[0]), warnings]).toEqual([['About Last.'], []]);
  }
});

test('without a mail server nothing is sent, which is said once', async () => {
  const mailer = createMailer({ smtpUrl: undefined, onWarning });
  mailer.send(mail('One'));
  mailer.send(mail('Two'));
  await mailer.close();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('set SMTP_URL');
});
