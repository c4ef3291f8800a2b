import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { bundledLibrary } from '../../src/modules/templates/library/library.ts';
import { catalogue } from '../../src/languages/catalogues/ar.ts';
import { useChromium } from '../harness/chromium.ts';
import { seriousFaults } from '../harness/newsroom.ts';
import {
  currentOnes,
  declarePanelSite,
  openPanel,
  panel,
  routeOf,
  titles,
  watchRoute,
} from '../harness/panel-site.ts';

const browser = useChromium();
const { site, ids, open, only, laidOutBy } = declarePanelSite(browser);
const libraryPath = '/wp-json/broadsheet/v1/template-library';
const base64 = (address: string) => Buffer.from(address, 'utf8').toString('base64');
const bundled = (type: string, isMobile = false) =>
  [...bundledLibrary().values()].filter((one) => one.type === type && one.isMobile === isMobile);

const library = (page: Page) => page.getByRole('dialog', { name: /^Cloud Library: / });
const card = (page: Page, name: string) => library(page).locator(`[data-template="${name}"]`);
const cards = (page: Page) =>
  library(page)
    .locator('.library-item')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-template')));

async function openLibrary(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Load from Cloud Library' }).click();
  await library(page).locator('.library-list[aria-busy=false]').waitFor({ state: 'attached' });
}

function importsOf(page: Page): readonly Readonly<Record<string, unknown>>[] {
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/template-'))
      sent.push(request.postDataJSON() as Record<string, unknown>);
  });
  return sent;
}

/** Imports a template, after which the page reloads with its panel. */
async function bring(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await card(page, name)
    .getByRole('button', { name: /^Import/ })
    .click();
  await loaded;
  await panel(page).and(page.locator('[aria-busy=false]')).waitFor();
}

describe('the library over a page of each kind', () => {
  const titleOf = (name: string) => bundledLibrary().get(name)?.title ?? '';
  const byId = (): readonly (readonly [string, string, string, string, string])[] => [
    ['/a-story/', 'Single post', 'single-essay', 'assign_to_post', String(ids.story)],
    ['/category/news/', 'Category', 'category-wire', 'assign_to_category', ''],
    ['/author/edda/', 'Author', 'author-index', 'assign_to_author', String(ids.edda)],
    ['/tag/tides/', 'Tag', 'tag-cards', 'assign_to_tag', ''],
    ['/about/', 'Page', 'page-letter', 'assign_to_post', String(ids.about)],
    ['/book/moby/', 'Book', 'cpt-essay', 'assign_to_cpt', ''],
    ['/type/video/', 'Custom taxonomy', 'cpt-tax-list', 'assign_to_cpt_tax', ''],
  ];
  const byAddress = [
    ['/no-such/', '404 page', '404-calm', 'assign_to_404'],
    ['/2026/', 'Date archive', 'date-album', 'assign_to_archive'],
    ['/?s=story', 'Search', 'search-list', 'assign_to_search'],
    ['/picture-of-tides/', 'Attachment', 'attachment-plate', 'assign_to_attachment'],
  ] as const;

  test('[CLOUD-01] [CLOUD-02] [CLOUD-03] [CLOUD-06] [CLOUD-07] lists its kind, and assigns the imported one to the target of its single param', async () => {
    await only();
    const page = await open('/a-story/', { expectedMessages: /status of 404/ });
    const sent = importsOf(page);
    const all = [
      ...byId(),
      ...byAddress.map(
        ([path, kind, name, param]) => [path, kind, name, param, base64(site.url + path)] as const,
      ),
    ];
    for (const [path, kind, name, param, value] of all) {
      await page.goto(site.url + path);
      await openPanel(page, kind);
      await watchRoute(page);
      await openLibrary(page);
      expect(page.url()).toBe(site.url + path);
      const type = bundledLibrary().get(name)?.type;
      const route = {
        wp_type: type,
        templateType: type,
        [param]: value === '' ? expect.stringMatching(/^\w+$/) : value,
      };
      expect([path, await routeOf(page)]).toEqual([path, route]);
      expect([path, await cards(page)]).toEqual([
        path,
        bundled(bundledLibrary().get(name)?.type ?? '').map((one) => one.name),
      ]);
      const reach = page
        .locator('.library-window .bar-reach')
        .getByText(/^This affects all pages of this kind\.|^Pages affected/);
      if (byAddress.some(([address]) => address === path)) await reach.waitFor();
      const saysReach = (await page.locator('.library-window .bar-reach').count()) > 0;
      await bring(page, name);
      const { name: imported, ...params } = sent.at(-1) ?? {};
      expect([path, imported, Object.keys(params)]).toEqual([path, name, [param]]);
      // Items are named by id; anything else is for all pages of a kind.
      expect([path, saysReach]).toEqual([path, !/^\d+$/.test(String(params[param]))]);
      expect(params[param]).toEqual(value === '' ? expect.stringMatching(/./) : value);
      await expect.poll(() => currentOnes(page)).toEqual([titleOf(name)]);
      expect([path, (await titles(page)).filter((title) => title === titleOf(name))]).toEqual([
        path,
        [titleOf(name)],
      ]);
    }
    expect(sent).toHaveLength(all.length);
  });

  test('[CLOUD-07] front page templates are added to the panel, and assigned on confirmation', async () => {
    await only();
    const page = await open('/');
    await openPanel(page, 'Front page');
    await openLibrary(page);
    await library(page).getByText('No page uses it yet').waitFor();
    const [first] = bundled('home');
    await card(page, first?.name ?? '')
      .getByRole('button', { name: /^Import/ })
      .click();
    await library(page)
      .getByRole('status')
      .getByText(first?.title ?? '?')
      .waitFor();
    const loaded = page.waitForEvent('load');
    await library(page).getByRole('button', { name: 'Close' }).click();
    await loaded;
    await expect.poll(() => titles(page)).toEqual(['Default template', first?.title ?? '?']);
    expect(await currentOnes(page)).toEqual(['Default template']);
  });
});

describe('for phones', () => {
  test('[CLOUD-04] [CLOUD-05] from the Mobile Template column it has no mobile selector, and the column reads Yes afterwards', async () => {
    const [wide = 0] = await only('Wide');
    await site.write(async (tx) => assignTemplateToItem(tx, 'single', ids.story, wide));
    const page = await open('/a-story/');
    const sent = importsOf(page);
    const selector = library(page).getByRole('group', { name: 'Screens' });
    await openPanel(page);
    await openLibrary(page);
    await selector.waitFor();
    await page.keyboard.press('Escape');
    await panel(page).getByRole('button', { name: 'Mobile template of “Wide”: -' }).click();
    await panel(page).getByText('No mobile template, please import').waitFor();
    await watchRoute(page);
    await openLibrary(page);
    expect(await selector.count()).toBe(0);
    expect(await routeOf(page)).toEqual({
      wp_type: 'single',
      templateType: 'single',
      assign_mobile_to_template: String(wide),
      hide_mobile_selector: 'hide',
    });
    await bring(page, 'single-phone');
    expect(sent).toEqual([{ name: 'single-phone', assign_mobile_to_template: String(wide) }]);
    await panel(page).getByRole('button', { name: 'Mobile template of “Wide”: Yes' }).waitFor();
    expect([await laidOutBy('/a-story/'), await laidOutBy('/a-story/', true)]).toEqual(['Wide', 'the theme']);
  });

  test('[CLOUD-05] the mobile selector shows those for phones; one becomes the mobile variant of the page’s template, if there is one', async () => {
    const [wide = 0] = await only('Wide');
    const page = await open('/a-story/');
    const sent = importsOf(page);
    await openPanel(page);
    await openLibrary(page);
    await library(page).getByRole('radio', { name: 'Phones' }).check();
    expect(await cards(page)).toEqual(bundled('single', true).map(({ name }) => name));
    await card(page, 'single-phone')
      .getByRole('button', { name: /^Import/ })
      .click();
    await expect
      .poll(() => library(page).getByRole('alert').textContent())
      .toContain('Import a template for all screens first');
    expect(sent).toEqual([]);
    await site.write(async (tx) => assignTemplateToItem(tx, 'single', ids.story, wide));
    await expect.poll(() => laidOutBy('/a-story/')).toBe('Wide');
    await page.reload();
    await openPanel(page);
    await openLibrary(page);
    await library(page).getByRole('radio', { name: 'Phones' }).check();
    await bring(page, 'single-phone');
    expect(sent).toEqual([{ name: 'single-phone', assign_mobile_to_template: String(wide) }]);
  });

  test('[MTPL-05] the mobile page panel loads a mobile page from it', async () => {
    await only();
    const page = await open('/about/');
    const sent = importsOf(page);
    await page.getByRole('button', { name: 'Mobile page' }).click();
    await panel(page)
      .getByRole('button', { name: 'Load mobile page from Cloud Library', exact: true })
      .click();
    await library(page).locator('.library-list[aria-busy=false]').waitFor({ state: 'attached' });
    await bring(page, 'page-letter');
    expect(sent).toEqual([{ name: 'page-letter', assign_mobile_to_page: String(ids.about) }]);
    await expect.poll(() => currentOnes(page)).toEqual([bundledLibrary().get('page-letter')?.title]);
  });
});

describe('the window', () => {
  beforeEach(async () => void (await only()));

  test('[CLOUD-01] traps the focus, and returns it; Escape closes only the library', async () => {
    const page = await open('/a-story/');
    await openPanel(page);
    await openLibrary(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Close');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Close');
    const stops = 4 + bundled('single').length + 1;
    for (let turn = 0; turn < stops + 3; turn++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () =>
            document.activeElement?.closest('.library-window') !== null &&
            document.activeElement?.tagName !== 'IFRAME',
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => library(page).count()).toBe(0);
    expect([await panel(page).count(), await focused()]).toEqual([1, 'Load from Cloud Library']);
  });

  test('[CLOUD-07] previews each visible template on a page of this site; nothing in the preview runs or is focusable', async () => {
    const page = await open('/a-story/', { viewport: { width: 1000, height: 700 } });
    const requests: string[] = [];
    page.on(
      'request',
      (request) => void (request.url().includes('template_preview=') && requests.push(request.url())),
    );
    await openPanel(page);
    await openLibrary(page);
    const [first = '', last = ''] = [bundled('single')[0]?.name, bundled('single').at(-1)?.name];
    await card(page, first).locator('.library-frame.is-there').waitFor();
    const frame = card(page, first).locator('iframe');
    expect(await frame.contentFrame().locator('h1').textContent()).toBe('A story');
    expect([
      await frame.getAttribute('sandbox'),
      await frame.getAttribute('tabindex'),
      await frame.evaluate((one: HTMLElement) => one.inert),
    ]).toEqual(['allow-same-origin', '-1', true]);
    expect(await frame.contentFrame().locator('script, iframe, [onclick]').count()).toBe(0);
    const [box, picture] = [
      await card(page, first).locator('.library-frame').boundingBox(),
      await frame.boundingBox(),
    ];
    expect(Math.abs((box?.width ?? 0) - (picture?.width ?? 0))).toBeLessThan(3);
    expect(requests.some((url) => url.includes(last))).toBe(false);
    await card(page, last).scrollIntoViewIfNeeded();
    await card(page, last).locator('.library-frame.is-there').waitFor();
    expect(requests.every((url) => url.startsWith(`${site.url}/a-story/?`))).toBe(true);
  });

  test('[CLOUD-07] a preview refused by a busy server is retried, at most twice', async () => {
    const [first, second] = bundled('single').map(({ name }) => name);
    const page = await open('/a-story/', { expectedMessages: /status of 503/ });
    const asked = { refused: 0, lasting: 0 };
    const isOf =
      (name = '') =>
      (url: URL) =>
        url.searchParams.get('template_preview') === `library:${name}`;
    const busy = { status: 503, contentType: 'text/html', body: '<h1>Too much to do</h1>' };
    await page.route(isOf(first), (route) => (++asked.refused < 3 ? route.fulfill(busy) : route.continue()));
    await page.route(isOf(second), (route) => (++asked.lasting, route.fulfill(busy)));
    await openPanel(page);
    await openLibrary(page);
    await card(page, first ?? '')
      .locator('.library-frame.is-there')
      .waitFor();
    await card(page, second ?? '').scrollIntoViewIfNeeded();
    await card(page, second ?? '')
      .getByText('This page can’t be previewed with the template.')
      .waitFor();
    expect(asked).toEqual({ refused: 3, lasting: 3 });
  });

  test('[CLOUD-07] the library filters by kind and style; other kinds are shown on their own pages, and added unassigned', async () => {
    const page = await open('/a-story/');
    const sent = importsOf(page);
    await openPanel(page);
    await openLibrary(page);
    await library(page).getByLabel('Style').selectOption({ label: 'Quiet' });
    expect(await cards(page)).toEqual(
      bundled('single')
        .filter(({ style }) => style === 'quiet')
        .map(({ name }) => name),
    );
    await library(page).getByLabel('Kind').selectOption({ label: 'Category' });
    await library(page).getByLabel('Style').selectOption({ label: 'All' });
    expect(await library(page).getByRole('heading', { level: 2 }).textContent()).toBe(
      'Cloud Library: Category',
    );
    expect(await cards(page)).toEqual(bundled('category').map(({ name }) => name));
    const [first] = bundled('category');
    await card(page, first?.name ?? '')
      .locator('.library-frame.is-there')
      .waitFor();
    expect(
      await card(page, first?.name ?? '')
        .locator('iframe')
        .contentFrame()
        .locator('h1')
        .textContent(),
    ).toContain('News');
    await library(page).getByText('No page uses it yet').waitFor();
    await card(page, first?.name ?? '')
      .getByRole('button', { name: /^Import/ })
      .click();
    await library(page)
      .getByRole('status')
      .getByText(first?.title ?? '?')
      .waitFor();
    expect(
      await library(page).getByRole('status').getByRole('link', { name: 'Edit' }).getAttribute('href'),
    ).toContain('/wp-admin/site-editor.php?');
    expect([sent, await laidOutBy('/category/news/')]).toEqual([[{ name: first?.name }], 'the theme']);
    for (const kind of ['Header', 'Footer', 'Product']) {
      await library(page).getByLabel('Kind').selectOption({ label: kind });
      await library(page)
        .getByText(
          kind === 'Product'
            ? 'The site has no page of this kind'
            : (bundled(kind.toLowerCase())[0]?.title ?? '?'),
        )
        .first()
        .waitFor();
    }
  });

  test('a template is exported to a file, and imported for another article', async () => {
    const [wide = 0] = await only('Wide');
    await site.write(async (tx) => assignTemplateToItem(tx, 'single', ids.story, wide));
    await expect.poll(() => laidOutBy('/a-story/')).toBe('Wide');
    const page = await open('/a-story/');
    await openPanel(page);
    await openLibrary(page);
    const saved = page.waitForEvent('download');
    await library(page).getByRole('button', { name: 'Export this page’s template' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(`template-${wide}.json`);
    const file = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(file)).toMatchObject({
      format: 'broadsheet-template',
      templates: [{ title: 'Wide', type: 'single' }],
    });
    await only();
    await page.goto(`${site.url}/another-story/`);
    await openPanel(page);
    await openLibrary(page);
    const take = (name: string, text: string) =>
      library(page)
        .getByLabel('Import a file')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await take('notes.json', 'These are notes');
    await expect
      .poll(() => library(page).getByRole('alert').textContent())
      .toBe('“notes.json” contains no template.');
    const loaded = page.waitForEvent('load');
    await take('wide.json', file);
    await loaded;
    await expect.poll(() => currentOnes(page)).toEqual(['Wide']);
    expect([await laidOutBy('/another-story/'), await laidOutBy('/a-story/')]).toEqual(['Wide', 'the theme']);
  });

  test('failures and refusals are reported, and the rest continues', async () => {
    const page = await open('/a-story/', { expectedMessages: /status of 4|status of 5|ERR_FAILED/ });
    await openPanel(page);
    await page.route(`**${libraryPath}`, (route) => route.abort());
    await openLibrary(page);
    await expect
      .poll(() => library(page).getByRole('alert').textContent())
      .toBe('The action failed: the server is not responding.');
    await page.keyboard.press('Escape');
    await page.unroute(`**${libraryPath}`);
    await site.set({ template_library_url: 'https://127.0.0.1/index.json' });
    await openLibrary(page);
    await library(page)
      .getByText(/^The external library is unavailable: /)
      .waitFor();
    expect(await cards(page)).toHaveLength(bundled('single').length);
    await page.route(`**${libraryPath}`, (route) =>
      route.fulfill({ status: 400, json: { code: 'x', message: 'It is “nothing” for this page.' } }),
    );
    await card(page, 'single-essay')
      .getByRole('button', { name: /^Import/ })
      .click();
    await expect
      .poll(() => library(page).getByRole('alert').textContent())
      .toBe('The action failed: It is “nothing” for this page.');
    expect(await card(page, 'single-essay').getByRole('button').isEnabled()).toBe(true);
    await site.set({ template_library_url: null });
  });

  test('templates of a second library appear next to the bundled ones, and are imported by their own names', async () => {
    const page = await open('/a-story/', { expectedMessages: /status of 404/ });
    const sent = importsOf(page);
    let asked = 0;
    page.on('request', (request) => void (request.url().includes('outside') && asked++));
    const far = {
      name: 'outside/far',
      title: 'From afar',
      type: 'single',
      style: 'quiet',
      description: '',
      is_mobile: false,
      mobile: '',
    };
    await page.route(`**${libraryPath}`, async (route) => {
      if (route.request().method() === 'POST')
        return route.fulfill({ status: 201, json: { id: 1, title: far.title } });
      const reply = (await (await route.fetch()).json()) as { readonly templates: readonly unknown[] };
      return route.fulfill({ json: { ...reply, templates: [...reply.templates, far] } });
    });
    await openPanel(page);
    await openLibrary(page);
    expect((await cards(page)).at(-1)).toBe('outside/far');
    await card(page, 'outside/far').scrollIntoViewIfNeeded();
    await card(page, 'outside/far').getByText('This page can’t be previewed with the template.').waitFor();
    expect(asked).toBe(1); // a missing picture is not requested again
    await bring(page, 'outside/far');
    expect(sent).toEqual([{ name: 'outside/far', assign_to_post: String(ids.story) }]);
  });

  test('nothing is wrong with it, wide and narrow, dark and from right to left, and it speaks the site’s language', async () => {
    for (const [language, options] of [
      ['en-US', {}],
      ['ar', { viewport: { width: 375, height: 812 }, dark: '1' as const }],
    ] as const) {
      const isArabic = language === 'ar';
      await site.set({ site_language: language });
      const page = await open('/a-story/', options);
      await page.getByRole('button', { name: isArabic ? /^القالب: / : /^Template: / }).click();
      await page
        .getByRole('button', {
          name: isArabic ? catalogue.panel_load : 'Load from Cloud Library',
          exact: true,
        })
        .click();
      await page.locator('.library-item .is-there').first().waitFor();
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
      expect((await page.locator('.library-window').boundingBox())?.width).toBe(isArabic ? 375 : 1240);
      expect(await page.locator('.library-window h2').textContent()).toMatch(
        isArabic ? /^المكتبة السحابية: / : /^Cloud Library: /,
      );
      const scheme = new URL(
        (await page.locator('.library-item iframe').first().getAttribute('src')) ?? '',
        site.url,
      ).searchParams.get('scheme');
      expect(scheme).toBe(isArabic ? 'dark' : 'light');
    }
    await site.set({ site_language: null });
  });
});
