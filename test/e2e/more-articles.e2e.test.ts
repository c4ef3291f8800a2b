import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const site = useRealSite(async (tx) => {
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  const content =
    '<!-- wp:paragraph --><p>Words that fill a line or two of the text.</p><!-- /wp:paragraph -->'.repeat(80);
  for (let n = 1; n <= 4; n++)
    await makePost(tx, { title: `Note ${n}`, slug: `note-${n}`, termIds: [science], content });
});
const cookie = { name: 'td-cookie-more-articles', value: 'hide-more-articles-box' };
const desktop: PageOptions = { viewport: { width: 1280, height: 900 } };
const phone: PageOptions = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const day = 86_400;

async function open(
  options: PageOptions = desktop,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const page = await browser.newPage(options);
  await prepare(page);
  await page.goto(`${site.url}/note-2/`);
  return page;
}

/** Whether the box is visible after scrolling to `top` and waiting for observers. */
async function isShownAt(page: Page, top: number): Promise<boolean> {
  await page.evaluate(async (to) => {
    scrollTo({ top: to, behavior: 'instant' });
    // An observer created after the scroll reports after existing ones.
    await new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body));
  }, top);
  return page.locator('.more-articles aside').isVisible();
}

const appearsAt = (page: Page, top: number) => expect.poll(() => isShownAt(page, top)).toBe(true);

/** The only cookie; the browser process stores it a moment later. */
async function cookieOf(page: Page) {
  await expect.poll(async () => (await page.context().cookies()).length).toBe(1);
  return (await page.context().cookies())[0];
}

test('[MORE-02] a new site has no box, at no height of the page, and no code for one', async () => {
  const paths: string[] = [];
  const page = await open(desktop, async (fresh) =>
    fresh.on('request', (request) => paths.push(request.url())),
  );
  await atRest(page);
  for (const top of [0, 500, 1500, 99_999]) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    expect([top, await page.locator('.more-articles').count()]).toEqual([top, 0]);
  }
  expect(paths.filter((path) => path.includes('more-articles'))).toEqual([]);
});

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])(
  '[MORE-01] [MORE-03] [MORE-04] [MORE-05] [MORE-10] on %s the box comes up below 400 px, goes above, ' +
    'and leads to other articles',
  async (_name, options) => {
    await site.set({ more_articles: 'show' });
    const page = await open(options);
    await atRest(page);
    expect([await isShownAt(page, 0), await isShownAt(page, 300)]).toEqual([false, false]);
    await appearsAt(page, 600);
    expect(await page.locator('.more-articles aside').evaluate((box) => getComputedStyle(box).position)).toBe(
      'fixed',
    );
    expect(await page.locator('.more-articles h3').allTextContents()).toEqual(['Note 4', 'Note 3']);
    expect(await page.locator('.more-articles a[href="/note-2/"]').count()).toBe(0);
    const shown = [];
    for (const top of [100, 300, 399, 401, 2000]) shown.push(await isShownAt(page, top));
    expect(shown).toEqual([false, false, false, true, true]);
    await page.context().addCookies([{ ...cookie, url: site.url }]);
    await page.goto(`${site.url}/note-3/`);
    await atRest(page);
    expect(await isShownAt(page, 600)).toBe(false);
  },
);

test('[MORE-07] [MORE-09] closing it sets the cookie for seven days and the whole site; it stays away on every post', async () => {
  await site.set({ more_articles: 'show' });
  const now = Math.floor(Date.now() / 1000);
  const page = await open(desktop, (fresh) => fresh.clock.setFixedTime(now * 1000));
  await appearsAt(page, 600);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await page.locator('.more-articles aside').isVisible()).toBe(false);
  expect(await cookieOf(page)).toMatchObject({ ...cookie, path: '/', expires: now + 7 * day });
  expect([await isShownAt(page, 100), await isShownAt(page, 900)]).toEqual([false, false]);
  await page.goto(`${site.url}/note-4/`, { waitUntil: 'networkidle' });
  expect(await isShownAt(page, 900)).toBe(false);
});

test('a box taller than the window starts within it, with its close button, and scrolls', async () => {
  await site.set({ more_articles: 'show', more_articles_limit: 10 });
  const page = await open({ viewport: { width: 1280, height: 400 } });
  await page.addStyleTag({ content: '.more-articles li{min-height:200px}' });
  await atRest(page);
  await appearsAt(page, 600);
  const box = page.locator('.more-articles aside');
  expect(await box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
  expect((await page.getByRole('button', { name: 'Close' }).boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.mouse.move(1100, 300);
  await page.mouse.wheel(0, 2000);
  await expect.poll(async () => ((await box.locator('h3').last().boundingBox())?.y ?? 999) < 380).toBe(true);
  await site.set({ more_articles_limit: null });
});

test('[MORE-06] [MORE-08] [MORE-09] distance and days are settings; without a distance 400 counts, and 0 days last until the browser is closed', async () => {
  await site.set({ more_articles: 'show', more_articles_distance: 900, more_articles_days: 2 });
  const page = await open();
  await atRest(page);
  await appearsAt(page, 1000);
  expect([await isShownAt(page, 600), await isShownAt(page, 1000)]).toEqual([false, true]);
  const now = Date.now() / 1000;
  await page.focus('.more-articles h3 a');
  await page.keyboard.press('Escape');
  expect(await page.locator('.more-articles aside').isVisible()).toBe(false);
  expect(Math.abs(((await cookieOf(page))?.expires ?? 0) - now - 2 * day)).toBeLessThan(60);
  await site.set({ more_articles_distance: null, more_articles_days: 0 });
  const other = await open();
  await atRest(other);
  await appearsAt(other, 600);
  expect([await isShownAt(other, 300), await isShownAt(other, 600)]).toEqual([false, true]);
  await other.getByRole('button', { name: 'Close' }).click();
  expect(await cookieOf(other)).toMatchObject({ ...cookie, expires: -1 });
});

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])(
  'on %s the box covers neither the end of the page nor a question at the foot of the window',
  async (_name, options) => {
    await site.set({ more_articles: 'show', consent: true });
    const page = await open(options);
    const notice = page.locator('.notice');
    await notice.waitFor();
    await atRest(page);
    const isPhone = options === phone;
    expect(await isShownAt(page, 600)).toBe(!isPhone);
    if (!isPhone) {
      const [box, question] = [
        await page.locator('.more-articles aside').boundingBox(),
        await notice.boundingBox(),
      ];
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(question?.y ?? 0);
      await page.getByRole('button', { name: 'Close' }).click({ trial: true });
    }
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect.poll(() => isShownAt(page, 600)).toBe(true);
    await page.mouse.move(9, 9, { steps: 2 });
    const choices = page.getByRole('button', { name: 'Privacy choices' });
    await choices.waitFor({ state: 'attached' });
    expect(await isShownAt(page, 999_999)).toBe(false);
    await choices.click();
    await notice.waitFor();
    await site.set({ consent: null });
  },
);

test('closing the box or the question returns the focus to its origin, else to the nearest element', async () => {
  await site.set({ more_articles: 'show', more_articles_days: 0, consent: true });
  const page = await open();
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.id ||
        document.activeElement?.className ||
        document.activeElement?.textContent,
    );
  await atRest(page);
  await page.getByRole('button', { name: 'Decline' }).press('Enter');
  await expect.poll(focused).toBe('content');
  await isShownAt(page, 600);
  await page.locator('#content').evaluate((content) => content.blur());
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await expect.poll(focused).toBe('more-articles');
  await page.context().clearCookies();
  await page.reload();
  await atRest(page);
  await page.getByRole('button', { name: 'Decline' }).click();
  await isShownAt(page, 600);
  await page.focus('.breadcrumbs a');
  const before = await page.evaluate(() => document.activeElement?.getAttribute('href'));
  await page.focus('.more-articles button');
  await page.keyboard.press('Escape');
  expect([
    await page.locator('.more-articles aside').isVisible(),
    await page.evaluate(() => document.activeElement?.getAttribute('href')),
  ]).toEqual([false, before]);
  await page.evaluate(() => scrollTo({ top: 999_999, behavior: 'instant' }));
  await page.mouse.move(9, 9, { steps: 2 });
  await page.getByRole('button', { name: 'Privacy choices' }).press('Enter');
  await page.locator('.notice:focus').waitFor();
  await page.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect.poll(focused).toBe('consent-link');
  await site.set({ consent: null });
});
