import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const words = `<p>${'Words of a text without anything slanted. '.repeat(120)}</p>`;
const site = useRealSite(async (tx) => {
  await makePost(tx, {
    title: 'Far',
    slug: 'far',
    content: `${words}<p><em>Slanted</em>, and <strong><em>bold</em></strong>, near Łódź</p>`,
  });
  await makePost(tx, {
    title: 'Near',
    slug: 'near',
    content: `<p><em>Slanted</em> at once, near Łódź</p>${words}`,
  });
});

/** Font files (without hash) that the page requested before its first paint, and after it. */
const fontsOf = (page: Page) =>
  page.evaluate(() => {
    const painted = performance.getEntriesByType('paint')[0]?.startTime ?? 0;
    const requested = { before: [] as string[], behind: [] as string[] };
    for (const { name, startTime } of performance.getEntriesByType('resource')) {
      const [, font] = /\/assets\/(.*)-[\w-]{8}\.woff2$/.exec(name) ?? [];
      if (font !== undefined) requested[startTime < painted ? 'before' : 'behind'].push(font);
    }
    return { before: requested.before.toSorted(), behind: requested.behind.toSorted() };
  });
const lateSheets = (page: Page) =>
  page.evaluate(
    () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href*="/late-"]')].length,
  );
const open = async (path: string) => {
  // An excerpt there has rare characters, for which a browser loads a font only when they are visible.
  await expect
    .poll(async () => (await fetch(site.url + path)).text())
    .toContain('class="jp-relatedposts-items');
  const page = await browser.newPage({ viewport: { width: 375, height: 812 } });
  await page.goto(site.url + path);
  await expect.poll(() => lateSheets(page)).toBe(1);
  await atRest(page);
  await page.evaluate(() => document.fonts.ready);
  return page;
};

test('italics and rare characters further down delay no first paint, and load after it', async () => {
  const page = await open('/far/');
  expect(await fontsOf(page)).toEqual({
    before: ['sans-basic', 'serif-basic'],
    behind: ['sans-europe', 'serif-bold-italic-basic', 'serif-europe', 'serif-italic-basic'],
  });
  const loaded = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ style, weight }) => `${style} ${weight}`),
  );
  expect(loaded).toEqual(expect.arrayContaining(['italic 400 550', 'italic 551 700']));
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/site.webmanifest');
});

test('visible italics are in the page’s inline styles, not in a later sheet', async () => {
  const page = await open('/near/');
  expect((await (await fetch(`${site.url}/near/`)).text()).split('/serif-italic-basic-')).toHaveLength(2);
  expect((await fontsOf(page)).before).toContain('serif-italic-basic');
  const late = await page.evaluate(async () =>
    (await fetch(document.querySelector<HTMLLinkElement>('link[href*="/late-"]')?.href ?? '')).text(),
  );
  expect([late.includes('/serif-europe-'), late.includes('italic')]).toEqual([true, false]);
});

test('a page in Polish has its characters at once', async () => {
  await site.set({ site_language: 'pl' });
  try {
    expect((await fontsOf(await open('/far/'))).before).toContain('serif-europe');
  } finally {
    await site.set({ site_language: null });
  }
});

test('without scripts the style sheet is loaded, with all styles beyond the inline ones', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${site.url}/far/`);
  await expect.poll(() => requests.filter((url) => /\/late-[^/]+\.css$/.test(url)).length).toBe(1);
  await expect.poll(() => requests.filter((url) => url.includes('/serif-italic-basic-')).length).toBe(1);
});
