import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { useDemoSite } from '../harness/demo-site.ts';
import { drawn } from '../harness/drawn.ts';
import { pageWidth } from '../harness/page-width.ts';
import { htmlRules } from './html-rules.ts';

const browser = useChromium();
const server = useDemoSite();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const validator = new HtmlValidate(htmlRules);
const wide = { width: 1280, height: 900 };
const narrow = { width: 375, height: 812 };

const kinds: Readonly<Record<string, string>> = {
  'the front page': '/',
  'its second page': '/page/2/',
  'an article with comments': '/the-last-cable-to-sorvik/',
  'an article with a gallery': '/six-nights-on-the-water-tram/',
  'an article with code': '/the-cron-job-that-rang-the-bells/',
  'an article with a video': '/a-foghorn-in-b-flat/',
  'an article with a full-screen header': '/drawer-4112/',
  'a smart list': '/seven-error-messages-worth-framing/',
  'a category': '/category/technology/',
  'a tag': '/tag/cables/',
  'an author': '/author/ines-okafor/',
  'a date': '/2026/',
  'a search with results': '/?s=rain',
  'a search without': '/?s=xylophonist',
  'the 404 page': '/no-such-page/',
  'a page': '/about/',
  'an attachment': '/wp-json/wp/v2/media?per_page=1',
  'an embed': '/the-last-cable-to-sorvik/embed/',
};

/** The address to open; for an attachment, whose id only the site knows, the one from REST. */
async function addressOf(path: string): Promise<string> {
  if (!path.startsWith('/wp-json/')) return server.url + path;
  const [item] = (await (await fetch(server.url + path)).json()) as { readonly link: string }[];
  return server.url + new URL(item?.link ?? '').pathname;
}

/** Whether a finding concerns the page's outline; heading levels within a text are its author's. */
const outline =
  "(id === 'landmark-unique' || (id === 'heading-order' && nodes.some(({ target }) => !document.querySelector(target[0])?.closest('.post-content'))))";

/** Rules left out: axe gives each finding its rule's impact, and some rules lack one. */
const rulesLeftOut =
  "Object.fromEntries(axe._audit.rules.filter(({ id, impact }) => (impact === 'minor' || impact === 'moderate') " +
  "&& id !== 'landmark-unique' && id !== 'heading-order').map(({ id }) => [id, { enabled: false }]))";

interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly dark: boolean;
}
const looks: readonly Look[] = [wide, narrow].flatMap((viewport) =>
  [false, true].map((dark) => ({ viewport, dark })),
);

/** Serious axe violations, and outline faults, of the page or a selector's part in a palette. */
async function faults(
  page: Page,
  dark: boolean,
  { part = 'html', runOnly }: { readonly part?: string; readonly runOnly?: readonly string[] } = {},
) {
  await page.evaluate(async (on) => {
    document.documentElement.classList.toggle('is_dark', on);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); // transitions, even of no length, end in a later one
  }, dark);
  const axeOptions = runOnly ? `runOnly: ${JSON.stringify(runOnly)}` : `rules: ${rulesLeftOut}`;
  const run = `axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'], ${axeOptions} })`;
  const found = await page.evaluate<string[]>(
    `${run}.then(({ violations }) => violations.filter(({ id, impact, nodes }) => impact === 'serious' || impact === 'critical' || ${outline}).map(({ id, ` +
      `nodes }) => id + ': ' + nodes.map(({ target }) => target).join(' | ')))`,
  );
  return found.map((fault) => `${dark ? 'dark' : 'light'}, ${page.viewportSize()?.width}: ${fault}`);
}

test.each(Object.entries(kinds))(
  '[IMP-29] %s: valid HTML, nothing serious for axe in both palettes and widths, ' +
    'no request that fails or leaves the site',
  async (_kind, path) => {
    const address = await addressOf(path);
    const isMissing = path === kinds['the 404 page'];
    const page = await browser.newPage({
      viewport: wide,
      reducedMotion: 'reduce',
      ...(isMissing ? { expectedMessages: /status of 404/ } : {}),
    });
    const wrong: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(?:data|blob):/.test(request.url()))
        wrong.push(`elsewhere: ${request.url()}`);
    });
    // Chromium aborts loading an unplayed film once it knows the length.
    page.on(
      'requestfailed',
      (request) =>
        request.resourceType() !== 'media' &&
        wrong.push(`failed: ${request.url()} ${request.failure()?.errorText}`),
    );
    page.on('response', (response) => {
      if (response.status() >= 400 && response.url() !== address)
        wrong.push(`${response.status()}: ${response.url()}`);
    });
    const reply = await page.goto(address, { waitUntil: 'load' });
    expect(reply?.status()).toBe(isMissing ? 404 : 200);
    const { results } = await validator.validateString((await reply?.text()) ?? '', path);
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`),
      ),
    ).toEqual([]);

    await page.mouse.move(5, 5, { steps: 2 });
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo(0, y);
        await new Promise(requestAnimationFrame);
      }
      scrollTo(0, 0);
    });
    await page.waitForLoadState('networkidle');
    await page.evaluate(axe);
    // The footer has loaded by now, with the site's name.
    expect(await page.locator('h1').count()).toBe(1);
    // Parts common to all pages are tested in each look on the front page.
    const drawnLooks = path === '/' ? looks : drawn(`look of ${path}`, looks, looks.length);
    for (const { viewport, dark } of drawnLooks) {
      await page.setViewportSize(viewport);
      expect(await faults(page, dark)).toEqual([]);
    }
    await page.setViewportSize(narrow);
    expect(await pageWidth(page)).toBeLessThanOrEqual(narrow.width);
    expect(wrong).toEqual([]);
  },
);

test('[IMP-29] the demo’s menus and search, open: nothing serious for axe', async () => {
  const page = await browser.newPage({ viewport: wide, reducedMotion: 'reduce' });
  // The page below the header is tested separately.
  const ofHeader = async () => [
    ...(await faults(page, false, { part: '.site-header' })),
    ...(await faults(page, true, { part: '.site-header', runOnly: ['color-contrast'] })),
  ];
  await page.goto(server.url);
  await page.evaluate(axe);
  await page.hover('.nav-menu .menu-item-mega');
  await page.waitForSelector('.menu-item-mega.is-open .card-title');
  expect(await ofHeader()).toEqual([]);
  await page.hover('.nav-menu .menu-item-has-children:not(.menu-item-mega)');
  await page.waitForSelector('.menu-item-has-children.is-open:not(.menu-item-mega)');
  expect(await ofHeader()).toEqual([]);
  await page.click('.header-search summary');
  await page.fill('.header-search input[name=s]', 'rain');
  await page.waitForSelector('.header-search img');
  expect(await ofHeader()).toEqual([]);
  await page.setViewportSize(narrow);
  await page.reload();
  await page.evaluate(axe);
  await page.click('.mobile-menu-button');
  await page.click('.mobile-menu summary');
  expect(await ofHeader()).toEqual([]);
});
