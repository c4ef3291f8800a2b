import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const minute = 60_000;
const start = Date.UTC(2027, 0, 1, 11);

onDrawnDatabase('ads with dates', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start - 10 * minute });
    site = await serveSite(place());
    await site.database.write((tx) =>
      saveSettings(tx, {
        ad_header: `<script>document.write('<b>Sail with us</b>')</script>`,
        ad_footer: '<b>Always here</b>',
        ad_header_from: '2027-01-01T12:00',
        ad_header_until: '2027-01-01T12:30',
        timezone_string: 'Europe/Berlin',
      }),
    );
  });
  afterAll(async () => {
    await site?.close();
    vi.useRealTimers();
  });
  const get = (path: string) => rawRequest(site.url, path);

  test('[IMP-22] cached pages and the frame of an ad change when it begins and when it ends', async () => {
    for (const [at, isShown] of [
      [start - 1, false],
      [start, true],
      [start + 30 * minute - 1, true],
      [start + 30 * minute, false],
      [start + 60 * minute, false],
    ] as const) {
      vi.setSystemTime(at);
      for (let time = 0; time < 2; time++) {
        const page = await get('/');
        expect(page.status).toBe(200);
        expect([at - start, page.body.includes('class="ad ad-header')]).toEqual([at - start, isShown]);
        const frame = await get('/ad-frame/header');
        expect([at - start, frame.status]).toEqual([at - start, isShown ? 200 : 404]);
        expect(frame.body.includes('Sail with us')).toBe(isShown);
      }
      // A change that PostgreSQL announces late may still remove the copy.
      await expect
        .poll(async () => [(await get('/')).status, site.app.cache.look('/', 'desktop').state])
        .toEqual([200, 'cached']);
    }
  });
});
