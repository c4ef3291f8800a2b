import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSearches, phraseOf } from '../../src/modules/searched/store.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDatabase } from '../harness/databases.ts';
import { faultsInBothSchemes } from '../harness/axe-faults.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';
import { pageWidth } from '../harness/page-width.ts';
import { present } from '../harness/present.ts';

const browser = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');
const results = (page: Page) => page.locator('.header-search [role=option]');

onDatabase('postgres', 'search in Chromium', (get, place) => {
  let server: HostedServer;

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (let n = 1; n <= 12; n++) await makePost(tx, { title: `Comet ${n}`, slug: `comet-${n}` });
      await makePost(tx, { type: 'page', title: 'Our comet page', slug: 'our-comet-page' });
    });
    server = await startHostedServer(place());
  });
  afterAll(async () => {
    await server.stop();
  });

  test('[SRCH-13] phones have it in their header, unless the site turns it off there', async () => {
    const page = await browser.newPage(phone);
    await page.goto(server.url);
    expect(await page.isVisible('.site-header .header-search summary')).toBe(true);
    await get().write((tx) => saveSettings(tx, { mobile_search: false }));
    await expect
      .poll(async () => {
        await page.reload();
        return page.isVisible('.site-header .header-search summary');
      })
      .toBe(false);
    await page.setViewportSize(desktop.viewport);
    expect(await page.isVisible('.site-header .header-search summary')).toBe(true);
    await get().write((tx) => saveSettings(tx, { mobile_search: null }));
    await page.setViewportSize(phone.viewport);
    await expect
      .poll(async () => {
        await page.reload();
        return page.isVisible('.site-header .header-search summary');
      })
      .toBe(true);
  });

  test('[AJAX-01] [SRCH-04] [SRCH-07] [SRCH-08] [SRCH-19] from the header: 4 results and the way to all, by POST with an action', async () => {
    const page = await browser.newPage(desktop);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('admin-ajax.php')) return;
      sent.push(
        `${request.method()} ${request.headers()['content-type']?.split(';')[0]} ${new URLSearchParams(request.postData() ?? '').get('action')}`,
      );
    });
    await page.goto(`${server.url}/comet-1/`);
    await page.click('.header-search summary');
    await page.fill('.header-search input[name=s]', 'comet');
    await expect.poll(() => results(page).count()).toBe(4);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.mouse.wheel(0, 3000);
    await expect.poll(() => sent.some((call) => call.endsWith('tdb_get_footer'))).toBe(true);
    expect(sent).toContain('POST application/x-www-form-urlencoded td_ajax_search');
    for (const call of sent)
      expect(call).toMatch(/^POST (?:application\/x-www-form-urlencoded|multipart\/form-data) \w+$/);
    await page.keyboard.press('ArrowUp');
    const last = await results(page).nth(3).getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}${last}`);
  });

  test('[SRCH-03] [SRCH-14] by the real clock the focus moves after 200 and 1300 ms', async () => {
    for (const [options, delay] of [
      [desktop, 200],
      [phone, 1300],
    ] as const) {
      const page = await browser.newPage(options);
      await page.goto(server.url);
      await page.evaluate(() => {
        const noted: [string, number, number][] = [];
        for (const type of ['pointerdown', 'click', 'toggle', 'focusin']) {
          addEventListener(type, ({ timeStamp }) => noted.push([type, timeStamp, innerWidth]), true);
        }
        Object.assign(window, { noted });
      });
      await page.click('.header-search summary');
      await expect.poll(() => focused(page)).toBe('s');
      const noted = await page.evaluate<[string, number, number][]>('noted');
      const at = (wanted: string) => noted.findLast(([type]) => type === wanted)?.[1] ?? Number.NaN;
      // Never sooner; how much later depends on the machine.
      expect(at('focusin') - at('click'), JSON.stringify(noted)).toBeGreaterThanOrEqual(delay - 20);
    }
  });

  test('[SRCH-27] [IMP-25] with scripts off: form, results, kinds, pages, and another try where nothing is found', async () => {
    const page = await browser.newPage({ ...phone, javaScriptEnabled: false });
    await page.goto(server.url);
    await page.click('.header-search summary');
    await page.fill('.header-search input[name=s]', 'comet');
    await page.press('.header-search input[name=s]', 'Enter');
    await page.waitForURL('**/?s=comet');
    expect(await page.locator('.archive-loop .card').count()).toBe(10);
    expect(await page.locator('.search-results-count').textContent()).toBe('13 results');
    await page.click('.pager [rel=next]');
    await expect.poll(() => page.locator('.archive-loop .card').count()).toBe(3);
    await page.click('text=Pages');
    await expect
      .poll(() => page.locator('.archive-loop .card-title').allTextContents())
      .toEqual(['Our comet page']);
    await page.fill('.search-results input[name=s]', 'xylophone');
    await page.press('.search-results input[name=s]', 'Enter');
    await page.waitForURL('**/?s=xylophone');
    expect(await page.locator('.empty-state').textContent()).toContain('No results for “xylophone”');
  });

  test('axe finds nothing serious on pages of results, with and without, in light and in dark', async () => {
    const page = await browser.newPage(desktop);
    for (const path of drawn('pages of results', ['/?s=comet', '/?s=cmoet', '/?s=xylophone', '/?s='], 2)) {
      await page.goto(server.url + path);
      expect([path, await faultsInBothSchemes(page)]).toEqual([path, []]);
      expect([path, await pageWidth(page)]).toEqual([path, 1280]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${server.url}/?s=${'w'.repeat(180)}`);
    expect(await pageWidth(page)).toBe(320);
  });

  test('most searched: phrases of several readers, each a way to its results, which counts itself no further', async () => {
    await get().write(async (tx) => {
      await makePost(tx, { title: 'Sought', slug: 'sought', content: '<!-- wp:broadsheet/searched /-->' });
      const searches = ['Comet', 'Our Comet', 'comet 7'].flatMap((text) =>
        [1, 2, 3].map((n) => ({ ...present(phraseOf(text)), caller: `203.0.113.${n}` })),
      );
      await addSearches(tx, searches, Date.now(), { least: 3 });
    });
    const page = await browser.newPage(phone);
    await page.goto(`${server.url}/sought/`);
    await atRest(page); // the footer’s list is filled late
    const links = page.locator('.searched a');
    expect(await links.allTextContents()).toEqual(['comet', 'comet 7', 'our comet']);
    for (const box of await Promise.all([0, 1, 2].map((n) => links.nth(n).boundingBox())))
      expect(present(box ?? undefined).height).toBeGreaterThanOrEqual(40);
    expect(await pageWidth(page)).toBe(375);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await links.filter({ hasText: /^comet 7$/ }).click();
    await page.waitForURL('**/?s=comet%207&from=searched');
    expect(await page.locator('h1').textContent()).toContain('comet 7');
    expect(await page.locator('.archive-loop .card-title').first().textContent()).toBe('Comet 7');
  });
});
