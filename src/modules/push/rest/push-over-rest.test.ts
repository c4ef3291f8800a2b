import { beforeAll, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { saveSettings } from '../../settings/store.ts';
import type { SendPush } from '../jobs.ts';
import { saveSubscription } from '../subscriptions.ts';

const endpoint = 'https://fcm.googleapis.com/fcm/send/secret-of-the-browser';
const base = '/broadsheet/v1/push';

onBothDatabases('push over REST', (get) => {
  const tested: Parameters<SendPush>[1][] = [];
  const rest = useRestApp(get, undefined, {
    sendPush: async (_target, message) => {
      tested.push(message);
      return tested.length === 1
        ? { outcome: { kind: 'delivered' } }
        : { outcome: { kind: 'refused' }, reason: 'It answered 400.' };
    },
  });
  let chief = 0;
  beforeAll(async () => {
    chief = await get().write((tx) => makeUser(tx, { login: 'chief', roles: ['administrator'] }));
  });
  beforeEach(() =>
    get().write(async (tx) => {
      for (const table of ['push_subscription', 'push_message', 'push_note'] as const)
        await tx.db.deleteFrom(table).execute();
      await saveSettings(tx, { push_desktop: true, push_api_url: '', push_vapid_public_key: '' });
      await saveSubscription(tx, { endpoint, keys: { p256dh: 'secret-key', auth: 'a' } }, siteUrl, 'de');
    }),
  );
  const send = (method: string, path: string, body?: unknown) =>
    rest.sendAs(chief, method, `${base}${path}`, body);

  test('[IMP-22] the state says why nothing is sent', async () => {
    const state = async (settings: Parameters<typeof saveSettings>[1]) => {
      await get().write((tx) => saveSettings(tx, settings));
      return (await rest.getAs(chief, base)).json['state'];
    };
    expect(await state({})).toBe('ready');
    expect(await state({ push_api_url: 'https://push.example/api/token' })).toBe('external_without_key');
    expect(await state({ push_vapid_public_key: 'BGsX0fLhLEJH' })).toBe('external');
    expect(await state({ push_desktop: false })).toBe('off');
    const { json } = await rest.getAs(chief, base);
    expect(json).toMatchObject({ is_secure: true, subscribers: 1 });
    expect((json['days'] as unknown as unknown[]).length).toBe(30);
  });

  test('[IMP-22] a message is sent, listed, and stopped; a scheduled one is canceled', async () => {
    const sent = await send('POST', '/messages', { title: 'News', link: `${siteUrl}/news/` });
    expect(sent.json).toMatchObject({ title: 'News', link: '/news/', state: 'sending' });
    const id = Number(sent.json['id']);
    const early = await send('DELETE', `/messages/${id}`);
    expect([early.status, early.json['code']]).toEqual([409, 'push_sending']);
    expect((await send('POST', `/messages/${id}/stop`, {})).json['state']).toBe('stopped');
    const year = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16);
    const planned = await send('POST', '/messages', { title: 'Later', date: year });
    expect(planned.json['state']).toBe('scheduled');
    const late = await send('POST', `/messages/${String(planned.json['id'])}/stop`, {});
    expect([late.status, late.json['code']]).toEqual([409, 'push_scheduled']);
    const list = (await rest.getAs(chief, `${base}/messages`)).json;
    expect(list).toMatchObject({
      total: 1,
      scheduled: [{ title: 'Later' }],
      messages: [{ title: 'News', state: 'stopped', delivered: 0, failed: 0, waiting: 0 }],
    });
    expect((await send('DELETE', `/messages/${String(planned.json['id'])}`)).json['deleted']).toBe(true);
    expect((await send('DELETE', `/messages/${String(planned.json['id'])}`)).status).toBe(404);
  });

  test('[IMP-22] a message without recipients is expired, and one of a deleted article has no post', async () => {
    const sent = await send('POST', '/messages', { title: 'News' });
    const id = Number(sent.json['id']);
    expect(sent.json).toMatchObject({ state: 'sending', waiting: 1 });
    await get().write(async (tx) => {
      await tx.db.updateTable('push_subscription').set({ told: 1 }).execute(); // dropped, since push was off
      await tx.db
        .insertInto('push_message')
        .values({ number: 2, post_id: 4711, created_at: Date.now() - 2 * 86_400_000 })
        .execute();
    });
    expect((await rest.getAs(chief, `${base}/messages`)).json['messages']).toMatchObject([
      { id: 0, post: 0, title: '', state: 'sent' },
      { id, title: 'News', state: 'expired', delivered: 0, failed: 0, waiting: 0 },
    ]);
    await get().write((tx) => tx.db.updateTable('push_subscription').set({ told: 0 }).execute());
    const day = 25 * 3_600_000;
    await get().write((tx) =>
      tx.db
        .updateTable('push_message')
        .set({ created_at: Date.now() - day })
        .execute(),
    );
    expect((await rest.getAs(chief, `${base}/messages`)).json['messages']).toMatchObject([
      { state: 'sent' },
      { state: 'expired' },
    ]);
    await get().write((tx) => tx.db.updateTable('push_message').set({ delivered_count: 1 }).execute());
    expect((await rest.getAs(chief, `${base}/messages`)).json['messages']).toMatchObject([
      { state: 'sent' },
      { state: 'sent', delivered: 1 },
    ]);
  });

  test('[IMP-22] refusals name the field', async () => {
    for (const [body, field] of [
      [{ title: 'x', link: 'https://evil.example/' }, 'link'],
      [{ title: 'x', link: 'javascript:alert(1)' }, 'link'],
      [{ title: 'x', image: 4711 }, 'image'],
      [{ title: 'x', date: 'soon' }, 'date'],
      [{ title: 'x', date: '2020-01-01T00:00' }, 'date'],
      [{ title: 'x'.repeat(151) }, 'title'],
      [{ title: 'two\nlines' }, 'title'],
      [{ title: '' }, 'title'],
      [{ title: 'x', text: 'x'.repeat(251) }, 'text'],
    ] as const) {
      const { status, json } = await send('POST', '/messages', body);
      expect([status, Object.keys(json['data']?.['params'] ?? {})]).toEqual([400, [field]]);
    }
    expect((await send('POST', '/messages', { text: 'x' })).status).toBe(400);
    expect(await get().read.selectFrom('push_note').selectAll().execute()).toEqual([]);
  });

  test('[IMP-22] a test reaches one subscribed browser, and stores nothing', async () => {
    const elsewhere = await send('POST', '/test', { title: 'x', endpoint: 'https://10.0.0.1/x' });
    expect([elsewhere.status, elsewhere.json['code']]).toEqual([404, 'push_not_subscribed']);
    expect((await send('POST', '/test', { title: 'Try', endpoint })).json).toEqual({
      is_delivered: true,
      reason: '',
    });
    expect(tested[0]).toMatchObject({ title: 'Try', url: `${siteUrl}/` });
    expect((await send('POST', '/test', { title: 'Try', endpoint })).json).toEqual({
      is_delivered: false,
      reason: 'It answered 400.',
    });
    expect(await get().read.selectFrom('push_note').selectAll().execute()).toEqual([]);
  });

  test('[IMP-22] subscribers are shown without endpoint and keys, and removed', async () => {
    const { text, json } = await rest.getAs(chief, `${base}/subscribers`);
    expect(text).not.toMatch(/secret|googleapis/);
    const [one] = json['subscribers'] as unknown as { readonly id: number }[];
    expect(one).toMatchObject({ browser: 'chromium', language: 'de', last_delivered: '', last_failed: '' });
    expect((await send('DELETE', `/subscribers/${one?.id}`)).status).toBe(200);
    expect((await send('DELETE', `/subscribers/${one?.id}`)).status).toBe(404);
    expect((await rest.getAs(chief, `${base}/subscribers?page=999&per_page=100`)).json).toEqual({
      subscribers: [],
      total: 0,
    });
  });
});
