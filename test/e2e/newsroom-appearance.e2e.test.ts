import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readSettings, saveSettings } from '../../src/modules/settings/store.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0, rivers: 0 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  ids.rivers = await makeTerm(tx, { name: 'Rivers', slug: 'rivers' });
  for (const [title, slug] of [
    ['Ferries return to the river', 'ferries-return'],
    ['Ferries stop on the river', 'ferries-stop'],
    ['Ferries wait at the river', 'ferries-wait'],
  ] as const)
    await makePost(tx, { title, slug, authorId: ids.mirai, termIds: [ids.rivers] });
});

const open = (path: string, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const stored = async () => {
  let settings: Record<string, unknown> = {};
  await site.write(async (tx) => void (settings = { ...(await readSettings(tx.db)).settings }));
  return settings;
};
const write = (values: Record<string, unknown>) =>
  site.write(async (tx) => void (await saveSettings(tx, values)));
const clear = () => write({ look: null, related_posts_layout: null, related_posts_headline: null });
const look = (page: Page, name: string) => page.locator(`[data-look=${name}]`);
const part = (page: Page, path: string) => page.locator(`[data-part="${path}"]`);
const panel = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const preview = (page: Page) => page.frameLocator('.settings-preview iframe');
const front = async () => (await fetch(site.url)).text();

test('[IMP-12] looks are thumbnails of the front page; one click previews one, saving applies it, and it is undone', async () => {
  const page = await open('/wp-admin/themes.php');
  await expect.poll(() => page.locator('.look[data-loaded=true]').count()).toBe(5);
  await look(page, 'tabloid')
    .frameLocator('iframe')
    .getByText('Ferries return to the river')
    .first()
    .waitFor();
  expect(await look(page, 'broadsheet').textContent()).toContain('Current');
  await page.getByRole('button', { name: 'Tabloid', exact: true }).click();
  expect(await page.getByRole('button', { name: 'Tabloid', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await preview(page).locator('style, link').first().waitFor({ state: 'attached' });
  expect((await stored())['look']).toEqual({});
  await save(page);
  await expect.poll(async () => (await stored())['look']).toEqual({ base: 'tabloid' });
  await expect.poll(() => toast(page).textContent()).toContain('1 setting saved.');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await stored())['look']).toEqual({});
  await expect.poll(() => look(page, 'broadsheet').getAttribute('data-current')).toBe('true');
});

test('[IMP-12] one click applies a look to the site, and undo restores the one before, with its changes', async () => {
  await site.write((tx) => saveSettings(tx, { look: { corners: 9 } }));
  const page = await open('/wp-admin/themes.php');
  await page.getByRole('button', { name: 'Apply Local' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())['look']).toEqual({ base: 'local' });
  await expect.poll(() => look(page, 'local').textContent()).toContain('Current');
  expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Local');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await stored())['look']).toEqual({ corners: 9 });
  await expect.poll(() => look(page, 'broadsheet').textContent()).toContain('Current');
  await site.write((tx) => saveSettings(tx, { look: null }));
});

test('[IMP-12] fonts are uploaded, previewed unsaved with the other changes, and removed', async () => {
  const page = await open('/wp-admin/themes.php?panel=fonts', { expectedMessages: /status of 400/ });
  const field = part(page, 'ownFonts.headlines');
  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const chooser = page.waitForEvent('filechooser');
    await field.getByRole('button', { name: /^Upload files/ }).click();
    await (await chooser).setFiles(files);
  };
  const bytes = async (name: string) => ({
    name: `${name}.woff2`,
    mimeType: 'font/woff2',
    buffer: await readFile(
      `node_modules/@fontsource-variable/newsreader/files/newsreader-${name}-wght-normal.woff2`,
    ),
  });
  await choose({ name: 'a.woff2', mimeType: 'font/woff2', buffer: Buffer.from('<b>no font</b>') });
  await field.getByRole('alert').waitFor();
  expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
  await choose(await bytes('latin'), await bytes('latin-ext'));
  await field.getByText('Newsreader').waitFor();
  await expect
    .poll(() =>
      preview(page)
        .locator('html')
        .evaluate(({ ownerDocument }) =>
          [...ownerDocument.styleSheets].some((sheet) =>
            [...sheet.cssRules].some((rule) => /\/fonts\/[0-9a-f]{32}\.woff2/.test(rule.cssText)),
          ),
        ),
    )
    .toBe(true);
  expect((await stored())['look']).toEqual({});
  await save(page);
  await expect
    .poll(async () => (await stored())['look'])
    .toMatchObject({ ownFonts: { headlines: [{ style: 'normal' }, { style: 'normal' }] } });
  await field.getByRole('button', { name: 'Reset Custom fonts for headlines' }).click();
  await save(page);
  await expect.poll(async () => (await stored())['look']).toEqual({});
});

test('[IMP-12] choosing a look keeps nothing of unsaved changes, and undo restores them', async () => {
  const page = await open('/wp-admin/themes.php?panel=lines');
  await part(page, 'corners').getByRole('spinbutton').fill('9');
  await page.getByRole('button', { name: 'Local', exact: true }).click();
  expect(await part(page, 'corners').getByRole('spinbutton').inputValue()).toBe('3');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => part(page, 'corners').getByRole('spinbutton').inputValue()).toBe('9');
  expect(await look(page, 'broadsheet').getAttribute('data-current')).toBe('true');
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Users' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
});

test('[IMP-12] each kind of part is changed, marked, shown by the preview, reset and saved', async () => {
  const page = await open('/wp-admin/themes.php?panel=header');
  await page.getByLabel('Header layout').selectOption({ label: 'Name on the left' });
  await expect.poll(() => part(page, 'header.layout').textContent()).toContain('Broadsheet: Centered');
  expect(await panel(page, 'Header').textContent()).toContain('1 change');
  await page.getByRole('button', { name: 'Reset Header layout' }).press('Enter');
  await expect
    .poll(() =>
      page.getByLabel('Header layout').evaluate((field) => field === field.ownerDocument.activeElement),
    )
    .toBe(true);
  expect(await page.getByLabel('Header layout').inputValue()).toBe('centred');
  await panel(page, 'Fonts').click();
  await page.getByLabel('Font pair').selectOption({ label: 'Bitter and Source Sans 3' });
  await part(page, 'headlines.weight').getByRole('spinbutton').fill('700');
  await page.getByLabel('Headlines in capitals').check();
  await panel(page, 'Colors').click();
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#0a7d4f');
  await page.getByLabel('Category colors').selectOption({ label: 'Your own list' });
  await page.getByRole('button', { name: 'Add color' }).click();
  await page.getByRole('textbox', { name: 'Color 2', exact: true }).fill('#a00');
  await page.getByLabel('Give one category its own color').selectOption({ label: 'Rivers' });
  await page.getByLabel('Pick: Rivers').fill('#00aa00');
  await expect
    .poll(() =>
      preview(page)
        .locator('html')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--blue').trim()),
    )
    .toBe('#0a7d4f');
  await panel(page, 'Additional CSS').click();
  await page.getByLabel('Additional CSS', { exact: true }).fill('body{letter-spacing:3px}');
  await expect
    .poll(() =>
      preview(page)
        .locator('body')
        .evaluate((body) => getComputedStyle(body).letterSpacing),
    )
    .toBe('3px');
  await save(page);
  await expect
    .poll(async () => (await stored())['look'])
    .toEqual({
      fonts: 'slab',
      headlines: { weight: 700, capitals: true },
      colours: { accent: '#0a7d4f', categories: ['#0a7d4f', '#a00'], category: { rivers: '#00aa00' } },
    });
  expect((await stored())['additional_css']).toContain('letter-spacing');
  expect(await front()).toContain('#0a7d4f');
  await write({ look: null, additional_css: null });
});

test('[IMP-12] contrast is shown, automatic corrections are named, and text that is no colour changes nothing', async () => {
  const page = await open('/wp-admin/themes.php?panel=colours');
  const accent = page.getByRole('textbox', { name: 'Accent', exact: true });
  const note = (scheme: string) => part(page, 'colours.accent').locator(`[data-scheme=${scheme}]`);
  await accent.fill('#ffd400');
  await expect
    .poll(() => note('light').textContent())
    .toMatch(/Light: contrast 1\.\d and 1\.\d.*Too low for text/);
  expect(await note('dark').getAttribute('data-corrected')).toBe('false');
  await accent.fill('#0f6b4a');
  await expect.poll(() => note('light').getAttribute('data-corrected')).toBe('false');
  for (const wrong of ['red', '#12', 'url(x)', '"><b>']) {
    await accent.fill(wrong);
    await part(page, 'colours.accent').getByRole('alert').waitFor();
  }
  await page.getByRole('button', { name: 'Reset Accent' }).first().click();
  await expect.poll(() => accent.inputValue()).toBe('#0b5cff');
  expect(await part(page, 'colours.accent').getByRole('alert').count()).toBe(0);
  await accent.fill('#0f6b4a');
  await accent.fill('red');
  await save(page);
  await expect.poll(async () => (await stored())['look']).toEqual({ colours: { accent: '#0f6b4a' } });
  await clear();
});

test('[IMP-12] the preview shows front page, article and category, wide and on a phone, light and dark; the address keeps it', async () => {
  const page = await open('/wp-admin/themes.php');
  const choice = page.getByLabel('Page', { exact: true });
  await preview(page).getByText('Ferries return to the river').first().waitFor();
  await choice.selectOption({ label: 'Rivers' });
  await preview(page).getByRole('heading', { level: 1, name: 'Rivers' }).waitFor();
  await page.getByRole('button', { name: 'On a phone' }).click();
  await expect
    .poll(() => page.locator('.settings-preview iframe').evaluate((frame) => getComputedStyle(frame).width))
    .toBe('375px');
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await preview(page).locator('html.is_dark').waitFor();
  await page.reload();
  await preview(page).locator('html.is_dark').waitFor();
  await preview(page).getByRole('heading', { level: 1, name: 'Rivers' }).waitFor();
  const query = new URL(page.url()).searchParams;
  expect([query.get('page'), query.get('device'), query.get('scheme')]).toEqual(['archive', 'phone', 'dark']);
});

test('[IMP-12] a concurrent change of the look shows both sides; either is kept', async () => {
  const page = await open('/wp-admin/themes.php', { expectedMessages: /status of 409/ });
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await write({ look: { base: 'local', corners: 9 } });
  await save(page);
  const conflict = page.getByRole('alert').filter({ hasText: 'Local, 1 change' });
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => look(page, 'local').getAttribute('data-current')).toBe('true');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await write({ look: { base: 'tabloid' } });
  await save(page);
  await page.getByRole('alert').getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await expect.poll(async () => (await stored())['look']).toEqual({ base: 'review' });
  await clear();
});

test('[IMP-12] a look is exported, imported and undone; hostile files are refused and change nothing', async () => {
  await write({ look: { base: 'local', corners: 9 } });
  const page = await open('/wp-admin/themes.php', { expectedMessages: /status of 400/ });
  await look(page, 'local').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const exported = await readFile(await download.path());
  expect([download.suggestedFilename(), JSON.parse(exported.toString())]).toMatchObject([
    'look.json',
    { broadsheet_look: 1, base: 'local', corners: 9 },
  ]);
  await clear();
  const importFile = async (content: string | Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import', exact: true }).click(),
    ]);
    await chooser.setFiles({ name: 'look.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  };
  const refusal = page.locator('.problem');
  for (const [content, message] of [
    ['{"corners":', 'not valid JSON'],
    ['{"corners":3}', 'not a Broadsheet look'],
    ['{"broadsheet_look":1,"colours":{"accent":"</style><script>alert(1)</script>"}}', 'expected a color'],
  ] as const) {
    await importFile(content);
    await expect.poll(() => refusal.textContent()).toContain(message);
  }
  expect((await stored())['look']).toEqual({});
  await importFile(exported);
  await expect.poll(() => toast(page).textContent()).toContain('Look imported.');
  expect((await stored())['look']).toMatchObject({ base: 'local', corners: 9 });
  await expect.poll(() => look(page, 'local').getAttribute('data-current')).toBe('true');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored())['look']).toEqual({});
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => refusal.textContent()).toContain('Save or discard your changes');
});

test('[IMP-12] a placeholder is shown while the settings load', async () => {
  const page = await open('/wp-admin/options-general.php');
  await page.getByLabel('Tagline', { exact: true }).waitFor();
  await page.route('**/broadsheet/v1/settings', () => undefined);
  await page.goto(`${site.url}/wp-admin/themes.php`);
  await page.locator('.skeleton').waitFor({ state: 'attached' });
  expect(await page.locator('.looks').count()).toBe(0);
});

test('[IMP-12] the settings screen links here, and editors see which capability they lack', async () => {
  const page = await open('/wp-admin/options-general.php?page=appearance');
  await page.getByRole('link', { name: 'Edit in Appearance' }).click();
  await page.getByRole('heading', { level: 1, name: 'Appearance' }).waitFor();
  const refused = await open('/wp-admin/themes.php', {}, ids.edda);
  await refused.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await refused.getByText('“manage_options”').count()).toBe(1);
  expect(await refused.getByRole('link', { name: 'Appearance' }).count()).toBe(0);
});

test('[IMP-12] a look is chosen and a part changed with the keyboard alone', async () => {
  const page = await open('/wp-admin/themes.php');
  await page.getByRole('button', { name: 'Technology', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => look(page, 'technology').getAttribute('data-current')).toBe('true');
  await panel(page, 'Spacing').focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Space between columns and sections', { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Airy');
  expect(await page.getByLabel('Space between columns and sections', { exact: true }).inputValue()).toBe(
    'airy',
  );
  await page.getByRole('button', { name: 'Save changes' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())['look']).toEqual({ base: 'technology', spacing: 'airy' });
  await clear();
});

test.each(['customize.php?autofocus[section]=related', 'customize.php?broadsheetrpcustomize=1'])(
  '[IMP-16] %s opens the related posts with an article',
  async (path) => {
    const page = await open(`/wp-admin/${path}`);
    await page.getByLabel('Number of posts').waitFor();
    expect(await panel(page, 'Related posts').getAttribute('aria-expanded')).toBe('true');
    await preview(page).locator('#jp-relatedposts').waitFor();
  },
);

test('[IMP-16] the preview’s list has the flag, follows unsaved settings, and re-renders as a partial, not as a page', async () => {
  const page = await open('/wp-admin/customize.php?autofocus[section]=related');
  const requests: URL[] = [];
  const rendered: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.searchParams.has('relatedposts')) requests.push(url);
    if (url.pathname.endsWith('/settings/preview')) rendered.push(request.postData() ?? '');
  });
  await page.reload();
  const items = preview(page).locator('.jp-relatedposts-items');
  await expect.poll(() => items.getAttribute('class')).toContain('jp-relatedposts-grid');
  await expect
    .poll(() => requests.map(({ searchParams }) => searchParams.get('broadsheetrpcustomize')))
    .toEqual(['1']);
  await page.getByLabel('Layout', { exact: true }).selectOption({ label: 'One below the other' });
  await expect.poll(() => items.getAttribute('class')).toContain('jp-relatedposts-list');
  await page.getByLabel('Heading level of titles').selectOption('h2');
  await page.getByLabel('Thumbnails').uncheck();
  await page.getByLabel('Headline', { exact: true }).fill('Read <b>next</b>');
  await expect
    .poll(() => preview(page).locator('.jp-relatedposts-headline').textContent())
    .toBe('Read <b>next</b>');
  expect([
    await preview(page).locator('h2.jp-relatedposts-post-title').count(),
    await items.getAttribute('class'),
    await preview(page).locator('.jp-relatedposts-post-img, .jp-relatedposts-post-aoverlay').count(),
    requests.length,
    rendered.filter((body) => body.includes('"/ferries')).length,
  ]).toEqual([2, 'jp-relatedposts-items jp-relatedposts-items-minimal jp-relatedposts-list', 0, 1, 1]);
  await page.getByLabel('Number of posts').fill('1');
  await expect.poll(() => preview(page).locator('.jp-relatedposts-post').count()).toBe(1);
  await expect
    .poll(() => preview(page).locator('.jp-relatedposts-headline').textContent())
    .toBe('Read <b>next</b>');
  expect((await stored())['related_posts_layout']).toBe('grid');
  await save(page);
  await expect.poll(async () => (await stored())['related_posts_layout']).toBe('list');
  await write({
    related_posts_layout: null,
    related_posts_headline: null,
    related_posts_size: null,
    related_posts_heading: null,
    related_posts_show_thumbnails: null,
  });
});

test.each(drawnLooks('the appearance'))(
  '[IMP-12] the appearance has no serious accessibility faults: %s',
  async (name, options) => {
    const page = await open('/wp-admin/themes.php', options);
    await look(page, 'broadsheet').waitFor();
    for (const title of [
      'Colors',
      'Fonts',
      'Logo',
      'Header',
      'Lines and corners',
      'Related posts',
      'Additional CSS',
    ]) {
      await panel(page, title).click();
      await page.locator('.look-panel-body:not([hidden]) .setting').first().waitFor();
      expect(await seriousFaults(page), title).toEqual({ faults: [], tooWide: 0 });
    }
    if (!name.includes('phone')) return;
    await page.getByRole('button', { name: 'Preview' }).click();
    await preview(page).getByText('Ferries').first().waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await page.getByRole('button', { name: 'Close preview' }).click();
    await page.getByRole('button', { name: 'Tabloid', exact: true }).click();
    expect(await look(page, 'tabloid').getAttribute('data-current')).toBe('true');
  },
);
