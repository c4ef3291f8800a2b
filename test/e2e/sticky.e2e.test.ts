import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../../src/modules/menus/store.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn, isDrawn } from '../harness/drawn.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { pauseClock } from '../harness/paused-clock.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const paragraphs =
  '<!-- wp:paragraph --><p>A paragraph with enough words in it to fill a line or two on any screen that a reader may hold.</p><!-- /wp:paragraph -->'.repeat(
    60,
  );
const columns = (attributes: object) =>
  `<!-- wp:broadsheet/row --><!-- wp:broadsheet/column {"desktop":8} -->${paragraphs}<!-- /wp:broadsheet/column -->` +
  `<!-- wp:broadsheet/column ${JSON.stringify({ desktop: 4, ...attributes })} --><!-- wp:paragraph --><p id="side">Beside it.</p><!-- /wp:paragraph --><!-- ` +
  '/wp:broadsheet/column --><!-- /wp:broadsheet/row -->';

const site = useRealSite(async (tx) => {
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  for (let n = 1; n <= 16; n++) await makePost(tx, { title: `Note ${n}`, termIds: [science] });
  await makePost(tx, { title: 'Long', slug: 'long', termIds: [science], content: paragraphs });
  const content =
    '<!-- wp:broadsheet/post-title /--><!-- wp:broadsheet/row {"layout":"sidebar"} --><!-- wp:broadsheet/column {"className":"column-main"} -->' +
    '<!-- wp:broadsheet/post-content /--><!-- /wp:broadsheet/column --><!-- wp:broadsheet/column {"className":"column-sidebar",' +
    '"sticky-enabled-on":"desktop,landscape"} --><!-- wp:broadsheet/trending /--><!-- /wp:broadsheet/column --><!-- /wp:broadsheet/row -->';
  const templateId = await createTemplate(tx, { type: 'single', title: 'Stuck', content });
  const stuckId = await makePost(tx, {
    title: 'Stuck',
    slug: 'stuck',
    termIds: [science],
    content: paragraphs,
  });
  await assignTemplateToItem(tx, 'single', stuckId, templateId);
  await makePost(tx, {
    type: 'page',
    title: 'Columns',
    slug: 'columns',
    content: columns({ 'sticky-enabled-on': 'desktop', 'sticky-offset': 80 }),
  });
  await makePost(tx, {
    type: 'page',
    title: 'Low',
    slug: 'low',
    content: columns({ 'sticky-enabled-on': 'desktop', 'sticky-offset': 5 }),
  });
  await makePost(tx, {
    type: 'page',
    title: 'Menu',
    slug: 'menu',
    content: '<!-- wp:broadsheet/nav-menu {"submenu_width":"block"} /-->',
  });
  const menu = await createMenu(tx, { name: 'Main' });
  await replaceMenuItems(tx, menu, [
    { label: 'Short', url: '#' },
    { label: 'A', url: '/a/', parent: 0 },
    { label: 'Wide', url: '#' },
    {
      label: 'A label of sixty characters, which no designer ever thought of, at all',
      url: '/b/',
      parent: 2,
    },
    { label: 'High', url: '#' },
    ...Array.from({ length: 20 }, (_, n) => ({ label: `High ${n}`, url: '/long/', parent: 4 })),
    { label: 'Deep', url: '#' },
    ...Array.from({ length: 9 }, (_, n) => ({
      label: `Deep ${n}`,
      url: n === 7 ? '#' : '/long/',
      parent: 25,
    })),
    ...Array.from({ length: 8 }, (_, n) => ({ label: `Deeper ${n}`, url: '/long/', parent: 33 })),
  ]);
  await assignMenu(tx, 'primary', menu);
});

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
};
const scroll = (page: Page, top: number) =>
  page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));
const scrollSeen = async (page: Page, top: number) => {
  await scroll(page, top);
  await atRest(page);
};
/** Part of the header visible at the top of the window. */
const stuck = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && Math.round(top) === 0;
    });

/** Sticky elements hide on the way down and return on the way up; the script must run first, because it measures from its start. */
async function expectSmart(page: Page, selector: string): Promise<void> {
  await scrollSeen(page, 900);
  await expect.poll(() => stuck(page, selector)).toBe(false);
  await scrollSeen(page, 700);
  await expect.poll(() => stuck(page, selector)).toBe(true);
  await scrollSeen(page, 800);
  await expect.poll(() => stuck(page, selector)).toBe(false);
}

test('[STICK-01] the desktop header from 768 px on, the mobile header below', async () => {
  const page = await browser.newPage({ viewport: { width: 768, height: 900 } });
  await page.goto(`${site.url}/long/`);
  const seen = async () => [await page.isVisible('.nav-menu'), await page.isVisible('.mobile-menu-button')];
  expect(await seen()).toEqual([true, false]);
  await page.setViewportSize({ width: 767, height: 900 });
  expect(await seen()).toEqual([false, true]);
});

test.each(drawn('gaps of the header', [0, 50], 2))(
  '[STICK-02] the header comes back, compact, once it and the gap of %i px are scrolled past, ' +
    'and nothing jumps',
  async (gap) => {
    await site.set({ sticky_header: true, sticky_header_smart: false, sticky_header_offset: gap });
    for (const screen of Object.values(screens)) {
      const page = await browser.newPage(screen);
      await page.goto(`${site.url}/long/`);
      const height = await page
        .locator('.site-header')
        .evaluate((element) => (element as HTMLElement).offsetHeight);
      const below = await topOf(page, 'main');
      await scroll(page, height + gap - 10);
      await atRest(page);
      expect(await stuck(page, '.site-header>.container')).toBe(false);
      await scroll(page, height + gap + 10);
      await expect.poll(() => stuck(page, '.site-header>.container')).toBe(true);
      expect(await topOf(page, 'main')).toBe(below - height - gap - 10);
      expect(await pageWidth(page)).toBe(screen.viewport.width);
      await scroll(page, 0);
      await expect.poll(() => page.locator('.is-compact').count()).toBe(0);
      expect(await topOf(page, 'main')).toBe(below);
    }
  },
);

test('an anchor’s target is below the header while it sticks, also with the admin bar', async () => {
  await site.set({ sticky_header: true, sticky_header_smart: false });
  for (const bar of [0, 32]) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.url}/long/`);
    await atRest(page);
    if (bar > 0)
      await page.addStyleTag({
        content: readFileSync(new URL('../../src/newsroom/admin-bar/admin-bar.css', import.meta.url), 'utf8'),
      });
    await page.evaluate((isMember) => {
      document.body.classList.toggle('admin-bar', isMember);
      document.querySelector('.post-content>p:nth-of-type(30)')?.setAttribute('id', 'deep');
    }, bar > 0);
    await page.mouse.move(5, 500, { steps: 2 });
    await page.evaluate(() => (location.hash = '#deep'));
    await page.locator('.is-compact').waitFor();
    await atRest(page);
    const bottom = await page
      .locator('.site-header>.container')
      .first()
      .evaluate((header) => header.getBoundingClientRect().bottom);
    const top = await topOf(page, '#deep');
    expect([bar, top >= bottom, top < bottom + 30]).toEqual([bar, true, true]);
  }
});

test('[STICK-03] a smart sticky header shows only while scrolling up', async () => {
  await site.set({ sticky_header: true, sticky_header_smart: true, sticky_header_offset: 0 });
  const page = await browser.newPage(screens.desktop);
  await page.goto(`${site.url}/long/`);
  await atRest(page);
  await expectSmart(page, '.site-header>.container');
});

test('[STICK-04] [STICK-07] the menu snaps to the top, 48 px high, on phones the mobile header, 54 px high; no code runs for it', async () => {
  await site.set({ sticky_header: false, menu_snap: 'snap' });
  for (const [screen, selector, height] of [
    [screens.desktop, '.nav-menu', 48],
    [screens.phone, '.masthead', 54],
  ] as const) {
    const page = await browser.newPage(screen);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto(`${site.url}/long/`);
    await atRest(page);
    for (const top of [900, 500, 700]) {
      await scroll(page, top);
      expect(await stuck(page, selector)).toBe(true);
    }
    expect(
      await page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).height),
    ).toBe(`${height}px`);
    expect(scripts.filter((url) => url.includes('sticky-header'))).toEqual([]);
  }
});

test.each([
  ['snap', false],
  ['none', true],
] as const)(
  'below what sticks (menu: %s, header: %s) a submenu that is higher than the window can be gone ' +
    'through to its end',
  async (snap, sticky) => {
    await site.set({ sticky_header: sticky, sticky_header_smart: false, menu_snap: snap });
    const page = await browser.newPage({ viewport: { width: 1024, height: 600 } });
    await page.goto(`${site.url}/long/`);
    await scrollSeen(page, 900);
    const bottom = (label: string) =>
      page.getByRole('link', { name: label, exact: true }).evaluate((link) => {
        const { left, bottom: edge } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + 5, edge - 5)) ? Math.round(edge) : Number.NaN;
      });
    await page.getByRole('button', { name: 'High', exact: true }).hover();
    await page.getByRole('link', { name: 'High 3', exact: true }).hover();
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => bottom('High 19')).toBeLessThanOrEqual(600);
    // Submenus next to the foot of one with enough room open within it, and arrow keys reach all of it.
    await page.getByRole('button', { name: 'Deep', exact: true }).hover();
    await expect.poll(() => page.getByRole('link', { name: 'Deeper 7' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Deep 7', exact: true }).hover();
    await expect.poll(() => page.getByRole('link', { name: 'Deeper 7' }).isVisible()).toBe(true);
    expect(
      await page.getByRole('button', { name: 'Deep 7', exact: true }).getAttribute('aria-expanded'),
    ).toBe('true');
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => bottom('Deeper 7')).toBeLessThanOrEqual(600);
    await page.getByRole('link', { name: 'Deeper 7' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Deep 8');
  },
);

test('[STICK-05] smart_snap_always hides the menu on the way down and shows it on the way up, on every screen', async () => {
  await site.set({ sticky_header: false, menu_snap: 'smart_snap_always' });
  for (const [screen, selector] of [
    [screens.desktop, '.nav-menu'],
    [screens.phone, '.masthead'],
  ] as const) {
    const page = await browser.newPage(screen);
    await page.goto(`${site.url}/long/`);
    await atRest(page);
    await expectSmart(page, selector);
    // Keyboard users reach it.
    if (selector === '.nav-menu') {
      await page
        .locator('.nav-menu button')
        .first()
        .evaluate((button) => button.focus({ preventScroll: true }));
      await expect.poll(() => stuck(page, selector)).toBe(true);
    }
  }
});

test('[STICK-06] [LAYOUT-01] smart_snap_mobile hides it on phone screens only: less than 768 px wide or high, and no iPad', async () => {
  await site.set({ sticky_header: false, menu_snap: 'smart_snap_mobile' });
  const iPad =
    'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1';
  const cases = [
    [screens.phone, '.masthead', true],
    [{ viewport: { width: 1024, height: 600 } }, '.nav-menu', true],
    [screens.desktop, '.nav-menu', false],
    [{ viewport: { width: 1024, height: 600 }, userAgent: iPad }, '.nav-menu', false],
  ] as const;
  for (const [screen, selector, isPhone] of cases) {
    const page = await browser.newPage(screen);
    await page.goto(`${site.url}/long/`);
    await atRest(page);
    if (isPhone) await expectSmart(page, selector);
    for (const top of isPhone ? [] : [900, 500, 700]) {
      await scroll(page, top);
      await atRest(page);
      expect(await stuck(page, selector)).toBe(true);
    }
  }
});

test('nothing that sticks takes more than 15 % of the window’s height, and nothing sticks in one lower than 400 px', async () => {
  for (const sticky of [true, false]) {
    await site.set({
      sticky_header: sticky,
      sticky_header_smart: false,
      sticky_header_offset: 0,
      menu_snap: 'snap',
    });
    // The other half is tested with the other kind of header.
    for (const [nth, [width, height]] of (
      [
        [1280, 900],
        [1280, 600],
        [1024, 400],
        [1024, 399],
        [375, 399],
        [375, 400],
      ] as const
    ).entries()) {
      if (!isDrawn('windows with what sticks', nth + Number(sticky), 2)) continue;
      const page = await browser.newPage({ viewport: { width, height } });
      await page.goto(`${site.url}/long/`);
      await atRest(page);
      await scrollSeen(page, 1500);
      // The closed search panel has a box, too, once autofill has searched for fields.
      const taken = () =>
        page.evaluate(() =>
          Math.max(
            0,
            ...[...document.querySelectorAll('.site-header,.site-header *')]
              .filter(
                (element) =>
                  element.checkVisibility() &&
                  ['fixed', 'sticky'].includes(getComputedStyle(element).position),
              )
              .map((element) => element.getBoundingClientRect().bottom),
          ),
        );
      await expect.poll(taken, { message: `${width} × ${height}` }).toBeLessThanOrEqual(height * 0.15);
      if (height >= 400) await expect.poll(taken).toBeGreaterThan(40);
      else expect(await taken()).toBe(0);
      expect(await page.locator('.reading-progress').isVisible()).toBe(height >= 400);
    }
  }
});

test('without sticky settings nothing sticks', async () => {
  await site.set({ sticky_header: false, menu_snap: 'none' });
  const page = await browser.newPage(screens.desktop);
  await page.goto(`${site.url}/long/`);
  await scroll(page, 900);
  expect(await topOf(page, '.nav-menu')).toBeLessThan(-500);
  await site.set({ sticky_header: false, menu_snap: 'snap' });
});

test('[STICK-08] the sidebar of a long article stays in view for a screen, and is let go then', async () => {
  const page = await browser.newPage(screens.desktop);
  await page.goto(`${site.url}/long/`);
  const inner = page.locator('.column-sidebar .column-inner');
  const place = () =>
    inner.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return {
        top,
        bottom,
        track: (element.parentElement?.getBoundingClientRect().bottom ?? 0) + scrollY,
        end: bottom + scrollY,
      };
    });
  const first = await place();
  expect(first.track - first.end).toBeGreaterThan(250);
  await scroll(page, first.end - 300);
  const stuckThere = await place();
  // In view to its last item, above the window's lower edge.
  expect(stuckThere.bottom).toBeGreaterThan(500);
  expect(stuckThere.bottom).toBeLessThanOrEqual(900);
  await scroll(page, first.track + 100);
  const gone = await place();
  expect(gone.bottom).toBeLessThan(0);
  expect(gone.end).toBeCloseTo(first.track, 0);
});

test('[STICK-08] a sidebar that names its screens stays in view next to a long article and stops where that ends', async () => {
  const page = await browser.newPage(screens.desktop);
  await page.goto(`${site.url}/stuck/`);
  await scroll(page, 1500);
  const top = await topOf(page, '.column-sidebar .column-inner');
  // Below the menu, which is stuck too.
  expect(top).toBeGreaterThanOrEqual(48);
  expect(top).toBeLessThan(100);
  const row = page.locator('.row-sidebar');
  await scroll(page, await row.evaluate((element) => element.getBoundingClientRect().bottom + scrollY - 100));
  const [side, end] = await Promise.all([
    page.locator('.column-sidebar .column-inner').boundingBox(),
    row.boundingBox(),
  ]);
  expect((side?.y ?? 0) + (side?.height ?? 0)).toBeLessThanOrEqual((end?.y ?? 0) + (end?.height ?? 0) + 1);
  expect(side?.y).toBeLessThan(48);
});

test('[STICK-10] [STICK-11] a column sticks at its offset on the screens that it names, as wide as its place', async () => {
  const page = await browser.newPage(screens.desktop);
  await page.goto(`${site.url}/columns/`);
  await scroll(page, 1200);
  expect(await topOf(page, '[data-sticky]')).toBe(80);
  await page.setViewportSize({ width: 1400, height: 900 });
  const widths = () =>
    page
      .locator('[data-sticky]')
      .evaluate((element) => [
        element.getBoundingClientRect().width,
        element.parentElement?.getBoundingClientRect().width,
      ]);
  const [own, place] = await widths();
  expect(own).toBe(place);
  const phone = await browser.newPage(screens.phone);
  await phone.goto(`${site.url}/columns/`);
  const before = await topOf(phone, '[data-sticky]');
  await scroll(phone, 1200);
  expect(await topOf(phone, '[data-sticky]')).toBe(before - 1200);
  await page.setViewportSize(screens.desktop.viewport);
  await page.goto(`${site.url}/low/`);
  await scroll(page, 1200);
  expect(await topOf(page, '[data-sticky]'), 'clear of the menu').toBe(64);
});

test('[STICK-08] a sidebar that is taller than the window sticks at its bottom, so that its last item is in view', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 420 } });
  await page.goto(`${site.url}/stuck/`);
  const sidebar = page.locator('.column-sidebar .column-inner');
  const ends = () =>
    sidebar.evaluate((element) =>
      [element.getBoundingClientRect().top, element.getBoundingClientRect().bottom].map(Math.round),
    );
  const column = await topOf(page, '.column-sidebar');
  const [top = 0, bottom = 0] = await ends();
  expect(bottom - top).toBeGreaterThan(420);
  expect(top).toBe(column);
  await scroll(page, bottom - 300); // less than the rest below: it scrolls with the text
  expect((await ends())[1]).toBe(404);
  await scroll(page, bottom + 400);
  expect((await ends())[1]).toBe(404);
});

test.each([
  [700, 228],
  [1000, 300],
  [1100, 324],
  [1400, 324],
])('[STICK-12] at %i px a sidebar measures %i px', async (width, measure) => {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.goto(`${site.url}/category/science/`);
  expect(
    await page.locator('.column-sidebar').evaluate((element) => element.getBoundingClientRect().width),
  ).toBe(measure);
  // From 1024 px on it is next to an article; below the text are lists in columns of at least that width.
  await page.goto(`${site.url}/long/`);
  const widths = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().width));
  if (width >= 1024) expect(await widths('.column-sidebar')).toEqual([measure]);
  else
    for (const list of await widths('.column-sidebar .column-inner>*'))
      expect(list).toBeGreaterThanOrEqual(measure);
});

test('[LAYOUT-03] [LAYOUT-04] submenus are 9 to 25 em wide in the header, 10 to 20 em in menu blocks', async () => {
  const page = await browser.newPage(screens.desktop);
  await page.goto(`${site.url}/menu/`);
  const widths = async (nav: string) => {
    const found = [];
    for (const index of [0, 1]) {
      await page.locator(`${nav} .menu>.menu-item`).nth(index).locator('button').click();
      const submenu = page.locator(`${nav} .sub-menu`).nth(index);
      await expect.poll(() => submenu.isVisible()).toBe(true);
      found.push(
        await submenu.evaluate(
          (element) =>
            (element as HTMLElement).offsetWidth / Number.parseFloat(getComputedStyle(element).fontSize),
        ),
      );
    }
    return found.map((em) => Math.round(em));
  };
  expect(await widths('.site-header .nav-menu')).toEqual([9, 25]);
  expect(await widths('main .nav-menu')).toEqual([10, 20]);
});

test('[TIME-01] resizing is answered once, 200 ms after the last', async () => {
  await site.set({ sticky_header: false, menu_snap: 'smart_snap_mobile' });
  const page = await browser.newPage(screens.desktop);
  await pauseClock(page);
  await page.goto(`${site.url}/long/`);
  await atRest(page);
  const reads = () => page.evaluate('window.reads');
  await page.evaluate(
    `window.reads = 0; Object.defineProperty(window, 'innerWidth', { get: () => { window.reads++; return 1280; } })`,
  );
  for (let n = 0; n < 10; n++) {
    await page.evaluate(() => dispatchEvent(new Event('resize')));
    await page.clock.runFor(15);
  }
  await page.clock.runFor(184);
  expect(await reads()).toBe(0);
  await page.clock.runFor(1);
  expect(await reads()).toBe(1);
  await page.clock.runFor(5000);
  expect(await reads()).toBe(1);
});

test('[TIME-02] scrolling is checked every 100 ms at most, and the height of the page every 500 ms', async () => {
  await site.set({ sticky_header: false, menu_snap: 'smart_snap_always' });
  const page = await browser.newPage(screens.desktop);
  await pauseClock(page);
  await page.goto(`${site.url}/long/`);
  await atRest(page);
  await page.clock.runFor(2000);
  await page.evaluate(`window.looks = 0; window.measures = 0;
    Object.defineProperty(window, 'scrollY', { get: () => { window.looks++; return 0; } });
    Object.defineProperty(document.documentElement, 'scrollHeight', { get: () => { window.measures++; return 9999; } })`);
  for (let n = 0; n < 200; n++) {
    await page.evaluate(() => dispatchEvent(new Event('scroll')));
    await page.clock.runFor(10);
  }
  const [looks, measures] = (await page.evaluate('[looks, measures]')) as [number, number];
  expect(looks).toBeGreaterThan(10);
  expect(looks).toBeLessThanOrEqual(20);
  expect(measures).toBeGreaterThan(1);
  expect(measures).toBeLessThanOrEqual(4);
});
