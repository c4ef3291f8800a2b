import { expect, test } from 'vitest';
import { atRest } from '../../test/harness/at-rest.ts';
import { useChromium } from '../../test/harness/chromium.ts';
import { useFixtureSite } from '../../test/harness/fixture-site.ts';

const browser = useChromium();
const site = useFixtureSite();
const ticker =
  '<section data-late="ticker" data-config=\'{"blockUid":"late","start":"manual","posts":[1,2]}\'><p data-ticker-item>One</p><p data-ticker-item hidden>Two</p>'
  + '<button type="button" data-ticker-step="1">Next</button><a href="/elsewhere">Away</a></section>';

test('what is late comes with the first sign of a reader, and the very click that brings it has its effect once', async () => {
  const page = await browser.newPage();
  await page.goto(site.add({ body: ticker, modules: ['ticker'] }));
  await atRest(page);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('every-page')).length);
  expect(await loaded()).toBe(0);
  // A click without a pointer before it, as assistive technology makes it.
  await page.evaluate(() => document.querySelector<HTMLElement>('button')?.click());
  await expect.poll(() => page.textContent('p:not([hidden])')).toBe('Two');
  expect(await loaded()).toBe(1);
  await page.click('button');
  expect(await page.textContent('p:not([hidden])')).toBe('One');
});

test('a link inside of what is late waits for nothing', async () => {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(site.add({ body: ticker, modules: ['ticker'] }));
  await atRest(page);
  await page.evaluate(() => document.querySelector<HTMLElement>('a')?.click());
  await expect.poll(() => requests.some((url) => url.endsWith('/elsewhere'))).toBe(true);
  expect(requests.some((url) => url.includes('every-page'))).toBe(false);
});

test('a mouse that rests where the page is drawn is no sign of a reader; one that moves is', async () => {
  const page = await browser.newPage();
  await page.mouse.move(40, 40);
  await page.goto(site.add({ body: ticker, modules: ['ticker'] }));
  await atRest(page);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('every-page')));
  const told = page.evaluate(() => new Promise((resolve) => addEventListener('pointermove', ({ isTrusted, movementX }) => resolve([isTrusted, movementX]))));
  await page.mouse.move(40, 40);
  expect(await told).toEqual([true, 0]);
  await atRest(page);
  expect(await loaded()).toBe(false);
  await page.mouse.move(60, 40);
  await expect.poll(loaded).toBe(true);
});

test('what is for now comes behind the first paint, also where all files are there before it', async () => {
  const page = await browser.newPage();
  // A page that has loaded paints when its first frame is drawn, which is not yet.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const told: (() => void)[] = [];
    Object.assign(window, {
      setTimeout: (begin: () => void, ms: number) => (ms === 500 ? 0 : setTimeout(begin, ms)),
      paint: () => told.forEach((tell) => tell()),
      PerformanceObserver: function (tell: () => void) {
        return { observe: () => told.push(tell) };
      },
    });
  });
  await page.goto(site.add({ body: ticker.replace('data-late', 'data-behaviour'), modules: ['ticker'] }));
  await atRest(page);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('every-page')));
  expect([await page.evaluate(() => document.readyState), await loaded()]).toEqual(['complete', false]);
  await page.evaluate('paint()');
  await expect.poll(loaded).toBe(true);
});
