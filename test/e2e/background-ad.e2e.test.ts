import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { thirdPartySite } from '../harness/third-party-site.ts';

const browser = useChromium();
const place = thirdPartySite();
const wide = { viewport: { width: 1500, height: 900 } };
const beside = { x: 60, y: 600 };

/** Opens the article with the ad, whose link leads to a page of the stand-in. */
async function open(page: Page): Promise<string> {
  await page.goto(place.article);
  await atRest(page);
  return `${place.network.origin}/creative.html`;
}

const set = (target: '' | '_blank' | '_self', more: Partial<Settings> = {}) =>
  place.only({
    ...more,
    background_ad_link: `${place.network.origin}/creative.html`,
    background_ad_target: target,
    background_ad_image: '/icon-512.png',
  });

test('[ADS-02] [ADS-04] a click outside the content opens the link: in a new window with the target _blank, else in the same one', async () => {
  for (const target of ['_blank', '_self', ''] as const) {
    await set(target);
    const page = await browser.newPage(wide);
    const link = await open(page);
    if (target === '_blank') {
      const [opened] = await Promise.all([page.waitForEvent('popup'), page.mouse.click(beside.x, beside.y)]);
      await opened.waitForURL(link);
      expect(page.url()).toBe(place.article);
      expect(await opened.evaluate(() => window.opener === null)).toBe(true);
    } else {
      await page.mouse.click(beside.x, beside.y);
      await page.waitForURL(link);
    }
  }
});

test('[ADS-03] outer container, theme wrap, header wrap and the area of further articles open it; their content does not', async () => {
  await set('_blank', { autoload_posts: 'on', ad_sidebar_image: '/icon-512.png' });
  const page = await browser.newPage(wide);
  await open(page);
  const opened: string[] = [];
  await page.exposeFunction('noteOpen', (url: string) => void opened.push(url));
  await page.evaluate(() => {
    window.open = (url) => {
      void (window as unknown as { noteOpen(url: string): void }).noteOpen(String(url));
      return null;
    };
  });
  const clickOn = (selector: string) =>
    page.evaluate((query) => {
      const element = document.querySelector(query);
      if (!element) throw new Error(`Nothing is ${query}`);
      element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }, selector);
  /** A real click on a spot where nothing is in front of the area. */
  const clickBeside = async (selector: string) => {
    const spot = await page
      .locator(selector)
      .first()
      .evaluate((area) => {
        for (let y = 0; y < innerHeight; y += 4)
          for (let x = 0; x < innerWidth; x += 4)
            if (document.elementFromPoint(x, y) === area) return { x, y };
        throw new Error(`${area.className} is covered everywhere.`);
      });
    await page.mouse.click(spot.x, spot.y);
  };
  for (const area of ['body', '#content']) await clickBeside(area);
  // These fill their area here; other templates may leave room around them.
  for (const area of ['.site-header', '.autoload-article']) await clickOn(area);
  await expect.poll(() => opened.length).toBe(4);
  // Prevents navigation after the ad's own handler has run.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  for (const inside of [
    '#p1',
    'h1',
    '.post-content',
    '.site-title-name',
    '.masthead',
    '.column-sidebar section',
    '.ad-sidebar img',
    '.breadcrumbs a',
    '.autoload-next',
    '.site-footer',
  ]) {
    await clickOn(inside);
  }
  // Real clicks: on text, and a drag from the text to outside it.
  await page.locator('#p1').click();
  await page.locator('#p1').hover();
  await page.mouse.down();
  await page.mouse.move(beside.x, beside.y);
  await page.mouse.up();
  await atRest(page);
  expect(opened).toHaveLength(4);
  await page.mouse.click(beside.x, beside.y);
  await expect.poll(() => opened.length).toBe(5);
});

test('[ADS-05] on a touch screen a tap on the background opens nothing, and there is no background picture', async () => {
  await set('_self');
  for (const options of [
    { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true },
    { ...wide, hasTouch: true },
  ]) {
    const page = await browser.newPage(options);
    await open(page);
    await page.touchscreen.tap(10, 600);
    await atRest(page);
    expect(page.url()).toBe(place.article);
    if ('isMobile' in options) expect(await page.locator('.background-ad').isVisible()).toBe(false);
  }
});

test('the picture is in the background, and the page does not shift for it', async () => {
  await set('_blank');
  const page = await browser.newPage(wide);
  await open(page);
  expect(
    await page.locator('.background-ad').evaluate((layer) => getComputedStyle(layer).backgroundImage),
  ).toContain('/icon-512.png');
  const content = (await page.locator('#content').boundingBox()) ?? { x: 0, width: 0 };
  expect([content.x, content.width]).toEqual([198, 1104]);
  expect(await page.evaluate(() => document.elementFromPoint(60, 600) === document.body)).toBe(true);
});
