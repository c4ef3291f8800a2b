import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { asItStands } from '../../src/kernel/command.ts';
import { saveWidgetArea } from '../../src/modules/widgets/commands.ts';
import { findWidgetArea } from '../../src/modules/widgets/store.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';
import { chief, paragraph } from '../harness/writer.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0 };
const phone = { width: 375, height: 812 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  await makePost(tx, { title: 'Ferries return', slug: 'ferries', authorId: ids.mirai, termIds: [science] });
});

const three = ['First words', 'Second words', 'Third words'].map(paragraph).join('\n\n');

beforeEach(async () => {
  await site.write(async (tx) => {
    await tx.db.deleteFrom('widget_area').execute();
    tx.emit('widget-area:sidebar');
    await saveWidgetArea(tx, chief, { area: 'sidebar-single', content: three }, asItStands);
  });
});

const open = (options: NewsroomOptions = {}, area = 'sidebar-single', user = ids.mirai) =>
  openNewsroom(browser, site, `/wp-admin/widgets.php${area === '' ? '' : `?area=${area}`}`, user, options);
const canvas = (page: Page) => page.frameLocator('iframe[name=editor-canvas]');
const blocks = (page: Page) => canvas(page).locator('.is-root-container > [data-block]');
const opened = async (options: NewsroomOptions = {}) => {
  const page = await open(options);
  await blocks(page).nth(2).waitFor();
  return page;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The texts of an area's blocks in the editor. */
const texts = (page: Page) => blocks(page).allInnerTexts();
const stored = async (area = 'sidebar-single') => {
  let found: Awaited<ReturnType<typeof findWidgetArea>> | undefined;
  await site.write(async (tx) => void (found = await findWidgetArea(tx.db, area)));
  return found;
};
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const saved = async (page: Page) => {
  await button(page, 'Save').click();
  await expect.poll(() => toast(page).textContent()).toContain('Widgets saved.');
};
const typeInto = async (page: Page, place: number, text: string) => {
  await blocks(page).nth(place).click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
};
const focusedLabel = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );
const article = async () => (await fetch(`${site.url}/ferries/`)).text();
const insert = async (page: Page, name: string) => {
  await button(page, 'Add block').click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
};

site.onBoth(
  '[IMP-21] widgets are added, saved and shown to readers at once, and the save can be undone',
  async () => {
    const page = await opened();
    expect(await page.getByRole('link', { name: /^Sidebar: Articles/ }).getAttribute('aria-current')).toBe(
      'page',
    );
    for (const name of [
      'Search',
      'Categories List',
      'Tag Cloud',
      'RSS',
      'Menu',
      'Trending',
      'Ad slot',
      'Custom HTML',
    ]) {
      await button(page, 'Add block').click();
      await page.getByRole('searchbox', { name: 'Search' }).fill(name);
      await page.getByRole('option', { name, exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.widget-drawer').waitFor({ state: 'detached' });
    }
    await insert(page, 'Categories List');
    await expect.poll(() => blocks(page).count()).toBe(4);
    await saved(page);
    expect((await stored())?.content).toContain('<!-- wp:categories');
    expect(await article()).toContain('wp-block-categories');
    await page.locator('.components-snackbar').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => toast(page).textContent()).toContain('Widgets restored.');
    expect((await stored())?.content).toBe(three);
    await expect.poll(() => texts(page)).toEqual(['First words', 'Second words', 'Third words']);
    await expect.poll(article).not.toContain('wp-block-categories');
  },
);

test('[IMP-21] widgets are moved, duplicated and removed, by pointer and by keyboard, and each step is undone', async () => {
  const page = await opened();
  await blocks(page).nth(1).click();
  await page.getByRole('button', { name: 'Move up' }).click();
  await expect.poll(() => texts(page)).toEqual(['Second words', 'First words', 'Third words']);
  await page.keyboard.press('Control+Shift+Alt+y');
  await expect.poll(() => texts(page)).toEqual(['First words', 'Second words', 'Third words']);
  await page.keyboard.press('Control+Shift+d');
  await expect
    .poll(() => texts(page))
    .toEqual(['First words', 'Second words', 'Second words', 'Third words']);
  await page.keyboard.press('Shift+Alt+z');
  await expect.poll(() => texts(page)).toEqual(['First words', 'Second words', 'Third words']);
  for (let step = 0; step < 3; step++) await button(page, 'Undo').click();
  await expect.poll(() => texts(page)).toEqual(['Second words', 'First words', 'Third words']);
  await button(page, 'Redo').click();
  await expect.poll(() => texts(page)).toEqual(['First words', 'Second words', 'Third words']);
});

test('[IMP-21] widgets are dragged in the list view', async () => {
  const page = await opened();
  await button(page, 'List view').click();
  const rows = page.locator('.block-editor-list-view-leaf');
  await rows.nth(2).waitFor();
  await rows
    .nth(2)
    .locator('.block-editor-list-view-block-select-button')
    .dragTo(rows.nth(0), {
      targetPosition: { x: 40, y: 2 },
    });
  await expect.poll(() => texts(page)).toEqual(['Third words', 'First words', 'Second words']);
});

test('[IMP-21] settings of a widget are edited in the panel', async () => {
  await site.write((tx) =>
    saveWidgetArea(
      tx,
      chief,
      {
        area: 'sidebar-single',
        content: '<!-- wp:broadsheet/post-list {"limit":3,"style":"compact","td_column_number":1} /-->',
      },
      asItStands,
    ),
  );
  const page = await open();
  await canvas(page).getByText('Ferries return').first().waitFor();
  await blocks(page).first().click();
  await page.getByLabel('Custom title').fill('Off the quay');
  await saved(page);
  expect((await stored())?.content).toContain('"custom_title":"Off the quay"');
  expect(await article()).toContain('Off the quay');
});

test('[IMP-21] everything can be done with the keyboard alone', async () => {
  const page = await opened();
  await button(page, 'Add block').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  await page.keyboard.type('Calendar');
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Calendar']);
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'option')) break;
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => blocks(page).count()).toBe(4);
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedLabel(page)).toBe('Add block');
  await page.keyboard.press('Control+s');
  await expect.poll(() => toast(page).textContent()).toContain('Widgets saved.');
  expect((await stored())?.content).toContain('wp:calendar');
});

test('[IMP-21] a panel that is closed returns the focus to the button that opened it', async () => {
  const page = await opened({ viewport: { width: 1000, height: 800 } });
  for (const [name, closing] of [
    ['List view', 'Close list view'],
    ['Block settings', 'Close settings'],
    ['Preview', 'Close preview'],
  ] as const) {
    await button(page, name).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => button(page, name).getAttribute('aria-expanded')).toBe('true');
    expect(await button(page, name).getAttribute('aria-pressed')).toBe(null);
    await button(page, closing).focus();
    await page.keyboard.press('Enter');
    await button(page, closing).waitFor({ state: 'detached' });
    await expect.poll(() => focusedLabel(page)).toBe(name);
  }
});

test('[IMP-21] blocks that are changed during a save stay, also if the server cleaned the saved ones', async () => {
  const page = await opened();
  const held = Promise.withResolvers<void>();
  await page.route('**/broadsheet/v1/widget-areas/sidebar-single', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { readonly content: string };
    await held.promise;
    await route.fulfill({ response, json: { ...body, content: body.content.replace('Third', 'Cleaned') } });
  });
  await typeInto(page, 0, ' saved');
  await button(page, 'Save').click();
  await expect.poll(async () => (await stored())?.content).toContain('First words saved');
  await typeInto(page, 1, ' typed');
  held.resolve();
  await expect.poll(() => toast(page).textContent()).toContain('Widgets saved.');
  expect(await texts(page)).toEqual(['First words saved', 'Second words typed', 'Third words']);
  await button(page, 'Save').click();
  await expect.poll(() => texts(page)).toEqual(['First words saved', 'Second words typed', 'Cleaned words']);
  expect((await stored())?.content).toContain('Second words typed');
});

test('[IMP-21] undoing a save leaves blocks that were changed since', async () => {
  const page = await opened();
  await typeInto(page, 0, ' saved');
  await saved(page);
  await typeInto(page, 1, ' typed');
  await page.locator('.components-snackbar').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Widgets restored.');
  expect((await stored())?.content).toBe(three);
  expect(await texts(page)).toEqual(['First words saved', 'Second words typed', 'Third words']);
  await button(page, 'Save').click();
  await expect.poll(async () => (await stored())?.content).toContain('Second words typed');
});

site.onBoth(
  '[IMP-21] an area is reset to the blocks of its template, and the reset can be undone',
  async () => {
    const page = await opened();
    await button(page, 'Reset').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => toast(page).textContent()).toContain('Widget area reset.');
    expect(await stored()).toMatchObject({ content: undefined, revision: 2 });
    await expect.poll(article).not.toContain('Second words');
    await page.getByText('Not edited: pages show the blocks of their template.').waitFor();
    await page.locator('.components-snackbar').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => texts(page)).toEqual(['First words', 'Second words', 'Third words']);
    await expect.poll(article).toContain('Second words');
  },
);

site.onBoth(
  '[IMP-21] a save that is stale shows both versions, and overwrites only when told to',
  async () => {
    const page = await opened({ expectedMessages: /status of 409/ });
    await blocks(page).nth(2).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' of mine');
    await site.write((tx) =>
      saveWidgetArea(tx, chief, { area: 'sidebar-single', content: paragraph('Of Bob') }, asItStands),
    );
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Another user saved this widget area' });
    await dialog.locator('section').nth(1).waitFor();
    expect(await dialog.locator('section').allInnerTexts()).toEqual([
      expect.stringContaining('Third words of mine'),
      expect.stringContaining('Of Bob'),
    ]);
    expect((await stored())?.content).toBe(paragraph('Of Bob'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await texts(page)).at(-1)).toBe('Third words of mine');
    await button(page, 'Save').click();
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect.poll(async () => (await stored())?.content).toContain('Third words of mine');
  },
);

test('[IMP-21] the preview shows unsaved widgets on a page that has the area, and readers don’t see them', async () => {
  const page = await opened();
  await button(page, 'Preview').click();
  const shown = page.frameLocator('.widget-preview iframe');
  await shown.getByText('Second words').waitFor();
  await blocks(page).nth(0).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' unsaved');
  await shown.getByText('First words unsaved').waitFor();
  expect(await article()).not.toContain('unsaved');
  await page.getByRole('link', { name: 'Menus' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  expect(await texts(page)).toContain('First words unsaved');
});

test('[IMP-21] the preview scrolls to the area without moving the newsroom', async () => {
  const page = await opened({ viewport: phone });
  await button(page, 'Preview').click();
  const closing = button(page, 'Close preview');
  await closing.waitFor();
  const before = await closing.boundingBox();
  const area = page.frameLocator('.widget-preview iframe').locator('.column-sidebar');
  const topOf = () => area.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await expect.poll(topOf).toBe(0);
  expect(await closing.boundingBox()).toEqual(before);
});

site.onBoth('[IMP-21] widgets of a WordPress site are imported after a report', async () => {
  const page = await opened({ expectedMessages: /status of 400/ });
  await button(page, 'Import widgets').click();
  const dialog = page.getByRole('dialog', { name: 'Import widgets' });
  const choose = (text: string) =>
    dialog.getByLabel('File of widgets').setInputFiles({
      name: 'site.wie',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  await choose('<rss></rss>');
  await dialog.getByText('it is not valid JSON').waitFor();
  await choose(
    JSON.stringify({
      'sidebar-1': {
        'text-2': { title: 'About <b>us</b>', text: 'Foxes<script>alert(1)</script>' },
        'meta-2': {},
      },
      'Promo zone': { 'search-3': { title: '' } },
      'sidebar-single': { 'text-5': { text: 'Imported words' } },
    }),
  );
  await dialog.getByText('Left out').waitFor();
  expect(await dialog.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/sidebar-1\s+All sidebars\s+1\s+0/),
    expect.stringMatching(/Promo zone\s+promo-zone\s+1\s+0/),
    expect.stringMatching(/sidebar-single\s+Sidebar: Articles\s+1\s+0/),
  ]);
  await dialog.getByRole('button', { name: 'Import 3 widgets' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('3 widgets imported.');
  await expect.poll(() => texts(page)).toContain('Imported words');
  await page.getByRole('heading', { name: 'Not placed' }).waitFor();
  await page.getByRole('link', { name: /^promo-zone/ }).click();
  await page.getByText('No template contains this area.').waitFor();
  const { content = '' } = (await stored('sidebar')) ?? {};
  expect(content).toContain('Foxes');
  expect(content).not.toContain('script');
});

test('[IMP-21] an area can be edited by touch on a phone', async () => {
  const page = await opened({ viewport: phone, hasTouch: true });
  await blocks(page).nth(0).tap();
  await page.locator('.widget-tools').getByRole('button', { name: 'Move down' }).tap();
  await expect.poll(() => texts(page)).toEqual(['Second words', 'First words', 'Third words']);
  await button(page, 'Block settings').tap();
  await page.getByRole('region', { name: 'Settings' }).getByText('Paragraph').first().waitFor();
  await button(page, 'Close settings').tap();
  await button(page, 'Add block').tap();
  await page.getByRole('option', { name: 'Calendar', exact: true }).tap();
  await expect.poll(() => blocks(page).count()).toBe(4);
  await button(page, 'Save').tap();
  await page.getByText('Widgets saved.').first().waitFor();
  expect((await stored())?.content).toContain('wp:calendar');
  await page.getByRole('combobox', { name: 'Widget area' }).selectOption('footer-1');
  await page.getByRole('heading', { level: 2, name: 'Footer column 1' }).waitFor();
});

test.each(drawnLooks('widgets'))(
  '[IMP-21] the screen has no serious accessibility faults: %s',
  async (_name, options) => {
    await site.write((tx) =>
      saveWidgetArea(
        tx,
        chief,
        {
          area: 'sidebar-single',
          content: [
            '<script>alert(1)</script>',
            '\u202Eevil\u202C',
            'x'.repeat(300),
            'أخبار الاقتصاد العالمي',
          ]
            .map(paragraph)
            .join('\n\n'),
        },
        asItStands,
      ),
    );
    const page = await opened(options);
    await blocks(page).first().waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 }); // without a selected block
    await blocks(page).nth(1).click();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await button(page, 'Preview').click();
    await page.locator('.widget-preview iframe').waitFor();
    await button(page, 'List view').click();
    await page.locator('.block-editor-list-view-leaf').first().waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  },
);

test('[IMP-21] editors can’t edit widgets, and the screen names the missing capability', async () => {
  const page = await open({}, '', ids.edda);
  await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await page.getByText('“edit_theme_options”').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Widgets' }).count()).toBe(0);
});

test('[IMP-21] an address of an area that does not exist says so', async () => {
  const page = await open({}, '%3Cscript%3Ealert(1)');
  await page.getByText('There is no widget area “<script>alert(1)”').waitFor();
});
