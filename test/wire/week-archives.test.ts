import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('archives of weeks', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      // Lists in the sidebar show the newest.
      for (let n = 0; n < 60; n++) await makePost(tx, { publishedAt: Date.UTC(2026, 5, 1 + n) });
      await makePost(tx, { title: 'On Monday', publishedAt: Date.UTC(2025, 11, 29) });
      await makePost(tx, { title: 'On Sunday', publishedAt: Date.UTC(2026, 0, 4, 23, 59) });
      await makePost(tx, { title: 'A week later', publishedAt: Date.UTC(2026, 0, 5) });
      await makePost(tx, {
        title: 'Lists',
        slug: 'lists',
        publishedAt: Date.UTC(2020, 0, 5),
        content:
          '<!-- wp:archives {"type":"weekly","displayAsDropdown":true} /--><!-- wp:archives {"type":"weekly"} /-->',
      });
    });
  });
  afterAll(() => site.close());
  const get = (path: string) => rawRequest(site.url, path, {});

  test('have their WordPress address, and the form’s address redirects there', async () => {
    const { status, body } = await get('/?m=2026&w=1');
    expect([
      status,
      body.includes('Week 1, 2026'),
      body.includes('On Monday'),
      body.includes('On Sunday'),
      body.includes('A week later'),
    ]).toEqual([200, true, true, true, false]);
    const led = await get('/?w=202601');
    expect([led.status, led.headers.location]).toEqual([301, '/?m=2026&w=1']);
  });

  test('lists and choices in a text lead to them', async () => {
    const { body } = await get('/lists/');
    expect(body).toContain('<a href="/?m=2026&amp;w=2">January 5, 2026–January 11, 2026</a>');
    expect(body).toContain('<option value="202601">');
    expect(body).toMatch(/"go-to-choice\.\w+":\{"address":"\/\?w="\}/);
  });

  test('an invalid week is not found', async () => {
    for (const path of ['/?m=2026&w=54', '/?w=54', '/?w=999999', '/?m=202601&w=1', '/?w=20260101']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });
});
