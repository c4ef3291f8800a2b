import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { startMailServer } from '../../../test/harness/mail-server.ts';
import type { MailServer } from '../../../test/harness/mail-server.ts';
import type { Tries } from '../../kernel/jobs/model.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import type { RunningQueues } from '../../kernel/jobs/job-queue.ts';
import { listJobs } from '../../kernel/jobs/store.ts';
import { removeStoredMailsOf, mailQueue, sendMails } from './mail.ts';
import type { Mail } from './mail.ts';

const from = { name: 'The Paper', address: 'site@paper.example' };
const mail = (subject: string): Mail => ({
  to: 'chief@paper.example',
  subject,
  text: `About ${subject}.\n.\nGrüße`,
  from,
});
const seldom: Tries = { firstPauseMs: 3_600_000, maxPauseMs: 3_600_000, most: 9 };

onBothDatabases('mail', (get) => {
  let server: MailServer;
  let warnings: string[] = [];
  let running: RunningQueues | undefined;
  let dataDir = '';

  beforeAll(async () => {
    server = await startMailServer();
    dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-mail-'));
  });
  afterAll(async () => {
    rmSync(dataDir, { recursive: true });
    await server.close();
  });
  beforeEach(() => {
    warnings = [];
    server.mails.length = 0;
    server.refuse(undefined);
  });
  afterEach(async () => {
    await close();
    await get().write((tx) => tx.db.deleteFrom('job').execute());
  });

  const startQueue = (
    options?: Parameters<typeof mailQueue>[1],
    smtpUrl: string | undefined = server.url,
  ) => {
    const log = {
      info: () => {},
      warn: (details: object, message: string) => void warnings.push(`${message} ${JSON.stringify(details)}`),
    };
    running = startQueues([mailQueue({ database: get(), log, smtpUrl, dataDir }, options)], {
      bus: get().bus,
      log,
    });
  };
  const close = async () => {
    await running?.close();
    running = undefined;
  };
  const send = (...mails: Mail[]) => get().write((tx) => sendMails(tx, mails));
  const arrived = () => server.mails.map(({ text }) => text.split('\n')[0]);
  const waiting = async () =>
    (await listJobs(get().read, { kind: 'mail' })).map(({ attempts, dueAt, isClaimed }) => ({
      attempts,
      dueAt,
      isClaimed,
    }));
  const idOf = (at: number) => /^message-id: (.*)$/im.exec(server.mails[at]?.source ?? '')?.[1];

  test('[IMP-32] mails arrive in their order, as plain text', async () => {
    startQueue();
    await send(mail('One'), {
      ...mail('Two\r\nBcc: all@mail.example'),
      replyTo: { name: 'Eve"\r\nX-Evil: 1', address: 'eve@mail.example' },
    });
    await expect.poll(() => server.mails.length).toBe(2);
    await expect.poll(waiting).toEqual([]);
    const [one, two] = server.mails;
    expect([one?.from, one?.to, one?.text.trim()]).toEqual([
      'site@paper.example',
      ['chief@paper.example'],
      'About One.\n.\nGrüße',
    ]);
    expect(one?.source).toMatch(/^content-type: text\/plain/im);
    expect(two?.to).toEqual(['chief@paper.example']);
    expect(two?.source.split('\n\n')[0]).not.toMatch(/^(?:bcc|x-evil):/im);
    expect(warnings).toEqual([]);
  });

  test('[IMP-32] retries a refused mail, and logs it after giving up', async () => {
    server.refuse('451 Later');
    startQueue({ tries: { firstPauseMs: 20, maxPauseMs: 20, most: 9 } });
    const before = server.refusals();
    await send(mail('Patience'));
    await expect.poll(() => server.refusals() - before).toBeGreaterThan(1);
    server.refuse(undefined);
    await expect.poll(() => server.mails.length).toBe(1);
    await close();
    expect(warnings).toEqual([]);

    server.refuse('451 Later');
    startQueue({ tries: { firstPauseMs: 1, maxPauseMs: 1, most: 2 } });
    await send(mail('Hope'));
    await expect.poll(() => warnings.length).toBe(1);
    expect(warnings[0]).toContain('A mail to chief@paper.example ("Hope") was not sent');
    expect(await waiting()).toEqual([{ attempts: 2, dueAt: 0, isClaimed: false }]);
  });

  test('a permanently refused mail delays no other', async () => {
    server.refuse('550 Never');
    startQueue({ tries: seldom });
    await send(mail('Hope'));
    await expect.poll(() => warnings.length).toBe(1);
    server.refuse(undefined);
    await send(mail('Next'));
    await expect.poll(arrived).toEqual(['About Next.']);
  });

  test('a wrong password does not count as a refusal of the mail', async () => {
    startQueue({ tries: seldom }, server.url.replace('//', '//user:wrong@'));
    await send(mail('Locked out'));
    await expect
      .poll(waiting)
      .toEqual([
        { attempts: 1, dueAt: expect.toSatisfy((dueAt: number) => dueAt > Date.now()), isClaimed: false },
      ]);
    expect(warnings).toEqual([]);
  });

  test('nor does a server that is temporarily unavailable, requires a password first or can’t encrypt', async () => {
    const waits = [
      {
        attempts: 1,
        dueAt: expect.toSatisfy((dueAt: number) => dueAt > Date.now()) as unknown,
        isClaimed: false,
      },
    ];
    const isRetried = async (why: string, smtpUrl?: string) => {
      startQueue({ tries: seldom }, smtpUrl);
      await send(mail(why));
      await expect.poll(waiting, { message: why }).toEqual(waits);
      await close();
      await get().write((tx) => tx.db.deleteFrom('job').execute());
    };
    for (const reply of [
      '530 5.7.0 Authentication required',
      '530 5.7.0 Must issue a STARTTLS command first',
      '538 Encryption required',
    ]) {
      server.refuse(reply);
      await isRetried(reply);
    }
    for (const [greeting, reply] of [
      ['554 5.3.2 Not now', ''],
      ['220 Hello', '502 Not known'],
      ['220 Hello', '250 STARTTLS'],
    ] as const) {
      const closed = createServer((socket) => {
        socket.on('error', () => {}).write(`${greeting}\r\n`);
        socket.on(
          'data',
          (sent) =>
            void (sent.toString().startsWith('STARTTLS')
              ? socket.write('554 No certificate\r\n')
              : socket.write(`${reply}\r\n`)),
        );
      });
      await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
      await isRetried(`${greeting} ${reply}`, `smtp://127.0.0.1:${(closed.address() as AddressInfo).port}`);
      await new Promise((resolve) => closed.close(resolve));
    }
    expect(warnings).toEqual([]);
  });

  test('closing tries waiting mails once more, within its time limit', async () => {
    // The mail waits, or is being sent and its rejection hasn't arrived yet.
    for (const reached of [true, false]) {
      server.refuse('451 Later');
      server.mails.length = 0;
      const refusedBefore = server.refusals();
      startQueue({ tries: seldom, lastTryMs: 3000 });
      await send(mail('Last'));
      while (server.refusals() === refusedBefore) await setImmediate();
      if (reached) await expect.poll(() => server.connections()).toBe(0); // it then disconnects
      server.refuse(undefined);
      await close();
      expect([arrived(), warnings, await waiting()]).toEqual([['About Last.'], [], []]);
    }
  });

  test('mails that no server accepted are sent after the next start, under the same id', async () => {
    await send(mail('Kept'));
    server.refuse('451 Later');
    const refusedBefore = server.refusals();
    startQueue({ tries: { firstPauseMs: 1, maxPauseMs: 1, most: 1_000_000 } }); // retried often enough until the check
    await expect.poll(() => server.refusals()).toBeGreaterThan(refusedBefore);
    await close();
    const [{ payload } = { payload: '{}' }] = await get().read.selectFrom('job').select('payload').execute();
    server.refuse(undefined);
    startQueue();
    await expect.poll(arrived).toEqual(['About Kept.']);
    expect(idOf(0)).toMatch(/^<[\da-f-]{36}@paper\.example>$/);
    expect((JSON.parse(payload) as { messageId: string }).messageId).toBe(idOf(0));
  });

  test('does not send a mail of a transaction that rolls back', async () => {
    startQueue();
    await expect(
      get().write(async (tx) => {
        await sendMails(tx, [mail('Never')]);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await send(mail('After'));
    await expect.poll(arrived).toEqual(['About After.']);
  });

  test('without a mail server writes each mail to the data folder and logs it, until its recipient is erased', async () => {
    const logged: string[] = [];
    const log = {
      info: (_details: object, message: string) => void logged.push(message),
      warn: (_: object, message: string) => void warnings.push(message),
    };
    running = startQueues([mailQueue({ database: get(), log, smtpUrl: undefined, dataDir })], {
      bus: get().bus,
      log,
    });
    await send(mail('One'), {
      ...mail('Two\r\nBcc: all@mail.example'),
      replyTo: { name: 'Eve"\r\nX-Evil: 1', address: 'eve@mail.example' },
    });
    await expect.poll(waiting).toEqual([]);
    await close();
    expect(warnings).toEqual([expect.stringContaining('set SMTP_URL')]);
    const files = () => readdirSync(join(dataDir, 'mail')).map((name) => join(dataDir, 'mail', name));
    expect(
      logged.filter((line) => files().some((file) => line.includes(file.slice(dataDir.length + 1)))),
    ).toHaveLength(2);
    expect(files().map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    const [one = '', two = ''] = files()
      .map((file) => readFileSync(file, 'utf8'))
      .toSorted((a, b) => a.length - b.length);
    expect(one).toMatch(
      /^To: chief@paper\.example\r\nSubject: One\r\n(?:.+\r\n)+\r\nAbout One\.\r\n\.\r\nGrüße\r\n$/m,
    );
    expect(two.split('\r\n\r\n')[0]).not.toMatch(/^(?:bcc|x-evil):/im);
    await removeStoredMailsOf(dataDir, 'Eve@mail.example');
    expect(files().map((file) => readFileSync(file, 'utf8'))).toEqual([one]);
  });
});
