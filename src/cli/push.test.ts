import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandLine } from '../../test/harness/command-line.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { saveSubscription } from '../modules/push/subscriptions.ts';
import { saveSettings } from '../modules/settings/store.ts';
import { runPush } from './push.ts';

const siteUrl = 'https://paper.example';
const message = { action: 'send', text: '', link: '/', image: 0, date: '' } as const;

onBothDatabases('the push command', (get) => {
  test('[IMP-22] counts subscribers, and sends or schedules a message', async () => {
    expect(await runPush(get(), { action: 'count' }, siteUrl)).toEqual(['0 subscribers.']);
    await expect(runPush(get(), { ...message, title: 'News' }, siteUrl)).rejects.toThrow('are off');
    await get().write(async (tx) => {
      await saveSettings(tx, { push_desktop: true });
      const keys = { p256dh: 'p', auth: 'a' };
      await saveSubscription(tx, { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys }, siteUrl);
    });
    expect(await runPush(get(), { action: 'count' }, siteUrl)).toEqual(['1 subscriber.']);
    expect(await runPush(get(), { ...message, title: 'News' }, siteUrl)).toEqual([
      'Sending "News" to 1 subscriber.',
    ]);
    const year = new Date().getUTCFullYear();
    const date = new Date().getUTCMonth() < 11 ? `${year}-12-30T18:00` : `${year + 1}-06-30T18:00`;
    expect(await runPush(get(), { ...message, title: 'Later', date }, siteUrl)).toEqual([
      `"Later" will be sent at ${date}.`,
    ]);
    await expect(
      runPush(get(), { ...message, title: 'News', link: 'https://evil.example/' }, siteUrl),
    ).rejects.toThrow('path or URL of this site');
  });
});

test.each([
  [['push'], 'Missing action'],
  [['push', 'shout'], 'Unknown action "shout"'],
  [['push', 'send'], 'needs one title'],
  [['push', 'send', 'a', 'b'], 'needs one title'],
  [['push', 'send', 'a', '--image', 'x'], '--image must be'],
  [['push', 'count', 'x'], 'takes no arguments'],
])('arguments that can’t be meant are refused: %j', (args, fault) => {
  const { status, stderr } = spawnSync(process.execPath, [commandLine, ...args], { encoding: 'utf8' });
  expect([status, stderr.includes(fault)]).toEqual([2, true]);
});
