import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { atRest } from '../../../../test/harness/at-rest.ts';
import { useChromium } from '../../../../test/harness/chromium.ts';
import type { PageOptions } from '../../../../test/harness/chromium.ts';
import { drawn } from '../../../../test/harness/drawn.ts';
import { useFixtureSite } from '../../../../test/harness/fixture-site.ts';
import { manyLinks, menuPage } from '../../../../test/harness/menu-page.tsx';
import { pageWidth } from '../../../../test/harness/page-width.ts';
import { languageCss } from '../../../theme/languages.ts';

const browser = useChromium();
const site = useFixtureSite();
const awake = (page: Page) => expect.poll(() => page.locator('[data-live]').count()).toBe(1);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const expanded = (page: Page) => page.locator('[aria-expanded=true]').allTextContents();

describe('more items than fit', () => {
  const openMany = async (options: PageOptions = {}) => {
    const page = await browser.newPage(options);
    await page.goto(site.add(menuPage('', { many: true, mobile: 'disabled' })));
    await atRest(page);
    return page;
  };
  /** The items in the row, with positions in pixels. */
  const row = (page: Page) =>
    page.locator('.nav-menu').evaluate((nav) =>
      [...nav.querySelectorAll<HTMLElement>(':scope>.menu>li')].flatMap((entry) => {
        const { top, left, width } = entry.getBoundingClientRect();
        return width > 0 && Math.abs(top - nav.getBoundingClientRect().top) < 10
          ? [`${entry.querySelector('a,button')?.textContent} ${Math.round(left)}`]
          : [];
      }),
    );
  const more = (page: Page) => page.locator('.menu-more>li>button');
  const rest = (page: Page) => page.locator('.menu-rest>li>:is(a,.menu-text)').allTextContents();

  test.each(drawn('widths of long menus', [320, 768, 1024, 1280, 1920], 2))(
    'at %i px the row is one line before and after scripts load, and “More” contains the rest',
    async (width) => {
      const page = await openMany({ viewport: { width, height: 800 } });
      const before = await row(page);
      expect(before.at(-1)).toMatch(/^More/);
      expect((await page.locator('.nav-menu').boundingBox())?.height).toBe(48);
      await page.mouse.move(width / 2, 700);
      await awake(page);
      expect(await row(page)).toEqual(before);
      expect([
        ...before.slice(0, -1).map((text) => text.replace(/ -?\d+$/, '')),
        ...(await rest(page)),
      ]).toEqual(manyLinks.map(({ label }) => label));
      await more(page).hover();
      await expect.poll(() => page.isVisible('text=Section 35')).toBe(true);
      expect(await page.isVisible('text=Later'), 'shows child items, too').toBe(true);
      expect(await pageWidth(page)).toBe(width);
    },
  );

  test('breaks words longer than a column by the language’s rules where a browser can, and never overflows', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const { head, ...parts } = menuPage('', { many: true, mobile: 'disabled' });
    await page.goto(site.add({ ...parts, head: `${head}<style>${languageCss('de')}</style>` }));
    await page.evaluate(() => (document.documentElement.lang = 'de'));
    await atRest(page);
    await page.mouse.move(640, 800);
    await awake(page);
    await more(page).hover();
    const words = ['Donaudampfschifffahrtsgesellschaft', 'Kraftfahrzeughaftpflichtversicherung'];
    await expect.poll(() => page.isVisible(`.menu-rest a:text-is("${words[0]}")`)).toBe(true);
    const parted = await page.locator('.menu-rest a').evaluateAll(
      (all, names) =>
        all
          .filter(({ textContent }) => names.includes(textContent))
          .map((link) => {
            const range = document.createRange();
            range.selectNodeContents(link);
            const lines = [...range.getClientRects()];
            const { hyphens } = getComputedStyle(link);
            return {
              hyphens,
              limit: getComputedStyle(link).getPropertyValue('hyphenate-limit-chars'),
              isParted: lines.length > 1,
              isInside: lines.every(
                ({ right }) => right <= (link.closest('.menu-rest>li')?.getBoundingClientRect().right ?? 0),
              ),
            };
          }),
      words,
    );
    expect(parted).toEqual(
      words.map(() => ({ hyphens: 'auto', limit: '18 5 5', isParted: true, isInside: true })),
    );
  });

  test('a growing window takes items back, and “More” disappears when all fit', async () => {
    const page = await openMany({ viewport: { width: 800, height: 800 } });
    await page.mouse.move(400, 700);
    await awake(page);
    const few = await rest(page);
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect.poll(async () => (await rest(page)).length).toBeLessThan(few.length);
    const fits = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await fits.goto(site.add(menuPage()));
    await atRest(fits);
    expect(await more(fits).isVisible()).toBe(false);
    await fits.mouse.move(600, 690);
    await awake(fits);
    expect([await more(fits).isVisible(), await rest(fits)]).toEqual([false, []]);
  });

  test.each([
    ['ltr', 'ArrowLeft'],
    ['rtl', 'ArrowRight'],
  ])('is fully usable by keyboard (%s)', async (direction, back) => {
    const page = await openMany({ viewport: { width: 1024, height: 800 } });
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await page.keyboard.press('Shift');
    await awake(page);
    await page.locator('.nav-menu a').first().focus();
    await page.keyboard.press(back);
    expect(await focused(page)).toBe('More');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe((await rest(page))[0]);
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('Later');
    await page.keyboard.press('Home');
    await page.keyboard.press('Escape');
    expect([await focused(page), await expanded(page)]).toEqual(['More', []]);
  });

  test('a tap on a link in the opened menu follows it', async () => {
    const page = await openMany({ hasTouch: true, viewport: { width: 1024, height: 768 } });
    await more(page).tap();
    await page.locator('.menu-rest a:text-is("Late")').tap();
    await page.waitForURL('**/late/');
  });

  test('without scripts the row wraps to as many lines as needed', async () => {
    const page = await openMany({ javaScriptEnabled: false, viewport: { width: 1024, height: 800 } });
    expect(await more(page).isVisible()).toBe(false);
    expect(
      await page
        .locator('.menu>li>a')
        .evaluateAll((links) => links.every((each) => each.getBoundingClientRect().top >= 0)),
    ).toBe(true);
    expect((await page.locator('.nav-menu').boundingBox())?.height).toBeGreaterThan(150);
  });
});
