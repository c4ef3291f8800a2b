import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFonts } from '../../src/modules/look/font-files.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { lookNames, looks } from '../../src/lib/look/looks.ts';
import { faultsInBothSchemes, severeFaults } from '../harness/axe-faults.ts';
import { useChromium } from '../harness/chromium.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makeDemoDatabase } from '../harness/demo-site.ts';
import { drawn } from '../harness/drawn.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';
import { pageWidth } from '../harness/page-width.ts';

const require = createRequire(import.meta.url);
const browser = useChromium();
const paths = [
  '/',
  '/the-last-cable-to-sorvik/',
  '/category/technology/',
  '/?s=rain',
  '/author/ines-okafor/',
] as const;
/** Each look with each page, ordered so that a draw covers several looks. */
const questions = lookNames.flatMap((look, nth) =>
  paths.map((_path, turn) => ({ look, path: paths[(nth + turn) % paths.length] ?? '/' })),
);

let place: TestDatabase;
let server: HostedServer;
let database: Database;
beforeAll(async () => {
  place = await makeDemoDatabase();
  server = await startHostedServer(place);
  database = await openSiteDatabase({ dataDir: place.dataDir, maxConnections: 1 });
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await place.drop();
});

test('only web fonts for visible characters are fetched', async () => {
  const font = (name: string) =>
    readFileSync(require.resolve(`@fontsource-variable/newsreader/files/newsreader-${name}.woff2`));
  const headlines = await keepFonts(place.dataDir, [
    font('latin-opsz-normal'),
    font('vietnamese-wght-normal'),
    font('latin-opsz-italic'),
  ]);
  await database.write((tx) => saveSettings(tx, { look: { ownFonts: { headlines } } }));
  const [latin, vietnamese, italic] = headlines.map(({ file }) => file);
  await expect.poll(async () => (await fetch(`${server.url}/about/`)).text()).toContain(`fonts/${latin}`);
  const page = await browser.newPage();
  const requests = new Map<string, string | undefined>();
  page.on('response', (reply) => {
    const name = reply.url().split('/uploads/fonts/')[1];
    if (name !== undefined) requests.set(name, reply.headers()['content-type']);
  });
  await page.goto(`${server.url}/about/`, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect([...requests]).toEqual([[latin, 'font/woff2']]);
  expect(await page.evaluate(() => document.fonts.check('650 40px "Own Headlines"', 'About'))).toBe(true);
  await page.evaluate(async () => {
    document.querySelector('h1')?.replaceChildren('Ẩ');
    await document.fonts.load('650 40px "Own Headlines"', 'Ẩ');
  });
  expect([requests.has(vietnamese ?? ''), requests.has(italic ?? '')]).toEqual([true, false]);
  await page.close();
});

test('after a change of look, its style sheet still precedes styles loaded with replies', async () => {
  const body = new URLSearchParams({ action: 'tdb_get_footer', postID: '' });
  for (const look of ['tabloid', 'review', 'tabloid'] as const) {
    await database.write((tx) => saveSettings(tx, { look: { base: look } }));
    const order = async () => {
      const reply = await fetch(`${server.url}/wp-admin/admin-ajax.php`, { method: 'POST', body });
      const css =
        /<style>([^]*?)<\/style>/.exec(((await reply.json()) as { readonly content: string }).content)?.[1] ??
        '';
      return (
        css.indexOf('.kicker') >= 0 &&
        css.indexOf('.kicker') < css.indexOf(`--ink:${looks[look].colours.light.ink}`)
      );
    };
    await expect.poll(order).toBe(true);
  }
});

interface Shifting {
  shifts?: { readonly value: number; readonly what: readonly string[] }[];
}
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const noted = window as Shifting;
    const shifts: NonNullable<Shifting['shifts']> = (noted.shifts = []);
    const round = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        shifts.push({
          value,
          what: sources.map(({ node, previousRect, currentRect }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            return `${element?.localName}.${element?.className} “${node?.textContent?.slice(0, 40)}” ${round(previousRect)} → ${round(currentRect)}`;
          }),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Layout shifts of at least `most` in total while scrolling through a page. */
async function movedOn(page: Page, most: number): Promise<Shifting['shifts']> {
  await page.mouse.move(5, 5, { steps: 2 });
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
  });
  await page.locator('.footer-inner').waitFor({ state: 'attached' });
  const shifts = await page.evaluate(() => (window as Shifting).shifts ?? []);
  return shifts.reduce((sum, { value }) => sum + value, 0) < most ? [] : shifts;
}

for (const { look, path } of drawn('looks and pages', questions, 2 * paths.length)) {
  test(`[IMP-29] the look "${look}" on ${path}: nothing serious for axe in both schemes, tap targets large enough, no layout shift`, async () => {
    await database.write((tx) => saveSettings(tx, { look: { base: look } }));
    const said = `<meta name="theme-color" content="${looks[look].colours.accent}">`;
    await expect.poll(async () => (await (await fetch(server.url + path)).text()).includes(said)).toBe(true);
    for (const width of [1280, 375]) {
      const page = await browser.newPage({
        viewport: { width, height: 812 },
        reducedMotion: 'reduce',
        expectedMessages: /ERR_FAILED|network error/,
      });
      await watchShifts(page);
      // On a first visit lines rewrap when a font is more than 50 ms late (decision 104), which depends on the machine.
      // Without fonts nothing else moves, and returning visitors have them cached.
      await page.route('**/*.woff2', (route) => route.abort());
      await page.goto(server.url + path, { waitUntil: 'networkidle' });
      expect(await movedOn(page, 0.005), `moved without fonts at ${width}`).toEqual([]);
      await page.unroute('**/*.woff2');
      await page.goto(server.url + path, { waitUntil: 'networkidle' });
      await page.goto(server.url + path, { waitUntil: 'load' });
      expect(await movedOn(page, 0.005), `moved at ${width}`).toEqual([]);
      expect(await faultsInBothSchemes(page, { targets: true }), `at ${width}`).toEqual([]);
      expect(await pageWidth(page)).toBeLessThanOrEqual(width);
      await page.close();
    }
  });
}

test('[IMP-29] the styles of a fetched mega menu shift nothing on a page, in any look', async () => {
  const boxes = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('#content :not(.ticker,.ticker *)')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [
          `${element.localName}.${element.classList[0] ?? ''}`,
          ...[x, y, width, height].map(Math.round),
        ].join(' ');
      }),
    );
  for (const look of lookNames) {
    await database.write((tx) => saveSettings(tx, { look: { base: look } }));
    const said = `<meta name="theme-color" content="${looks[look].colours.accent}">`;
    for (const path of ['/', '/category/technology/']) {
      await expect
        .poll(async () => (await (await fetch(server.url + path)).text()).includes(said))
        .toBe(true);
      const page = await browser.newPage({ viewport: { width: 1280, height: 812 }, reducedMotion: 'reduce' });
      await page.goto(server.url + path, { waitUntil: 'load' });
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const before = await boxes(page);
      const styles = page.locator('.mega-menu[data-mega=category] style');
      let moves = 0;
      await expect
        .poll(
          async () => {
            await page.mouse.move(5 + (++moves % 2), 5); // moves before the menu's script listens are ignored
            return styles.count();
          },
          { message: `${look} ${path}` },
        )
        .toBeGreaterThan(0);
      expect(await boxes(page), `${look} ${path}`).toEqual(before);
      await page.close();
    }
  }
});

test.each(['he', 'ar', 'tr', 'ja'])(
  '[IMP-29] in the language "%s", axe finds nothing serious, and tap targets are large enough',
  async (language) => {
    await database.write((tx) => saveSettings(tx, { look: {}, site_language: language }));
    try {
      for (const [path, width] of [
        ['/', 1280],
        ['/the-last-cable-to-sorvik/', 375],
      ] as const) {
        await expect
          .poll(async () =>
            (await (await fetch(server.url + path)).text()).includes(`<html lang="${language}"`),
          )
          .toBe(true);
        const page = await browser.newPage({ viewport: { width, height: 812 }, reducedMotion: 'reduce' });
        await page.goto(server.url + path, { waitUntil: 'load' });
        expect(
          (await severeFaults(page, { targets: true })).map(({ id, html }) => [id, ...html]),
          path,
        ).toEqual([]);
        await page.close();
      }
    } finally {
      await database.write((tx) => saveSettings(tx, { site_language: null }));
    }
  },
);

test.each(['tabloid', 'technology'] as const)(
  '[IMP-28] in print all text of "%s" is dark, even in a reader’s dark scheme',
  async (look) => {
    await database.write((tx) => saveSettings(tx, { look: { base: look } }));
    await expect
      .poll(async () => (await fetch(`${server.url}/the-last-cable-to-sorvik/`)).text())
      .toContain(`--blue:${looks[look].colours.accent}`);
    const page = await browser.newPage({ viewport: { width: 700, height: 900 } });
    await page.context().addCookies([{ name: 'broadsheet_dark', value: '1', url: server.url }]);
    await page.goto(`${server.url}/the-last-cable-to-sorvik/`);
    await page.locator('link[rel=stylesheet][href*="/late-"]').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    // Only text on white paper counts: printers leave backgrounds out.
    const pale = () =>
      page.evaluate(() => {
        const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        const found = new Set<string>();
        for (const element of document.querySelectorAll('body *')) {
          if (
            !pen ||
            !element.checkVisibility() ||
            ![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
          )
            continue;
          pen.fillStyle = getComputedStyle(element).color;
          pen.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
          if (red + green + blue > 3 * 0x70) found.add(`${element.className}: ${element.textContent}`);
        }
        return [getComputedStyle(document.body).backgroundColor, ...found];
      });
    await expect.poll(pale).toEqual(['rgb(255, 255, 255)']);
  },
);
