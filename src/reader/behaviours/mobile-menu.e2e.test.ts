import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addHtml } from '../../../test/harness/add-html.ts';
import { atRest } from '../../../test/harness/at-rest.ts';
import { useChromium } from '../../../test/harness/chromium.ts';
import type { PageOptions } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { menuPage } from '../../../test/harness/menu-page.tsx';
import { pageWidth } from '../../../test/harness/page-width.ts';

const browser = useChromium();
const site = useFixtureSite();
const phone = { viewport: { width: 375, height: 700 }, hasTouch: true };

async function open(options: PageOptions = {}, mobile: 'enabled' | 'disabled' = 'enabled'): Promise<Page> {
  const page = await browser.newPage({ ...phone, ...options });
  await page.goto(site.add(menuPage('', { mobile })));
  await atRest(page);
  return page;
}

const menu = (page: Page) => page.locator('.mobile-menu').isVisible();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test.each([true, false])(
  '[MENU-13] [MENU-14] buttons open and close it over the whole screen, and the page below keeps its position (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await open({ javaScriptEnabled });
    expect([
      await page.isVisible('.mobile-menu-button'),
      await menu(page),
      await page.isVisible('.nav-menu'),
    ]).toEqual([true, false, false]);
    await page.tap('.mobile-menu-button');
    await expect
      .poll(() => page.locator('.mobile-menu').boundingBox())
      .toEqual({ x: 0, y: 0, width: 375, height: 700 });
    expect(await page.locator('html').evaluate((root) => getComputedStyle(root).overflowY)).toBe('hidden');
    await page.tap('.mobile-menu-close'); // the click waits for the code
    await expect.poll(() => menu(page)).toBe(false);
  },
);

test.each([true, false])(
  '[MENU-15] when disabled no button opens an empty menu, and its links are in the header (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await open({ javaScriptEnabled }, 'disabled');
    expect([
      await page.locator('.mobile-menu-button,.mobile-menu').count(),
      await page.isVisible('.nav-menu'),
    ]).toEqual([0, true]);
    // Without scripts there is no “More”: the row wraps.
    const links = page.locator(
      `.nav-menu .menu${javaScriptEnabled ? '' : ':not(.menu-more)'} > .menu-item > :is(a, .menu-text)`,
    );
    expect(await links.count()).toBeGreaterThan(0);
    for (const link of await links.all())
      expect([await link.textContent(), await link.isVisible()]).toEqual([await link.textContent(), true]);
    expect(await pageWidth(page)).toBe(375);
  },
);

test.each([true, false])(
  '[MENU-16] a parent without a link opens and closes its submenu (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await open({ javaScriptEnabled });
    const url = page.url();
    await page.tap('.mobile-menu-button');
    await page.tap('summary:text-is("Shop")');
    await expect.poll(() => page.isVisible('.mobile-menu a[href="/jobs/"]')).toBe(true);
    await page.tap('summary:text-is("Shop")');
    await expect.poll(() => page.isVisible('.mobile-menu a[href="/jobs/"]')).toBe(false);
    expect(page.url()).toBe(url);
  },
);

test('[MENU-17] an arrow next to a parent with a link opens its submenu, and the text follows the link', async () => {
  const page = await open();
  await page.tap('.mobile-menu-button');
  await page.locator('.mobile-menu summary[aria-label="Submenu of Science"]').tap();
  await expect.poll(() => page.isVisible('.mobile-menu a[href="/science/biology/"]')).toBe(true);
  await page.tap('.mobile-menu a[href="/science/"]');
  await page.waitForURL('**/science/');
});

test('by keyboard: Enter opens, Tab enters, Escape closes and restores the focus, and it closes when the focus leaves', async () => {
  const page = await open();
  await page.focus('.mobile-menu-button');
  await page.keyboard.press('Enter');
  expect(await menu(page)).toBe(true);
  await page.waitForSelector('.mobile-menu:not([data-late])'); // the first key loads the code that closes it
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Close');
  await page.keyboard.press('Escape');
  expect([await menu(page), await focused(page)]).toEqual([false, 'Menu']);
  await page.keyboard.press('Enter');
  await page.focus('.mobile-menu-foot a');
  await addHtml(page, 'main', 'afterbegin', '<a href="/after/">After</a>');
  await page.keyboard.press('Tab');
  expect([await menu(page), await focused(page)]).toEqual([false, 'After']);
});

test('closes when its code loads after the focus has left it, but not if it was only opened', async () => {
  for (const isLeft of [true, false]) {
    const page = await open();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/assets/**', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.focus('.mobile-menu-button');
    await page.keyboard.press('Enter');
    if (isLeft) {
      await page.focus('.mobile-menu-foot a');
      await addHtml(page, 'main', 'afterbegin', '<a href="/after/">After</a>');
      await page.keyboard.press('Tab');
    }
    expect(await menu(page)).toBe(true);
    arrive();
    await page.locator('.mobile-menu:not([data-late])').waitFor({ state: 'attached' });
    expect([await menu(page), await focused(page)]).toEqual(isLeft ? [false, 'After'] : [true, 'Menu']);
  }
});

test('closes on a wider screen, which has another menu', async () => {
  const page = await open();
  await page.tap('.mobile-menu-button');
  await expect.poll(() => menu(page)).toBe(true);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(() => menu(page)).toBe(false);
  expect(await page.isVisible('.nav-menu')).toBe(true);
});
