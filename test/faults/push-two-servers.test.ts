import { expect, test } from 'vitest';
import { saveSubscription } from '../../src/modules/push/subscriptions.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { startPushService } from '../harness/push-service.ts';
import { startRealServer } from '../harness/real-server.ts';

const siteUrl = 'https://news.example';

onDrawnDatabase('two servers that tell subscribers of an article', (get, place) => {
  test('share the work; one stops midway, the other continues, and each subscriber is notified once', async () => {
    const service = await startPushService();
    const names = Array.from({ length: 400 }, (_, at) => `browser ${at}`);
    await get().write(async (tx) => {
      await saveSettings(tx, { push_mobile: true });
      for (const name of names) await saveSubscription(tx, service.subscribe(name), siteUrl);
    });
    service.delay(500); // neither finishes before the other starts, however late that is
    const start = () => startRealServer(place(), { SITE_URL: siteUrl, PUSH_SERVICES: service.origin });
    const [first, second] = await Promise.all([start(), start()]);
    await get().write((tx) => createPost(tx, { title: 'News', status: 'publish' }));
    // One process sends at most eight at a time, so more means both send.
    await expect.poll(() => service.maxAtOnce, { interval: 5 }).toBeGreaterThan(8);
    service.delay(25);
    await expect.poll(() => service.pushes.length, { interval: 5 }).toBeGreaterThan(50);
    expect(await first.stop()).toBe(0);
    await expect.poll(() => service.pushes.length).toBe(names.length);
    expect(service.pushes.map(({ browser }) => browser).toSorted()).toEqual(names.toSorted());
    expect(new Set(service.pushes.map(({ key }) => key)).size).toBe(1);
    expect(await second.stop()).toBe(0);
    for (const server of [first, second])
      expect(server.output()).toMatch(/"delivered":\d+.*Told subscribers of articles/);
    await service.close();
  });
});
