import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUpload } from '../../src/modules/media/upload-commands.ts';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../../src/modules/menus/store.ts';
import { saveSettings, readSettings } from '../../src/modules/settings/store.ts';
import { darkCookie } from '../../src/reader/islands/page-config.ts';
import { onDatabase } from '../harness/databases.ts';
import { standsStill } from '../harness/at-rest.ts';
import { faultsInBothSchemes } from '../harness/axe-faults.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeTerm } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';

const browser = useChromium();
const long = 'A label of sixty characters, which no designer ever thought of';

onDatabase('sqlite', 'header and footer in Chromium', (get, place) => {
  let server: HostedServer;

  beforeAll(async () => {
    const bytes = await sharp({ create: { width: 800, height: 200, channels: 3, background: '#4a6fa5' } })
      .png()
      .toBuffer();
    const { file } = await storeUpload(place().dataDir, {
      name: 'logo.png',
      bytes,
      at: Date.UTC(2026, 0, 2),
    });
    await get().write(async (tx) => {
      const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      const physics = await makeTerm(tx, { name: 'Physics', slug: 'physics', parentId: science });
      for (let n = 1; n <= 6; n++)
        await makePost(tx, { title: `Note ${n}`, slug: `note-${n}`, termIds: [n > 3 ? physics : science] });
      const about = await makePost(tx, {
        type: 'page',
        title: 'About',
        slug: 'about',
        content: '<!-- wp:paragraph --><p>Who we are.</p><!-- /wp:paragraph -->',
      });
      const menu = await createMenu(tx, { name: 'Main' });
      await replaceMenuItems(tx, menu, [
        { type: 'taxonomy', object: 'category', objectId: science, megaKind: 'category', megaId: science },
        { type: 'post_type', object: 'page', objectId: about, megaKind: 'page', megaId: about },
        // Existing pages, because the browser prefetches a link that the mouse rests on.
        { label: 'More', url: '#' },
        { label: 'Jobs', url: '/about/', parent: 2 },
        ...Array.from({ length: 10 }, (_, n) => ({
          label: n === 1 ? `${long} ${long}` : n % 2 ? long : `Section ${n}`,
          url: `/note-2/#section-${n}`,
        })),
      ]);
      await assignMenu(tx, 'primary', menu);
      await saveSettings(tx, {
        site_logo: await makeMedia(tx, {
          mimeType: 'image/png',
          file: { file, sizes: {}, width: 800, height: 200, alt: 'The Lantern' },
        }),
        footer_about: 'We write things down.\n\nThen we check them.',
      });
    });
    server = await startHostedServer(place());
  });
  afterAll(() => server?.stop());

  test('[LAYOUT-02] the mobile header below 768 px, the other from there on', async () => {
    const page = await browser.newPage({ viewport: { width: 767, height: 800 } });
    await page.goto(server.url);
    const seen = async () => [
      await page.isVisible('.mobile-menu-button'),
      await page.isVisible('.nav-menu'),
      await page.isVisible('.site-title-date'),
    ];
    expect(await seen()).toEqual([true, false, false]);
    await page.setViewportSize({ width: 768, height: 800 });
    expect(await seen()).toEqual([false, true, true]);
  });

  test('cruel menus fit every screen, and nothing moves when one opens', async () => {
    const page = await browser.newPage();
    for (const width of [320, 375, 767, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.mouse.move(5, 790, { steps: 2 });
      await page.goto(server.url);
      const extent = () =>
        page.evaluate(() => [
          document.body.scrollWidth,
          document.querySelector('main')?.getBoundingClientRect().top,
        ]);
      const before = await extent();
      expect(before[0], `${width} px`).toBe(width);
      if (width < 768) await page.click('.mobile-menu-button');
      else await page.hover('.menu-item-mega');
      await standsStill(page);
      expect(await extent(), `${width} px`).toEqual(before);
    }
  });

  test('of a label longer than two lines, no part of a third one shows', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 800 } });
    await page.goto(server.url);
    const link = page.locator('.nav-menu .menu > .menu-item > a').filter({ hasText: `${long} ${long}` });
    const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect([Math.round(height), await link.evaluate((element) => element.scrollHeight > 60)]).toEqual([
      45,
      true,
    ]);
    const below = await page.screenshot({ clip: { x, y: y + height - 4, width, height: 4 } });
    const { channels } = await sharp(below).stats();
    expect(channels.map(({ stdev }) => stdev)).toEqual(channels.map(() => 0));
  });

  test('[MENU-02] [MENU-05] panels show a category’s posts and a page’s text, with the CSS they need', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(server.url);
    await page.hover('.menu-item-mega:nth-child(1)');
    await expect
      .poll(() => page.locator('.mega-posts .card-title:visible').allTextContents())
      .toEqual(['Note 6', 'Note 5', 'Note 4', 'Note 3']);
    expect(
      await page.locator('.mega-category').evaluate((element) => getComputedStyle(element).display),
    ).toBe('flex');
    await page.hover('[data-mega-filter]:text-is("Physics")');
    await expect
      .poll(() => page.locator('.mega-posts .card-title:visible').allTextContents())
      .toEqual(['Note 6', 'Note 5', 'Note 4']);
    await page.hover('.menu-item-mega:nth-child(2)');
    await expect.poll(() => page.locator('.mega-page:visible').textContent()).toContain('Who we are.');
  });

  test('a mouse resting on the menu before any script loaded still gets its panel', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(/\/assets\/every-page-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(server.url);
    await page.hover('.menu-item-mega:nth-child(1)');
    letThrough();
    await expect
      .poll(() => page.locator('.mega-posts .card-title:visible').allTextContents())
      .toEqual(['Note 6', 'Note 5', 'Note 4', 'Note 3']);
  });

  test('an untouched article loads no menu code except the loader that waits for its reader', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const scripts: Promise<number>[] = [];
    page.on('response', (response) => {
      if (/nav-menu|mobile-menu|run-menu/.test(response.url()))
        scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(`${server.url}/note-1/`, { waitUntil: 'networkidle' });
    expect((await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)).toBeLessThan(800);
  });

  test('axe finds nothing serious with menus, mega menus and search open, in light and in dark', async () => {
    // The rest of the page is tested with the footer.
    const header = { within: '.site-header' };
    // A new headline of the ticker fades in.
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(`${server.url}/note-1/`);
    for (const selector of [
      '.menu-item-mega:nth-child(1)',
      '.menu-item-mega:nth-child(2)',
      '.nav-menu .menu>:nth-child(3)',
    ]) {
      await page.hover(selector);
      await expect.poll(() => page.locator(`${selector}.is-open`).count()).toBe(1);
      expect(await faultsInBothSchemes(page, header), selector).toEqual([]);
    }
    await page.mouse.move(600, 800, { steps: 2 });
    await page.click('.header-search summary');
    expect(await faultsInBothSchemes(page, header)).toEqual([]);
    const phone = await browser.newPage({ viewport: { width: 375, height: 800 }, reducedMotion: 'reduce' });
    await phone.goto(`${server.url}/note-1/`);
    await phone.click('.header-search summary');
    expect(await faultsInBothSchemes(phone, header)).toEqual([]);
    await phone.reload();
    await phone.click('.mobile-menu-button');
    await phone.click('.mobile-menu summary');
    expect(await faultsInBothSchemes(phone, header)).toEqual([]);
  });

  test('the logo replaces the name, in reserved space', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(server.url);
    const logo = page.locator('.masthead .site-logo');
    expect([
      await logo.getAttribute('alt'),
      await logo.getAttribute('width'),
      await logo.getAttribute('height'),
    ]).toEqual(['The Lantern', '800', '200']);
    expect((await logo.boundingBox())?.height).toBe(72);
  });

  test('a logo for dark backgrounds replaces the other there, and a monochrome drawing takes the text colour without a layout shift', async () => {
    const draw = (fill: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><path fill="${fill}" d="M0 0h180v100H0zM220 0h180v100H220z"/></svg>`,
      );
    const upload = async (name: string, fill: string) =>
      (await addUpload(get(), place().dataDir, { name, bytes: draw(fill), drawings: true })).id;
    const [ink, brand, pale] = [
      await upload('ink.svg', '#1a1a1a'),
      await upload('brand.svg', '#0a7d4f'),
      await upload('pale.svg', '#ffd400'),
    ];
    const former = (await readSettings(get().read)).settings.site_logo;
    const shown = async () => (await fetch(`${server.url}/note-1/`)).text();
    let chosen = '';
    const visit = async (dark: boolean, choice: Readonly<Record<string, unknown>>) => {
      if (chosen !== JSON.stringify(choice)) {
        const before = await shown();
        await get().write((tx) => saveSettings(tx, choice));
        await expect.poll(shown).not.toBe(before); // the server is another process
        chosen = JSON.stringify(choice);
      }
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.context().addCookies([{ name: darkCookie, value: dark ? '1' : '0', url: server.url }]);
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(request.url().split('/').at(-1) ?? ''));
      let letThrough = () => {};
      const held = new Promise<void>((resolve) => (letThrough = resolve));
      await page.route(/\.svg$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.url}/note-1/`, { waitUntil: 'domcontentloaded' });
      const look = () =>
        page.evaluate(() => {
          const logo = [...document.querySelectorAll<HTMLImageElement>('.masthead .site-logo')].find((one) =>
            one.checkVisibility(),
          );
          const { width = 0, height = 0 } = logo?.getBoundingClientRect() ?? {};
          return {
            src: logo?.getAttribute('src')?.split('/').at(-1),
            box: [width, height, document.querySelector('.masthead')?.clientHeight],
          };
        });
      const before = await look();
      letThrough();
      await expect
        .poll(() =>
          page.evaluate(() =>
            [...document.querySelectorAll<HTMLImageElement>('.masthead .site-logo')].some(
              (one) => one.naturalWidth > 0,
            ),
          ),
        )
        .toBe(true);
      const atFirst = await look();
      const drawings = fetched.filter((name) => name.endsWith('.svg'));
      const colour = await page
        .locator('.masthead .site-logo')
        .first()
        .evaluate((logo) => {
          const { maskImage, backgroundColor } = getComputedStyle(logo);
          return maskImage === 'none' ? '' : backgroundColor;
        });
      await page.evaluate(() => document.documentElement.classList.toggle('is_dark'));
      const turned = await look();
      await page.close();
      return {
        src: atFirst.src,
        turned: turned.src,
        boxes: [before.box, atFirst.box, turned.box],
        fetched: drawings,
        colour,
      };
    };
    const still = Array.from({ length: 3 }, () => [288, 72, expect.any(Number) as number]);
    const both = { site_logo: brand, site_logo_dark: pale };
    expect(await visit(false, both)).toEqual({
      src: 'brand.svg',
      turned: 'pale.svg',
      boxes: still,
      fetched: ['brand.svg'],
      colour: '',
    });
    expect(await visit(true, both)).toEqual({
      src: 'pale.svg',
      turned: 'brand.svg',
      boxes: still,
      fetched: ['pale.svg'],
      colour: '',
    });
    // A band in the text's colour is dark in both.
    expect(await visit(false, { look: { header: { band: 'ink' } } })).toMatchObject({
      src: 'pale.svg',
      turned: 'pale.svg',
      boxes: still,
    });
    const alone = { look: null, site_logo: ink, site_logo_dark: null };
    expect(await visit(false, alone)).toMatchObject({
      src: 'ink.svg',
      boxes: still,
      colour: 'rgb(17, 20, 23)',
    });
    expect(await visit(true, alone)).toMatchObject({
      src: 'ink.svg',
      boxes: still,
      colour: 'rgb(233, 236, 239)',
    });
    expect(await visit(true, { site_logo: brand })).toMatchObject({ src: 'brand.svg', colour: '' });
    await get().write((tx) => saveSettings(tx, { site_logo: former }));
  });

  test('the footer has columns: about the site, sections, feed and copyright; no latest articles if the page shows them all', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await page.mouse.move(100, 100, { steps: 2 });
    await expect.poll(() => page.locator('.footer-columns').count()).toBe(1);
    await page.locator('.footer-line').scrollIntoViewIfNeeded();
    expect(await page.locator('.footer-new').isVisible()).toBe(false);
    const tops = await page
      .locator('.footer-columns>.column:not(.footer-new)')
      .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect(await page.locator('.footer-about p').first().textContent()).toBe('We write things down.');
    expect(await page.getAttribute('.footer-feed', 'href')).toBe('/feed/');
    expect(await page.textContent('.footer-line')).toMatch(/^© \d{4} Broadsheet$/);
    expect(await faultsInBothSchemes(page)).toEqual([]);
  });
});
