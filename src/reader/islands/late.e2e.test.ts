import { expect, test } from 'vitest';
import { atRest } from '../../../test/harness/at-rest.ts';
import { useChromium } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { pauseClock } from '../../../test/harness/paused-clock.ts';

const browser = useChromium();
const site = useFixtureSite();
const ticker =
  '<section data-late="ticker" data-config=\'{"blockUid":"late","start":"manual","posts":[1,2]}\'><p data-ticker-item>One</p><p data-ticker-item hidden>Two</p>' +
  '<button type="button" data-ticker-step="1">Next</button><a href="/elsewhere">Away</a></section>';

test('late content loads on the first interaction, and the click that triggers it takes effect once', async () => {
  const page = await browser.newPage();
  await page.goto(site.add({ body: ticker, modules: ['ticker'] }));
  await atRest(page);
  const loaded = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('every-page')).length,
    );
  expect(await loaded()).toBe(0);
  // A click without pointer events, as assistive technology sends it.
  await page.evaluate(() => document.querySelector<HTMLElement>('button')?.click());
  await expect.poll(() => page.textContent('p:not([hidden])')).toBe('Two');
  expect(await loaded()).toBe(1);
  await page.click('button');
  expect(await page.textContent('p:not([hidden])')).toBe('One');
});

test('a link inside late content works at once', async () => {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(site.add({ body: ticker, modules: ['ticker'] }));
  await atRest(page);
  await page.evaluate(() => document.querySelector<HTMLElement>('a')?.click());
  await expect.poll(() => requests.some((url) => url.endsWith('/elsewhere'))).toBe(true);
  expect(requests.some((url) => url.includes('every-page'))).toBe(false);
});

test('a mouse that rests over the new page is no interaction, and one that moves is', async () => {
  const page = await browser.newPage();
  await page.mouse.move(40, 40);
  await page.goto(site.add({ body: ticker, modules: ['ticker'] }));
  await atRest(page);
  const loaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('every-page')),
    );
  const moved = page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener('pointermove', ({ isTrusted, movementX }) => resolve([isTrusted, movementX])),
      ),
  );
  await page.mouse.move(40, 40);
  expect(await moved).toEqual([true, 0]);
  await atRest(page);
  expect(await loaded()).toBe(false);
  await page.mouse.move(60, 40);
  await expect.poll(loaded).toBe(true);
});

test('content loaded at once comes after the first paint, even if all files load before it', async () => {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await pauseClock(page); // otherwise the loader stops waiting for the paint half a second after load
  await page.addInitScript(() => {
    const callbacks: (() => void)[] = [];
    Object.assign(window, {
      paint: () => callbacks.forEach((callback) => callback()),
      PerformanceObserver: function (callback: () => void) {
        return { observe: () => callbacks.push(callback) };
      },
    });
  });
  await page.goto(site.add({ body: ticker.replace('data-late', 'data-behaviour'), modules: ['ticker'] }));
  await atRest(page);
  const isLoaded = () => requests.some((url) => url.includes('every-page'));
  expect([await page.evaluate(() => document.readyState), isLoaded()]).toEqual(['complete', false]);
  await page.evaluate('paint()');
  await expect.poll(isLoaded).toBe(true);
});

test('waits for no paint beyond half a second after everything has loaded', async () => {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await pauseClock(page);
  await page.addInitScript(() =>
    Object.assign(window, {
      PerformanceObserver: function () {
        return { observe: () => {} };
      },
    }),
  );
  await page.goto(site.add({ body: ticker.replace('data-late', 'data-behaviour'), modules: ['ticker'] }));
  await page.clock.runFor(499);
  await atRest(page);
  expect(requests.some((url) => url.includes('every-page'))).toBe(false);
  await page.clock.runFor(1);
  await expect.poll(() => requests.some((url) => url.includes('every-page'))).toBe(true);
});
