import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest } from '../harness/served-site.ts';

onDrawnDatabase('HSTS', (get, place) => {
  let app: App;
  let url = '';
  beforeAll(async () => {
    await get().write((tx) => makePost(tx, { slug: 'a-story' }));
    app = await buildApp({
      config: {
        dataDir: place().dataDir,
        pageCacheBytes: 16 * 1024 * 1024,
        logLevel: 'fatal',
        trustProxy: [],
      },
      database: get(),
      siteUrl: 'https://news.example',
      version: 'test',
    });
    url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  test('every https reply of a site has it, cached ones too, and a changed setting applies at once', async () => {
    const headers = () =>
      Promise.all(
        [
          '/',
          '/a-story/',
          '/a-story/',
          '/nothing/',
          '/wp-json/wp/v2/posts',
          '/feed/',
          '/healthz',
          '/robots.txt',
          '/wp-content/uploads/none.jpg',
        ].map(async (path) => (await rawRequest(url, path)).headers['strict-transport-security']),
      );
    expect(new Set(await headers())).toEqual(new Set(['max-age=15552000']));
    await get().write((tx) => saveSettings(tx, { hsts_days: 365, hsts_subdomains: true }));
    await expect
      .poll(async () => new Set(await headers()))
      .toEqual(new Set(['max-age=31536000; includeSubDomains']));
    await get().write((tx) => saveSettings(tx, { hsts_days: 0 }));
    await expect.poll(async () => new Set(await headers())).toEqual(new Set(['max-age=0']));
  });
});
