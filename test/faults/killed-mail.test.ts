import { once } from 'node:events';
import { expect, test } from 'vitest';
import { sendMails } from '../../src/modules/mail/mail.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { startRealServer } from '../harness/real-server.ts';
import { report } from './effort.ts';

onDrawnDatabase('a server that is killed while it sends mails', (get, place) => {
  test('loses no mail, and sends only the one in transit twice', async () => {
    const mailServer = await startMailServer();
    const subjects = Array.from({ length: 400 }, (_, n) => `Mail ${n}`);
    const from = { name: 'The Paper', address: 'site@paper.example' };
    await get().write((tx) =>
      sendMails(
        tx,
        subjects.map((subject) => ({ to: 'chief@paper.example', subject, text: subject, from })),
      ),
    );
    const start = () => startRealServer(place(), { SMTP_URL: mailServer.url, LOG_LEVEL: 'warn' });
    const first = await start();
    await expect.poll(() => mailServer.mails.length, { interval: 2 }).toBeGreaterThan(20);
    const exited = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await exited;
    const before = mailServer.mails.length;
    expect(before).toBeLessThan(subjects.length);

    const second = await start();
    const idOf = (source: string) => /^message-id: (\S+)/im.exec(source)?.[1];
    // The mail in transit comes last: its claim must expire first.
    await expect
      .poll(() => new Set(mailServer.mails.map(({ source }) => idOf(source))).size, { timeout: 500_000 })
      .toBe(subjects.length);
    expect(new Set(mailServer.mails.map(({ text }) => text.trim()))).toEqual(new Set(subjects));
    await expect.poll(async () => (await get().read.selectFrom('job').select('id').execute()).length).toBe(0);
    expect(mailServer.mails.length - subjects.length).toBeLessThanOrEqual(1);
    report(`killed-mail on ${place().dialect}`, {
      mails: subjects.length,
      'before the kill': before,
      'sent twice': mailServer.mails.length - subjects.length,
    });
    expect(await second.stop()).toBe(0);
    await mailServer.close();
  });
});
