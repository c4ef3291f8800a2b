import { afterEach, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makeUser } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { startPushService } from '../../../test/harness/push-service.ts';
import type { PushService } from '../../../test/harness/push-service.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { createPost } from '../posts/writer.ts';
import { saveSettings } from '../settings/store.ts';
import { operator } from '../users/role.ts';
import { findActor } from '../users/roles.ts';
import { cancelNote, removeSubscriber, sendNote, stopNoteBeingSent } from './commands.ts';
import { pushQueue } from './jobs.ts';
import { listScheduledNotes, listSentMessages } from './notes.ts';
import { announcementTtlMs, vapidKeys } from './push.ts';
import {
  browserFamily,
  countSubscribers,
  languageIn,
  listSubscribers,
  saveSubscription,
  subscriptionsByDay,
} from './subscriptions.ts';

const keys = vapidKeys(Buffer.from('a secret of the tests, long enough'));
const siteUrl = 'https://example.test';
const hour = 3_600_000;

test('browser families and languages of subscribers', () => {
  for (const [endpoint, family] of [
    ['https://fcm.googleapis.com/fcm/send/x', 'chromium'],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', 'firefox'],
    ['https://web.push.apple.com/x', 'safari'],
    ['https://wns2-par02p.notify.windows.com/w/?token=x', 'edge'],
    ['https://up.example:8443/x', 'other'],
    ['https://evilmozilla.com.example/x', 'other'],
  ] as const)
    expect(browserFamily(endpoint)).toBe(family);
  for (const [header, language] of [
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    [' EN', 'en'],
    ['*', ''],
    ['<script>', ''],
    ['', ''],
    [undefined, ''],
  ] as const)
    expect(languageIn(header)).toBe(language);
});

onBothDatabases('push messages by hand', (get) => {
  let service: PushService;
  const queues: { close(): Promise<void> }[] = [];
  const log = { info: () => {}, warn: () => {} };
  beforeEach(async () => {
    service = await startPushService();
    await get().write(async (tx) => {
      for (const table of ['push_subscription', 'push_message', 'push_note'] as const)
        await tx.db.deleteFrom(table).execute();
      await saveSettings(tx, {
        push_desktop: true,
        push_api_url: '',
        admin_email: 'chief@paper.example',
        timezone_string: 'Europe/Berlin',
      });
    });
  });
  afterEach(async () => {
    await stop();
    await service.close();
  });
  const stop = async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.close()));
  };
  const start = (now?: () => number) => {
    const content = testContent(get());
    queues.push(
      startQueues([pushQueue({ content, keys, services: [service.origin], log, now })], {
        bus: get().bus,
        log,
        now,
      }),
    );
  };
  const subscribe = (...browsers: string[]) =>
    get().write(async (tx) => {
      for (const browser of browsers) await saveSubscription(tx, service.subscribe(browser), siteUrl, 'de');
    });
  const send = (input: Parameters<typeof sendNote>[2], now = Date.now()) =>
    get().write((tx) => sendNote(tx, operator(), input, { siteUrl, now }));
  const sent = async (now = Date.now()) =>
    (await listSentMessages(get().read, siteUrl, { limit: 10, offset: 0, now })).messages;
  const counts = async (now?: number) =>
    (await sent(now)).map(({ note, post, delivered, failed, waiting }) => [
      note?.title ?? post?.title,
      delivered,
      failed,
      waiting,
    ]);

  test('a message reaches all subscribers, next to articles, with counts of each', async () => {
    await subscribe('ada', 'ben', 'cyd');
    service.answer(410, { browser: 'cyd' });
    const image = await get().write((tx) => makeMedia(tx));
    const id = await send({
      title: ' Ferries return ',
      text: 'At noon.',
      link: `${siteUrl}/news/?x=1#top`,
      image,
    });
    expect(await counts()).toEqual([['Ferries return', 0, 0, 3]]);
    start();
    await expect.poll(() => counts()).toEqual([['Ferries return', 2, 1, 0]]);
    const [push] = service.pushes;
    expect(push?.message).toMatchObject({
      title: 'Ferries return',
      body: 'At noon.',
      url: `${siteUrl}/news/?x=1#top`,
      tag: `note-${id}`,
    });
    expect(String(push?.message['image'])).toContain(`${siteUrl}/wp-content/uploads/`);
    expect(push?.headers['topic']).toBe(`note-${id}`);
    await get().write((tx) => createPost(tx, { status: 'publish', title: 'News', content: '<p>Words.</p>' }));
    await expect
      .poll(() => counts())
      .toEqual([
        ['News', 2, 0, 0],
        ['Ferries return', 2, 1, 0],
      ]);
    service.answer(500, { browser: 'ben' });
    await send({ title: 'Two' });
    await expect.poll(async () => (await counts())[0]).toEqual(['Two', 1, 0, 1]);
    const [ben, ada] = await listSubscribers(get().read, siteUrl, { limit: 10, offset: 0 });
    expect(ada).toMatchObject({ browser: 'other', language: 'de', failedAt: 0 });
    expect([ada?.deliveredAt, ben?.failedAt].every((at) => Number(at) > Date.now() - hour)).toBe(true);
  });

  test('a server of the previous version announces articles during an upgrade', async () => {
    await subscribe('ada');
    await send({ title: 'One' });
    await send({ title: 'Two' });
    for (const number of [10, 11])
      await get().write((tx) =>
        tx.db
          .insertInto('push_message')
          .values({ number, post_id: 4711, created_at: Date.now() })
          .onConflict((conflict) => conflict.column('post_id').doNothing())
          .execute(),
      );
    expect((await sent()).map(({ number, note }) => [number, note?.title])).toEqual([
      [10, undefined],
      [2, 'Two'],
      [1, 'One'],
    ]);
  });

  test('a scheduled message waits for its time in the site’s zone, and can be cancelled before', async () => {
    await subscribe('ada');
    const now = Date.UTC(2027, 0, 31, 12);
    await send({ title: 'Later', date: '2027-01-31T18:00' }, now);
    const dropped = await send({ title: 'Never', date: '2027-01-31T17:00' }, now);
    expect((await listScheduledNotes(get().read)).map(({ title, dueAt }) => [title, dueAt])).toEqual([
      ['Never', Date.UTC(2027, 0, 31, 16)],
      ['Later', Date.UTC(2027, 0, 31, 17)],
    ]);
    await get().write((tx) => cancelNote(tx, operator(), { id: dropped }));
    let time = Date.UTC(2027, 0, 31, 16, 59, 59);
    await send({ title: 'Now' }, time);
    start(() => time);
    await expect.poll(() => counts(time)).toEqual([['Now', 1, 0, 0]]);
    await stop();
    expect((await counts(time)).map(([title]) => title)).toEqual(['Now']);
    expect(service.pushes).toHaveLength(1);
    time += 1000;
    start(() => time);
    await expect
      .poll(() => counts(time))
      .toEqual([
        ['Later', 1, 0, 0],
        ['Now', 1, 0, 0],
      ]);
    expect(service.pushes).toHaveLength(2);
    await expect(get().write((tx) => cancelNote(tx, operator(), { id: dropped }))).rejects.toThrow(
      'There is no such message.',
    );
  });

  test('a message whose time passed a day ago, while the server was down, is not sent', async () => {
    await subscribe('ada');
    const now = Date.UTC(2027, 0, 31, 12);
    await send({ title: 'Late', date: '2027-01-31T18:00' }, now);
    start(() => now + announcementTtlMs + 7 * hour);
    await expect
      .poll(async () => (await get().read.selectFrom('push_subscription').select('told').execute())[0]?.told)
      .toBe(1);
    expect(service.pushes).toEqual([]);
  });

  test('a stopped message reaches no subscriber whose turn has not come, and counts no failure', async () => {
    await subscribe('ada', 'ben');
    const id = await send({ title: 'Mistake' });
    await expect(get().write((tx) => cancelNote(tx, operator(), { id }))).rejects.toThrow(
      'already being sent',
    );
    for (let time = 0; time < 2; time++) await get().write((tx) => stopNoteBeingSent(tx, operator(), { id }));
    expect((await sent())[0]).toMatchObject({ note: { state: 'stopped' }, waiting: 0 });
    start();
    await send({ title: 'Correction' });
    await expect.poll(async () => (await counts())[0]).toEqual(['Correction', 2, 0, 0]);
    expect((await counts())[1]).toEqual(['Mistake', 0, 0, 0]);
    const scheduled = await send({ title: 'Later', date: '2099-01-01T00:00' }, Date.UTC(2098, 11, 1));
    await expect(get().write((tx) => stopNoteBeingSent(tx, operator(), { id: scheduled }))).rejects.toThrow(
      'Cancel it instead',
    );
  });

  test('a message that is stopped during a share is sent to no further subscribers of it', async () => {
    await subscribe(...Array.from({ length: 20 }, (_, at) => `reader-${at}`));
    const release = service.hold();
    const id = await send({ title: 'Mistake' });
    start();
    await expect.poll(() => service.pushes.length).toBe(8);
    await get().write((tx) => stopNoteBeingSent(tx, operator(), { id }));
    await send({ title: 'Correction' });
    release();
    await expect
      .poll(() => counts())
      .toEqual([
        ['Correction', 20, 0, 0],
        ['Mistake', 8, 0, 0],
      ]);
  });

  test('is refused while push is off, without subscribers, and with hostile input', async () => {
    await expect(send({ title: 'News' })).rejects.toThrow('no subscribers');
    await subscribe('ada');
    const now = Date.UTC(2027, 0, 1);
    for (const input of [
      { title: '' },
      { title: ' \u00a0 ' },
      { title: 'x'.repeat(151) },
      { title: 'a\nb' },
      { title: 'a\0b' },
      { title: 'a', text: 'x'.repeat(251) },
      { title: 'a', link: 'https://evil.example/' },
      { title: 'a', link: '//evil.example/' },
      { title: 'a', link: '/\\evil.example' },
      { title: 'a', link: 'javascript:alert(1)' },
      { title: 'a', link: 'https://example.test@evil.example/' },
      { title: 'a', link: 'https://example.test.evil.example/' },
      { title: 'a', link: `/${'x'.repeat(900)}` },
      { title: 'a', image: 4711 },
      { title: 'a', date: 'tomorrow' },
      { title: 'a', date: '2026-12-31T00:00' },
      { title: 'a', date: '2029-12-31T00:00' },
    ])
      await expect(send(input, now), JSON.stringify(input)).rejects.toThrow();
    await get().write((tx) => saveSettings(tx, { push_api_url: 'https://push.example/api/token' }));
    await expect(send({ title: 'News' })).rejects.toThrow('another service');
    await get().write((tx) => saveSettings(tx, { push_api_url: '' }));
    expect(await get().read.selectFrom('push_note').selectAll().execute()).toEqual([]);
    await send({ title: '<b>Plain</b> & "simple" 🙂' });
    expect((await sent())[0]?.note?.title).toBe('<b>Plain</b> & "simple" 🙂');
  });

  test('only administrators send, stop, cancel and remove', async () => {
    await subscribe('ada');
    const id = await send({ title: 'News' });
    for (const role of ['editor', 'author', 'contributor', 'subscriber']) {
      const userId = await get().write((tx) => makeUser(tx, { login: `push-${role}`, roles: [role] }));
      const actor = await findActor(get().read, userId);
      const acts: readonly ((tx: Tx) => Promise<unknown>)[] = [
        (tx) => sendNote(tx, actor, { title: 'x' }, { siteUrl, now: 0 }),
        (tx) => stopNoteBeingSent(tx, actor, { id }),
        (tx) => cancelNote(tx, actor, { id }),
        (tx) => removeSubscriber(tx, actor, { id }),
      ];
      for (const act of acts)
        await expect(get().write(act)).rejects.toThrow('not allowed to manage push notifications');
    }
  });

  test('a subscriber who registers again gets the language of that visit', async () => {
    const browser = service.subscribe('ada');
    const register = (language?: string) =>
      get().write((tx) => saveSubscription(tx, browser, siteUrl, language));
    const language = async () =>
      (await listSubscribers(get().read, siteUrl, { limit: 1, offset: 0 }))[0]?.language;
    await register(); // as before languages were stored
    expect(await language()).toBe('');
    await register('pt');
    expect(await language()).toBe('pt');
    await register('');
    expect(await language()).toBe('pt');
  });

  test('subscribers are counted by day, and removed', async () => {
    await subscribe('ada', 'ben');
    const now = Date.now();
    await get().write((tx) =>
      tx.db
        .updateTable('push_subscription')
        .set({ created_at: now - 3 * 24 * hour })
        .where('endpoint', 'like', '%ada')
        .execute(),
    );
    const days = await subscriptionsByDay(get().read, siteUrl, { days: 5, now });
    expect(days.map(({ count }) => count)).toEqual([0, 1, 0, 0, 1]);
    const [first] = await listSubscribers(get().read, siteUrl, { limit: 1, offset: 0 });
    await get().write((tx) => removeSubscriber(tx, operator(), { id: first?.id ?? 0 }));
    expect(await countSubscribers(get().read, siteUrl)).toBe(1);
    await expect(
      get().write((tx) => removeSubscriber(tx, operator(), { id: first?.id ?? 0 })),
    ).rejects.toThrow('There is no such subscriber.');
    expect(await countSubscribers(get().read, 'https://copy.test')).toBe(0);
  });
});
