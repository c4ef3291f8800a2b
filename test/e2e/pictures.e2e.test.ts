import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost } from '../harness/factories.ts';
import { pauseClock } from '../harness/paused-clock.ts';
import { placeByPage } from '../harness/place-by-page.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const lazy = (name: string, more = '') =>
  `<img class="lazy" id="${name}" data-src="/wp-content/uploads/${name}.jpg" width="300" height="80" alt="${name}" ${more}>`;
const space = (height: number) => `<div style="height:${height}px;margin:0"></div>`;
const placed = (top: number, name: string) =>
  `<div style="position:absolute;margin:0;top:${top}px">${lazy(name)}</div>`;

const site = useRealSite(async (tx, place) => {
  const bytes = await sharp({ create: { width: 60, height: 16, channels: 3, background: '#4a6fa5' } })
    .jpeg()
    .toBuffer();
  await storeUpload(place.dataDir, { name: 'any.jpg', bytes, at: Date.UTC(2026, 0, 2) });
  const states =
    `${lazy('good')}${lazy('broken')}${lazy('own', 'loading="lazy"')}<p class="lazy" id="back" data-bg="/wp-content/uploads/plain.jpg" ` +
    'data-bg-hidpi="/wp-content/uploads/dense.jpg">Background</p>';
  await makePost(tx, { title: 'States', slug: 'states', content: `<p>Begin.</p>${states}${space(4000)}` });
  await makePost(tx, {
    title: 'Places',
    slug: 'places',
    content: `<p>Begin.</p>${[100, 150, 200, 250, 300, 350]
      .map((top, index) => placed(top + 300, `in-${index}`))
      .join('')}${placed(900 + 150, 'near')}${placed(900 + 400, 'far')}${space(4000)}`,
  });
  await makePost(tx, {
    title: 'One',
    slug: 'one',
    content: `<p>Begin.</p>${placed(400, 'slow')}${space(2000)}`,
  });
  await makePost(tx, {
    title: 'Dense',
    slug: 'dense',
    content: `<p>Begin.</p>${lazy('any', 'data-srcset="/wp-content/uploads/w-300.jpg 300w, /wp-content/uploads/w-600.jpg 600w" sizes="300px"')}`,
  });
});

const jpeg = sharp({ create: { width: 60, height: 16, channels: 3, background: '#4a6fa5' } })
  .jpeg()
  .toBuffer();
const desktop = { viewport: { width: 1280, height: 900 } };
const isRevealed = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((image) => getComputedStyle(image).opacity === '1');
const status = (page: Page, id: string) => page.locator(`#${id}`).getAttribute('data-ll-status');

async function openWith(
  path: string,
  answer: (name: string) => boolean | undefined,
  { paused = false, ...options }: { readonly paused?: boolean; readonly deviceScaleFactor?: number } = {},
): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage({ ...desktop, ...options, expectedMessages: /ERR_FAILED/ });
  const requests: string[] = [];
  await page.route('**/wp-content/uploads/**', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    requests.push(name);
    const found = answer(name);
    if (found) await route.fulfill({ contentType: 'image/jpeg', body: await jpeg });
    else if (found === false) await route.abort();
  });
  if (paused) await pauseClock(page);
  await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
  return { page, requests };
}

test('[LAZY-02] a lazy element reports its state: entered, loading, loaded, error, applied, native, and exited when it leaves', async () => {
  const page = await browser.newPage({ ...desktop, expectedMessages: /ERR_FAILED/ });
  await page.addInitScript(`window.states = []; new MutationObserver((records) => {
    for (const { target, oldValue } of records) if (oldValue) window.states.push(target.id + ' ' + oldValue);
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ll-status'], attributeOldValue: true })`);
  await page.route('**/wp-content/uploads/**', async (route) =>
    route.request().url().includes('broken')
      ? route.abort()
      : route.fulfill({ contentType: 'image/jpeg', body: await jpeg }),
  );
  await page.goto(`${site.url}/states/`);
  await expect
    .poll(() => Promise.all(['good', 'broken', 'back', 'own'].map((id) => status(page, id))))
    .toEqual(['loaded', 'error', 'applied', 'native']);
  expect((await page.evaluate('states')) as string[]).toEqual(
    expect.arrayContaining(['good entered', 'good loading', 'broken loading', 'back entered']),
  );
  expect(await page.locator('#back').evaluate((element) => element.style.backgroundImage)).toContain(
    'plain.jpg',
  );
  await expect
    .poll(() =>
      page.locator('#own').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    )
    .toBe(60);
  const place = (id: string) =>
    page
      .locator(`#${id}`)
      .evaluate(({ classList }) => [classList.contains('entered'), classList.contains('exited')]);
  expect(await place('good')).toEqual([true, false]);
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await expect.poll(() => place('good')).toEqual([false, true]);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => place('good')).toEqual([true, false]);
  expect(await status(page, 'good')).toBe('loaded');
});

test('[LAZY-03] failed pictures are requested again when the browser is back online', async () => {
  let online = false;
  const { page, requests } = await openWith('/one/', () => online);
  await expect.poll(() => status(page, 'slow')).toBe('error');
  online = true;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => status(page, 'slow')).toBe('loaded');
  expect(requests).toEqual(['slow.jpg', 'slow.jpg']);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await atRest(page);
  expect(requests).toHaveLength(2);
});

test('[LAZY-04] a picture that does not load is shown unstyled after 3 s', async () => {
  const { page, requests } = await openWith('/one/', () => undefined, { paused: true });
  await expect.poll(() => requests).toEqual(['slow.jpg']);
  await atRest(page, { held: 1 });
  await page.clock.runFor(2900);
  expect(await page.locator('.is-revealed').count()).toBe(0);
  await page.clock.runFor(150);
  await expect.poll(() => isRevealed(page, 'slow')).toBe(true);
});

test('[LAZY-05] [LAZY-06] pictures in view, and those within 200 px below, fade in one after the other, 17 to 40 ms apart', async () => {
  const held = new Set<() => void>();
  const page = await browser.newPage(desktop);
  await page.route('**/wp-content/uploads/**', (route) =>
    held.add(() => void jpeg.then((body) => route.fulfill({ contentType: 'image/jpeg', body }))),
  );
  await pauseClock(page);
  await placeByPage(page);
  await page.addInitScript(`window.shown = []; new MutationObserver((records) => {
    for (const { target } of records) {
      if (target.classList.contains('is-revealed') && !shown.some(([id]) => id === target.id)) shown.push([target.id, performance.now()]);
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['class'] })`);
  await page.goto(`${site.url}/places/`, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => held.size).toBe(7);
  await atRest(page, { held: 7 });
  for (const answer of held) answer();
  await expect.poll(() => page.locator('img[data-ll-status=loaded]').count()).toBe(7);
  for (let time = 0; time < 400; time++) await page.clock.runFor(1);
  const shown = (await page.evaluate('shown')) as [string, number][];
  expect(shown.map(([id]) => id).toSorted()).toEqual([
    'in-0',
    'in-1',
    'in-2',
    'in-3',
    'in-4',
    'in-5',
    'near',
  ]);
  for (const [index, [, time]] of shown.entries()) {
    const gap = time - (shown[index - 1]?.[1] ?? time - 20);
    expect(gap).toBeGreaterThanOrEqual(17);
    expect(gap).toBeLessThanOrEqual(41);
  }
  expect(await isRevealed(page, 'far')).toBe(false);
});

test.each([
  [1, 'w-300.jpg', 'plain.jpg'],
  [2, 'w-600.jpg', 'dense.jpg'],
])(
  '[LAZY-07] at a device pixel ratio of %i, %s and %s are requested',
  async (deviceScaleFactor, picture, background) => {
    const dense = await openWith('/dense/', () => true, { deviceScaleFactor });
    await expect.poll(() => dense.requests).toEqual([picture]);
    const states = await openWith('/states/', () => true, { deviceScaleFactor });
    await expect.poll(() => states.requests).toContain(background);
  },
);

test.each([
  [1.29, 'plain.jpg'],
  [1.3, 'dense.jpg'],
])('[LAZY-07] the threshold is 1.3: %f gives %s', async (deviceScaleFactor, background) => {
  const { requests } = await openWith('/states/', () => true, { deviceScaleFactor });
  await expect.poll(() => requests).toContain(background);
});

test('[LAZY-08] the effect is type3, a setting; without one, or with reduced motion, pictures just appear', async () => {
  const page = await browser.newPage({ ...desktop, expectedMessages: /status of 404/ });
  await page.goto(`${site.url}/one/`);
  expect(await page.getAttribute('body', 'class')).toContain('image-effect-type3');
  const still = await browser.newPage({ ...desktop, reducedMotion: 'reduce' });
  await still.route('**/slow.jpg', () => undefined);
  await still.goto(`${site.url}/one/`, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => status(still, 'slow')).toBe('loading');
  expect(await isRevealed(still, 'slow')).toBe(true);
  await site.set({ image_effect: '' });
  await page.goto(`${site.url}/one/`);
  expect(await page.getAttribute('body', 'class')).not.toContain('image-effect');
  await expect.poll(() => isRevealed(page, 'slow')).toBe(true);
  await site.set({ image_effect: 'type3' });
});
