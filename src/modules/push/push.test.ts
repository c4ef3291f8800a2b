import { afterEach, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { startPushService } from '../../../test/harness/push-service.ts';
import type { PushService } from '../../../test/harness/push-service.ts';
import { openSiteDatabase } from '../../site-database.ts';
import type { Content } from '../content/content.ts';
import { detailsMeta } from '../posts/model.ts';
import { createPost, deletePost, updatePost } from '../posts/writer.ts';
import type { PostInput } from '../posts/writer.ts';
import { publishDue } from '../posts/jobs.ts';
import { findDefinition } from '../settings/settings.ts';
import { saveSettings } from '../settings/store.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { pushQueue } from './jobs.ts';
import { announcementTtlMs, vapidKeys } from './push.ts';
import { claimShare, leaseMs, patienceMs } from './queue.ts';
import { removeSubscription, saveSubscription } from './subscriptions.ts';

const keys = vapidKeys(Buffer.from('a secret of the tests, long enough'));
const siteUrl = 'https://example.test';
const hour = 3_600_000;

test('keys derive from the site’s secret: equal in every process, different on other sites', () => {
  const secret = Buffer.alloc(32, 7);
  expect(vapidKeys(secret)).toEqual(vapidKeys(secret));
  expect(vapidKeys(secret)).not.toEqual(vapidKeys(Buffer.alloc(32, 8)));
  const { publicKey, privateKey } = vapidKeys(secret);
  expect([Buffer.from(publicKey, 'base64url').length, Buffer.from(privateKey, 'base64url').length]).toEqual([
    65, 32,
  ]);
});

test.each<[key: string, good: readonly string[], wrong: readonly string[]]>([
  [
    'push_api_url',
    ['', 'https://push.example/api/token', 'https://push.example/v2/api/token?x=1'],
    ['https://push.example/', 'https://push.example/?/api/token', 'javascript:/api/token', '/api/token'],
  ],
  [
    'push_service_worker',
    ['', '/acme-sw.js', '/OneService.worker.js'],
    ['acme.js', '/folder/acme.js', '//acme.js', '/.js', '/acme', 'https://acme.example/sw.js', '/a"b.js'],
  ],
  ['push_provider', ['acme', 'Acme_2'], ['', 'a/b', '../x', 'a b', '<b>']],
  ['push_theme_color', ['', '#fd0', '#ffd400'], ['red', '#12345', '#ffd400;x:y', 'url(x)']],
])('the setting %s accepts only usable values', (key, good, invalid) => {
  const accepted = (value: string) => findDefinition(key)?.schema.safeParse(value).success;
  expect([good.filter((value) => !accepted(value)), invalid.filter(accepted)]).toEqual([[], []]);
});

onBothDatabases('push messages', (get, place) => {
  let service: PushService;
  let content: Content;
  const logged: object[] = [];
  const queues: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    service = await startPushService();
    content = testContent(get());
    logged.length = 0;
    await get().write(async (tx) => {
      await tx.db.deleteFrom('push_subscription').execute();
      await tx.db.deleteFrom('push_message').execute();
      await saveSettings(tx, {
        push_desktop: true,
        push_mobile: false,
        push_api_url: '',
        admin_email: 'chief@paper.example',
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
  const startQueue = (options: { readonly now?: () => number; readonly of?: Content } = {}) => {
    const note = (details: object) => void logged.push(details);
    const [of, log] = [options.of ?? content, { info: note, warn: note }];
    queues.push(
      startQueues([pushQueue({ content: of, keys, services: [service.origin], log, now: options.now })], {
        bus: of.database.bus,
        log,
        now: options.now,
      }),
    );
  };
  const subscribe = (...browsers: string[]) =>
    get().write(async (tx) => {
      for (const browser of browsers) await saveSubscription(tx, service.subscribe(browser), siteUrl);
    });
  const write = (input: Partial<PostInput> = {}) =>
    get().write((tx) =>
      createPost(tx, { status: 'publish', title: 'News', content: '<p>Words.</p>', ...input }),
    );
  const announced = async () =>
    (await get().read.selectFrom('push_message').select('post_id').orderBy('number').execute()).map(
      (row) => row.post_id,
    );
  const subscriptions = () => get().read.selectFrom('push_subscription').selectAll().orderBy('id').execute();
  const isSettled = async () => {
    const [{ number } = { number: 0 }] = await get()
      .read.selectFrom('push_message')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .execute();
    return (await subscriptions()).every(({ told }) => told === number);
  };

  test('announces an article when a user or its schedule publishes it, and nothing else', async () => {
    const early = await write();
    expect(await announced()).toEqual([]); // no subscribers
    await subscribe('ada');
    const written = await write();
    const draft = await write({ status: 'draft' });
    const due = await write({ status: 'future', publishedAt: Date.now() - 1 });
    for (const input of [
      { announce: false },
      { meta: detailsMeta({ pushOff: true }) },
      { type: 'page' },
      { password: 'secret' },
      { publishedAt: Date.now() - announcementTtlMs - 1 },
      { status: 'private' as const },
      { type: 'attachment', status: 'inherit' as const },
    ])
      await write(input);
    expect(await announced()).toEqual([written]);
    await get().write(async (tx) => {
      await updatePost(tx, draft, { status: 'publish' });
      await updatePost(tx, written, { title: 'Newer news' });
      await updatePost(tx, early, { content: '<p>Mended.</p>' });
    });
    expect(await publishDue(get(), Date.now())).toEqual([due]);
    expect(await announced()).toEqual([written, draft, due]);
    // Unpublished and published again: announced already.
    await get().write((tx) => updatePost(tx, written, { status: 'draft' }));
    await get().write((tx) => updatePost(tx, written, { status: 'publish' }));
    await get().write((tx) => deletePost(tx, draft));
    expect(await announced()).toEqual([written, due]);
  });

  test.each([{ push_desktop: false }, { push_api_url: 'https://push.example/api/token' }])(
    'with %o announces nothing, and does not send waiting messages',
    async (off) => {
      await subscribe('ada');
      await write();
      await get().write((tx) => saveSettings(tx, off));
      await write();
      expect(await announced()).toHaveLength(1);
      startQueue();
      await expect.poll(isSettled).toBe(true);
      expect(service.pushes).toEqual([]);
    },
  );

  test('encrypts a message for each subscriber, signed with the site’s key', async () => {
    await subscribe('ada', 'ben');
    startQueue();
    const picture = await makePicture();
    const id = await write({
      title: 'Comet &amp; <em>Moon</em>',
      slug: 'comet',
      excerpt: `It came ${'surprisingly '.repeat(40)}near.`,
      featuredMediaId: picture,
    });
    await expect.poll(isSettled).toBe(true);
    expect(service.pushes.map(({ browser }) => browser).toSorted()).toEqual(['ada', 'ben']);
    const [push] = service.pushes;
    expect(push?.message).toEqual({
      title: 'Comet & Moon',
      body: expect.stringMatching(/^It came surprisingly .{200,}…$/),
      url: `${siteUrl}/comet/`,
      icon: `${siteUrl}/icon-192.png`,
      image: expect.stringMatching(/\.jpg$/),
      tag: `post-${id}`,
    });
    expect(push?.headers).toMatchObject({
      ttl: expect.stringMatching(/^86(?:400|39\d)$/),
      topic: `post-${id}`,
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
    });
    expect([push?.key, push?.claims.sub, push?.claims.aud]).toEqual([
      keys.publicKey,
      'mailto:chief@paper.example',
      service.origin,
    ]);
    expect(await subscriptions()).toEqual(
      (await subscriptions()).map((row) => ({ ...row, attempts: 0, failing_since: 0, claim: '', due_at: 0 })),
    );
    await expect.poll(() => logged).toEqual([{ delivered: 2 }]); // logged once the queue is empty
  });

  const makePicture = () => get().write((tx) => makeMedia(tx));

  test('messages of the longest characters fit the limit of push services', async () => {
    await subscribe('ada');
    startQueue();
    await write({ title: '🪐'.repeat(500), slug: 'planets', excerpt: '🪐'.repeat(5000) });
    await expect.poll(isSettled).toBe(true);
    const [push] = service.pushes;
    expect(push?.message.title).toBe(`${'🪐'.repeat(149)}…`);
    expect(Number(push?.headers['content-length'])).toBeLessThan(4096);
  });

  test('sends a short message when a long URL leaves no room for the text', async () => {
    await subscribe('ada');
    startQueue();
    const id = await get().write(async (tx) => {
      const file = `2026/01/${'画'.repeat(75)}.jpg`;
      const picture = await makeMedia(tx, { file: { file, sizes: {} } });
      await saveSettings(tx, { site_icon: picture });
      return createPost(tx, {
        status: 'publish',
        title: '🪐'.repeat(300),
        slug: '字'.repeat(200),
        excerpt: '🪐'.repeat(5000),
        featuredMediaId: picture,
      });
    });
    await expect.poll(isSettled).toBe(true);
    const [push] = service.pushes;
    expect(push?.message).toEqual({
      title: `${'🪐'.repeat(149)}…`,
      body: `${'🪐'.repeat(249)}…`,
      url: `${siteUrl}/?p=${id}`,
      tag: `post-${id}`,
      icon: expect.stringContaining('%E7%94%BB') as string,
    });
    expect(Number(push?.headers['content-length'])).toBeLessThan(4096);
  });

  /** A message is due, but Ada's push service asked for a pause of ten minutes; returns the queue's clock. */
  const putAdaOff = async () => {
    await subscribe('ada');
    service.answer(429, { retryAfter: '600' });
    const clock = { now: Date.now() };
    startQueue({ now: () => clock.now });
    await write();
    return clock;
  };

  test.each([404, 410])('%i ends a subscription', async (status) => {
    await subscribe('ada', 'gone');
    service.answer(status, { browser: 'gone' });
    startQueue();
    await write();
    await expect.poll(isSettled).toBe(true);
    expect((await subscriptions()).map(({ endpoint }) => endpoint)).toEqual([`${service.origin}/ada`]);
  });

  test('retries 429 and service errors no earlier than asked, and pauses other messages of that service', async () => {
    const clock = await putAdaOff();
    await expect
      .poll(async () =>
        (await subscriptions()).map(({ attempts, due_at: dueAt, claim }) => [
          attempts,
          dueAt - clock.now,
          claim,
        ]),
      )
      .toEqual([[1, 600_000, '']]);
    await subscribe('ben');
    await get().write((tx) => tx.db.updateTable('push_subscription').set({ told: 0 }).execute());
    await write();
    // Ben is claimed at once, but his push service is the same, so no request is made.
    await expect
      .poll(async () =>
        (await subscriptions()).map(({ attempts, due_at: dueAt }) => [attempts, dueAt - clock.now]),
      )
      .toEqual([
        [1, 600_000],
        [0, 600_000],
      ]);
    expect(service.pushes).toHaveLength(1);
    await stop();
    service.answer(503);
    clock.now += 600_000;
    startQueue({ now: () => clock.now });
    await expect
      .poll(async () =>
        (await subscriptions()).map(({ attempts, due_at: dueAt }) => [attempts, dueAt - clock.now]),
      )
      .toEqual([
        [2, 60_000],
        [1, 30_000],
      ]);
    await stop();
    service.answer(201);
    clock.now += 60_000;
    startQueue({ now: () => clock.now });
    await expect.poll(isSettled).toBe(true);
    expect((await subscriptions()).map(({ attempts, failing_since: since }) => [attempts, since])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('a clock that is set back delays nothing', async () => {
    const clock = await putAdaOff();
    await expect.poll(async () => (await subscriptions()).map(({ attempts }) => attempts)).toEqual([1]);
    service.answer(201);
    clock.now -= 30 * 24 * hour;
    await write();
    await expect.poll(isSettled).toBe(true);
    expect(service.pushes).toHaveLength(3);
  });

  test('drops refused messages, and unsubscribes browsers that nothing reached for a month', async () => {
    await subscribe('ada');
    let now = Date.now();
    service.answer(403);
    startQueue({ now: () => now });
    await write();
    await expect.poll(isSettled).toBe(true);
    expect(await subscriptions()).toMatchObject([{ attempts: 1, failing_since: now }]);
    expect(logged).toContainEqual({
      messages: 1,
      service: service.origin,
      outcome: 'refused',
      reason: 'It answered 403.',
    });
    await stop();
    await get().write((tx) =>
      tx.db
        .updateTable('push_subscription')
        .set({ failing_since: now - patienceMs - 1 })
        .execute(),
    );
    service.answer(500);
    now += hour;
    startQueue({ now: () => now });
    await write();
    await expect.poll(subscriptions).toEqual([]);
  });

  test('retries an unreachable service until the message is outdated', async () => {
    await subscribe('ada');
    await service.close();
    let now = Date.now();
    startQueue({ now: () => now });
    await write();
    await expect.poll(async () => (await subscriptions()).map(({ attempts }) => attempts)).toEqual([1]);
    await stop();
    now += announcementTtlMs + hour;
    startQueue({ now: () => now });
    await expect.poll(isSettled).toBe(true);
    expect(await subscriptions()).toMatchObject([{ attempts: 1, due_at: 0 }]);
  });

  test('several processes notify each subscriber once, a few at a time, per article', async () => {
    const browsers = Array.from({ length: 130 }, (_, at) => `browser ${at}`);
    await subscribe(...browsers);
    service.delay(5);
    startQueue();
    const other = await openSiteDatabase({ ...place(), maxConnections: 3 });
    await other.watch();
    startQueue({ of: testContent(other) });
    const [first, second] = [await write({ slug: 'first' }), await write({ slug: 'second' })];
    await expect.poll(isSettled).toBe(true);
    const got = service.pushes.map(({ browser, message }) => `${browser}: ${String(message.tag)}`);
    expect(got.toSorted()).toEqual(
      browsers.flatMap((browser) => [`${browser}: post-${first}`, `${browser}: post-${second}`]).toSorted(),
    );
    expect(service.maxAtOnce).toBeLessThanOrEqual(16);
    await stop();
    await other.close();
  });

  test('sends what a killed process had claimed and what a stopping one had not sent', async () => {
    await subscribe('ada', 'ben');
    await write();
    const at = Date.now();
    const lost = await claimShare(get(), siteUrl, at);
    expect(lost?.pushes).toHaveLength(2);
    expect(await claimShare(get(), siteUrl, at + leaseMs - 1)).toBeUndefined();
    startQueue({ now: () => at + leaseMs });
    await expect.poll(isSettled).toBe(true);
    await stop();
    expect(service.pushes).toHaveLength(2);
    service.delay(50);
    await subscribe(...Array.from({ length: 30 }, (_, n) => `more ${n}`));
    startQueue();
    await write();
    await expect.poll(() => service.pushes.length).toBeGreaterThan(2);
    await stop();
    expect(await isSettled()).toBe(false);
    expect((await subscriptions()).every(({ claim }) => claim === '')).toBe(true);
    startQueue();
    await expect.poll(isSettled).toBe(true);
    expect(service.pushes).toHaveLength(34);
  });

  test('does not announce an article that was withdrawn before sending, nor from a copy of the site at another address', async () => {
    await subscribe('ada');
    const id = await write();
    await get().write((tx) => updatePost(tx, id, { status: 'draft' }));
    expect(await claimShare(get(), 'https://staging.test', Date.now())).toBeUndefined();
    startQueue();
    await expect.poll(isSettled).toBe(true);
    expect(service.pushes).toEqual([]);
  });

  test('stores a browser once, with its newest keys, and notifies it of later articles', async () => {
    await subscribe('ada');
    await write();
    await subscribe('ben', 'ada');
    const [ada, ben] = await subscriptions();
    expect([ada?.told, ben?.told]).toEqual([0, 1]);
    startQueue();
    await expect.poll(isSettled).toBe(true);
    expect(service.pushes.map(({ browser }) => browser)).toEqual(['ada']);
    await get().write((tx) => removeSubscription(tx, ada?.endpoint ?? ''));
    expect(await subscriptions()).toHaveLength(1);
  });

  test('never calls stored endpoints of a service that is no longer trusted', async () => {
    await subscribe('ada');
    await write();
    const log = { info: () => {}, warn: () => {} };
    queues.push(startQueues([pushQueue({ content, keys, services: [], log })], { bus: get().bus, log }));
    await expect.poll(subscriptions).toEqual([]);
    expect(service.pushes).toEqual([]);
  });
});
