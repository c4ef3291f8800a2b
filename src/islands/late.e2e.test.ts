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
