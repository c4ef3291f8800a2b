import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import {
  assignMenu,
  createMenu,
  findMenuItems,
  findMenuLocations,
  listMenus,
  replaceMenuItems,
} from '../../src/modules/menus/store.ts';
import { treeOf } from '../../src/modules/menus/tree-commands.ts';
import { atRest, standsStill } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0, about: 0, science: 0, local: 0, menu: 0 };
const phone = { width: 375, height: 812 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  ids.about = await makePost(tx, { type: 'page', title: 'About us', slug: 'about', authorId: ids.mirai });
  ids.science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  ids.local = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Harbour', slug: 'harbour' });
  await makePost(tx, { title: 'Ferries return', authorId: ids.mirai, termIds: [ids.science, ids.local] });
});

const standard = ['Home', 'Sport', 'Football', 'Arts'] as const;

beforeEach(async () => {
  await site.write(async (tx) => {
    for (const { id } of await listMenus(tx.db)) {
      await tx.db.deleteFrom('menu_item').where('menu_id', '=', id).execute();
      await tx.db.deleteFrom('menu').where('id', '=', id).execute();
    }
    await tx.db.deleteFrom('menu_location').execute();
    ids.menu = await createMenu(tx, { name: 'Sections' });
    await replaceMenuItems(
      tx,
      ids.menu,
      standard.map((label) => ({
        label,
        url: `/${label.toLowerCase()}/`,
        ...(label === 'Football' ? { parent: 1 } : {}),
      })),
    );
    await assignMenu(tx, 'primary', ids.menu);
  });
});

const open = (options: NewsroomOptions = {}, path = '/wp-admin/nav-menus.php', user = ids.mirai) =>
  openNewsroom(browser, site, path, user, options);
const opened = async (options: NewsroomOptions = {}) => {
  const page = await open(options);
  await page.locator('.menu-row').first().waitFor();
  return page;
};
const items = async (menuId = ids.menu) => {
  let found: Awaited<ReturnType<typeof findMenuItems>> = [];
  await site.write(async (tx) => void (found = await findMenuItems(tx.db, menuId)));
  return found;
};
/** `Home, Sport, -Football`: the stored menu with a hyphen for each level. */
const stored = async (menuId?: number) =>
  treeOf(await items(menuId))
    .map(({ item, depth }) => '-'.repeat(depth) + (item.label || `${item.object} ${item.objectId}`))
    .join(', ');
const row = (page: Page, name: string) =>
  page.locator('.menu-row', { has: page.locator(`bdi:text-is("${name}")`) });
const nameButton = (page: Page, name: string) => row(page, name).locator('.menu-row-name');
const shown = (page: Page) =>
  page
    .locator('.menu-row')
    .evaluateAll((rows) =>
      rows
        .map(
          (one) =>
            '-'.repeat(Number((one as HTMLElement).style.getPropertyValue('--depth'))) +
            (one.querySelector('bdi')?.textContent ?? ''),
        )
        .join(', '),
    );
const save = (page: Page) => page.getByRole('button', { name: 'Save menu' }).click();
const saved = async (page: Page) => {
  await save(page);
  await expect.poll(() => toast(page).textContent()).toContain('Menu saved.');
};
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
/** Waits until readers get a front page that contains the HTML. */
const published = (html: string) => expect.poll(async () => (await fetch(site.url)).text()).toContain(html);
/** Waits until an item that a page contains is hidden. */
const hidden = async (item: Locator) => {
  await item.waitFor({ state: 'attached' });
  await item.waitFor({ state: 'hidden' });
  expect(await item.count()).toBe(1);
};
const said = (page: Page) => page.locator('.menu-main > [role=status]').textContent();

test('[IMP-13] pages, categories, tags, authors, links and headings are added, saved at once and shown to readers', async () => {
  const page = await opened();
  const source = (name: string) =>
    page.locator('.menu-sources').getByRole('button', { name, exact: true }).click();
  const add = (name: string) => page.getByRole('button', { name: `Add “${name}”` }).click();
  await add('About us');
  await source('Categories');
  await page.getByRole('searchbox', { name: 'Search Categories' }).fill('scien');
  await add('Science');
  await source('Tags');
  await add('Harbour');
  await source('Authors');
  await add('Mirai');
  await source('Custom link');
  await page.getByLabel('Link text').fill('Weather');
  await page.getByLabel('Link address').fill('https://weather.example/');
  await page.keyboard.press('Enter');
  await source('Heading');
  await page.getByLabel('Text', { exact: true }).fill('More');
  await page.getByRole('button', { name: 'Add to menu' }).click();
  expect(await said(page)).toContain('“More” added to the end of the menu.');
  expect(await stored()).toBe('Home, Sport, -Football, Arts');
  await saved(page);
  expect(await stored()).toBe(
    `Home, Sport, -Football, Arts, page ${ids.about}, category ${ids.science}, post_tag ${ids.local}, Mirai, Weather, More`,
  );
  expect((await items()).slice(-3).map(({ type, url }) => [type, url])).toEqual([
    ['custom', expect.stringMatching(/^\/author\/mirai\/$/)],
    ['custom', 'https://weather.example/'],
    ['custom', '#'],
  ]);
  // Readers may get the previous page until the new one is rendered (decision 007).
  const links = async () =>
    [...(await (await fetch(site.url)).text()).matchAll(/<li class="menu-item"><a [^>]*>([^<]*)</g)].map(
      ([, name]) => name,
    );
  await expect
    .poll(links)
    .toEqual(expect.arrayContaining(['About us', 'Science', 'Harbour', 'Mirai', 'Weather']));
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => stored()).toBe('Home, Sport, -Football, Arts');
  await expect.poll(() => shown(page)).toBe('Home, Sport, -Football, Arts');
});

test('[IMP-13] items are moved by keyboard alone; each move keeps the focus and is announced', async () => {
  const page = await opened();
  await nameButton(page, 'Arts').focus();
  for (const [key, tree, words] of [
    ['Alt+ArrowUp', 'Home, Arts, Sport, -Football', 'Arts: position 2 of 3, top level.'],
    ['Alt+ArrowRight', 'Home, -Arts, Sport, -Football', 'Arts: position 1 of 1, below Home.'],
    ['Alt+ArrowRight', 'Home, -Arts, Sport, -Football', 'It can’t be moved further in that direction.'],
    ['Alt+ArrowLeft', 'Home, Arts, Sport, -Football', 'Arts: position 2 of 3, top level.'],
    ['Alt+ArrowDown', 'Home, Sport, -Football, Arts', 'Arts: position 3 of 3, top level.'],
    ['Alt+ArrowRight', 'Home, Sport, -Football, -Arts', 'Arts: position 2 of 2, below Sport.'],
  ] as const) {
    await page.keyboard.press(key);
    expect([await shown(page), await said(page)]).toEqual([tree, words]);
    expect(await page.evaluate(() => document.activeElement?.querySelector('bdi')?.textContent)).toBe('Arts');
  }
  // The buttons keep the focus as well, also at the end of their way.
  const up = row(page, 'Arts').getByRole('button', { name: 'Move up' });
  await up.focus();
  for (const tree of [
    'Home, Sport, -Arts, -Football',
    'Home, Arts, Sport, -Football',
    'Arts, Home, Sport, -Football',
    'Arts, Home, Sport, -Football',
  ]) {
    await page.keyboard.press('Enter');
    expect(await shown(page)).toBe(tree);
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('.menu-row')?.querySelector('bdi')?.textContent,
      ),
    ).toBe('Arts');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['control'])).toBe('up');
  }
  await saved(page);
  expect(await stored()).toBe('Arts, Home, Sport, -Football');
});

test('[IMP-13] items are dragged with the mouse to another place and level, with their descendants', async () => {
  const page = await opened();
  const middle = async (name: string) => {
    const box = await row(page, name).locator('.menu-row-handle').boundingBox();
    if (!box) throw new Error(`${name} has no handle.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async (name: string, to: string, by: number, isDropped = true) => {
    const [from, target] = [await middle(name), await middle(to)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 10);
    await page.mouse.move(from.x + by, target.y + 12, { steps: 4 });
    await page.locator('.menu-drop').waitFor();
    if (isDropped) await page.mouse.up();
  };
  await drag('Sport', 'Arts', 0);
  await expect.poll(() => shown(page)).toBe('Home, Arts, Sport, -Football');
  await drag('Sport', 'Football', 30);
  await expect.poll(() => shown(page)).toBe('Home, Arts, -Sport, --Football');
  await drag('Football', 'Home', 200, false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await shown(page)).toBe('Home, Arts, -Sport, --Football');
  await saved(page);
  expect(await stored()).toBe('Home, Arts, -Sport, --Football');
});

test('[IMP-13] items are dragged by touch on a phone', async () => {
  const page = await opened({ viewport: phone, hasTouch: true });
  const handle = row(page, 'Arts').locator('.menu-row-handle');
  await atRest(page); // the sources above the rows have loaded
  // Away from the window's edges, where a drag scrolls with every frame.
  await handle.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await standsStill(page);
  const [from, to] = [await handle.boundingBox(), await row(page, 'Sport').boundingBox()];
  if (!from || !to) throw new Error('The rows are not visible.');
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 20, y }],
    });
  await touch('touchStart', from.y + 20);
  await touch('touchMove', from.y);
  await touch('touchMove', to.y + 5);
  await page.locator('.menu-drop').waitFor();
  await touch('touchEnd', to.y + 5);
  await expect.poll(() => shown(page)).toBe('Home, Arts, Sport, -Football');
});

test('[IMP-13] a removed item is restored with its descendants', async () => {
  const page = await opened();
  await nameButton(page, 'Sport').click();
  await page.getByRole('button', { name: 'Remove from menu' }).click();
  expect(await shown(page)).toBe('Home, Football, Arts');
  expect(await page.evaluate(() => document.activeElement?.querySelector('bdi')?.textContent)).toBe(
    'Football',
  );
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => shown(page)).toBe('Home, Sport, -Football, Arts');
  expect(await page.getByRole('button', { name: 'Save menu' }).count()).toBe(0);
});

test('[IMP-13] [MENU-02] label, icon, badge, audience and mega menu are edited, previewed unsaved, and shown to readers', async () => {
  const page = await opened();
  await nameButton(page, 'Arts').click();
  await page.getByLabel('Label').fill('Arts & more');
  await page.getByLabel('Badge').fill('New');
  await page.getByRole('radio', { name: 'Star' }).check();
  await page.getByLabel('Visible to').selectOption({ label: 'Logged-in users' });
  await page.getByLabel('Open in a new tab').check();
  await page.getByLabel('Mega menu').selectOption({ label: 'Posts of a category' });
  await page.getByRole('combobox', { name: 'Category', exact: true }).fill('Scien');
  await page.getByRole('option', { name: 'Science' }).click();
  await page.getByRole('button', { name: 'Preview the mega menu' }).click();
  const frame = page.frameLocator('.menu-preview iframe');
  // The item is for logged-in users only.
  await hidden(frame.locator('.mega-menu .card-title', { hasText: 'Ferries return' }));
  await page.locator('.menu-preview').getByRole('button', { name: 'Logged in' }).click();
  await frame.locator('.mega-menu .card-title', { hasText: 'Ferries return' }).waitFor();
  expect(await (await fetch(site.url)).text()).not.toContain('Arts &amp; more');
  await saved(page);
  expect((await items()).find(({ label }) => label === 'Arts & more')).toMatchObject({
    icon: 'star',
    badge: 'New',
    audience: 'signed-in',
    target: '_blank',
    megaKind: 'category',
    megaId: ids.science,
  });
  await published('Arts &amp; more');
  const reader = await browser.newPage();
  await reader.goto(site.url);
  const item = reader.locator('.nav-menu .menu-item', { hasText: 'Arts & more' });
  await hidden(item);
  await reader.context().addCookies([{ name: 'broadsheet_name', value: 'Mirai', url: site.url }]);
  await reader.reload();
  await item.waitFor();
  expect(await item.locator('a .menu-badge').first().textContent()).toBe('New');
  expect(await item.locator('svg.menu-icon').count()).toBe(1);
  await item.hover();
  await item.locator('.card-title', { hasText: 'Ferries return' }).waitFor();
});

test('[IMP-13] [MENU-13] an item for visitors leaves the header and the mobile menu for logged-in users', async () => {
  const page = await opened();
  await nameButton(page, 'Home').click();
  await page.getByLabel('Visible to').selectOption({ label: 'Logged-out visitors' });
  await saved(page);
  await published('for-signed-out');
  for (const [viewport, menu] of [
    [{ width: 1280, height: 800 }, '.nav-menu'],
    [phone, '.mobile-menu'],
  ] as const) {
    const reader = await browser.newPage({ viewport });
    const home = reader.locator(`${menu} .menu-item`, { hasText: 'Home' });
    const sport = reader.locator(`${menu} .menu-item`, { hasText: 'Sport' }).first();
    const show = async () => {
      await reader.goto(site.url);
      if (menu === '.mobile-menu') await reader.locator('.mobile-menu-button').click();
      await sport.waitFor();
    };
    await show();
    await home.waitFor();
    await reader.context().addCookies([{ name: 'broadsheet_name', value: 'Mirai', url: site.url }]);
    await show();
    await hidden(home);
  }
});

test('[IMP-13] a menu is created, named, placed, chosen by its address, deleted and restored', async () => {
  const page = await open();
  await page.locator('.menu-row').first().waitFor();
  await page.getByRole('button', { name: 'New menu' }).click();
  const dialog = page.getByRole('dialog', { name: 'New menu' });
  await dialog.getByLabel('Menu name').fill('Footer links');
  await page.keyboard.press('Enter');
  await page.getByText('This menu has no items yet.').waitFor();
  const id = Number(new URL(page.url()).searchParams.get('menu'));
  await page.getByLabel('Menu name').fill('Small print');
  await page.getByLabel('Footer menu').check();
  await page.getByLabel('Main menu').check();
  expect(await page.getByText('Replaces “Sections”').count()).toBe(1);
  await page.getByRole('button', { name: 'Add “About us”' }).click();
  await saved(page);
  const places = async () => {
    let found = new Map<string, number>();
    await site.write(async (tx) => void (found = await findMenuLocations(tx.db)));
    return Object.fromEntries(found);
  };
  expect(await places()).toEqual({ footer: id, primary: id });
  await expect
    .poll(() => page.getByLabel('Menu', { exact: true }).locator('option:checked').textContent())
    .toBe('Small print');
  await page.getByRole('button', { name: 'Delete menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete menu' }).click();
  await row(page, 'Sport').waitFor();
  expect(await places()).toEqual({});
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await row(page, 'About us').waitFor();
  expect(Object.keys(await places()).toSorted()).toEqual(['footer', 'primary']);
});

test('[IMP-13] undoing a deletion can be repeated after a failure', async () => {
  const page = await opened({ expectedMessages: /status of 400/ });
  await page.getByRole('button', { name: 'Delete menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete menu' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Menu “Sections” deleted.');
  await page.route(
    /broadsheet\/v1\/menus/,
    (route) => route.fulfill({ status: 400, json: { code: 'busy', message: 'Not now.' } }),
    { times: 1 },
  );
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Not now.');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shown(page)).toBe('Home, Sport, -Football, Arts');
});

test('[IMP-13] undoing a save returns locations, and never discards later changes', async () => {
  let other = 0;
  await site.write(async (tx) => {
    other = await createMenu(tx, { name: 'Small print' });
    await assignMenu(tx, 'footer', other);
  });
  const atFooter = async () => {
    let found: number | undefined;
    await site.write(async (tx) => void (found = (await findMenuLocations(tx.db)).get('footer')));
    return found;
  };
  const page = await opened();
  await page.getByLabel('Footer menu').check();
  await nameButton(page, 'Arts').click();
  await page.getByLabel('Label').fill('Culture');
  await saved(page);
  expect([await stored(), await atFooter()]).toEqual(['Home, Sport, -Football, Culture', ids.menu]);
  await page.getByLabel('Badge').fill('New');
  const undo = page.getByRole('button', { name: 'Undo' }).last();
  await undo.click();
  await expect.poll(() => toast(page).textContent()).toContain('This menu has unsaved changes.');
  expect(await page.getByLabel('Badge').inputValue()).toBe('New');
  await page.locator('.menu-save').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await undo.click();
  await expect.poll(() => shown(page)).toBe('Home, Sport, -Football, Arts');
  expect([await stored(), await atFooter()]).toEqual(['Home, Sport, -Football, Arts', other]);
  expect(await page.getByRole('button', { name: 'Save menu' }).count()).toBe(0);
});

test('[IMP-13] unsaved changes are guarded', async () => {
  const page = await opened();
  await nameButton(page, 'Arts').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Settings' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await page.getByRole('button', { name: 'New menu' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  expect(await shown(page)).toBe('Home, Arts, Sport, -Football');
  await page.locator('.menu-save').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close without saving' }).click();
  expect(await shown(page)).toBe('Home, Sport, -Football, Arts');
});

test('[IMP-13] a concurrent save shows both menus; either can be kept', async () => {
  const page = await opened({ expectedMessages: /status of 409/ });
  const other = () =>
    site.write(
      async (tx) => void (await replaceMenuItems(tx, ids.menu, [{ label: 'Theirs', url: '/theirs/' }])),
    );
  await nameButton(page, 'Home').click();
  await page.getByLabel('Label').fill('Mine');
  await other();
  await save(page);
  const conflict = page.getByRole('dialog', { name: 'Another user saved this menu' });
  await expect
    .poll(() => conflict.getByRole('region', { name: 'Their version' }).textContent())
    .toContain('Theirs');
  expect(await conflict.getByRole('region', { name: 'Your version' }).textContent()).toContain('MineSport');
  expect(await stored()).toBe('Theirs');
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(() => stored()).toBe('Mine, Sport, -Football, Arts');
  await conflict.waitFor({ state: 'detached' });
  await page.getByLabel('Label').fill('Mine again');
  await other();
  await save(page);
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => shown(page)).toBe('Theirs');
  expect(await stored()).toBe('Theirs');
});

test('[IMP-13] an invalid item is refused at its field, and nothing is lost', async () => {
  const page = await opened({ expectedMessages: /status of 400/ });
  await nameButton(page, 'Arts').click();
  await page.getByLabel('URL').fill('javascript:alert(1)');
  await page.getByLabel('Badge').fill('Kept');
  await save(page);
  await expect.poll(() => row(page, 'Arts').locator('.menu-fault').textContent()).toContain('runs code');
  expect(await page.getByRole('alert').textContent()).toContain('Some items can’t be saved.');
  expect(await page.getByLabel('Badge').inputValue()).toBe('Kept');
  await page.getByLabel('URL').fill('/arts/');
  await saved(page);
  expect((await items()).find(({ label }) => label === 'Arts')).toMatchObject({
    url: '/arts/',
    badge: 'Kept',
  });
});

test('[IMP-13] names that look like markup, and those of right-to-left languages, are shown as text', async () => {
  const names = [
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    '{{constructor.constructor("alert(1)")()}}',
    '${alert(1)}',
    '&lt;b&gt;bold&lt;/b&gt;',
    '\u202Eevil\u202C',
    'أخبار الاقتصاد العالمي',
    'חדשות',
    'x'.repeat(400),
    '=HYPERLINK("https://evil.example")',
    'Café, rivière',
  ];
  await site.write(
    async (tx) =>
      void (await replaceMenuItems(
        tx,
        ids.menu,
        names.map((label, n) => ({ label, url: `/${n}/`, badge: '<b>x</b>' })),
      )),
  );
  for (const viewport of [{ width: 1280, height: 900 }, phone]) {
    const page = await opened({ viewport });
    expect(await page.locator('.menu-row').count()).toBe(names.length);
    expect(await page.locator('.menu-row :is(img, script, b)').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  }
  const reader = await browser.newPage();
  await reader.goto(site.url);
  expect(await reader.locator('.nav-menu :is(img, script, b)').count()).toBe(0);
});

test('[IMP-13] editors can’t edit menus, and their address says which capability is missing', async () => {
  const page = await open({}, '/wp-admin/nav-menus.php', ids.edda);
  await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await page.getByText('“edit_theme_options”').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Menus' }).count()).toBe(0);
});

test.each(drawnLooks('a menu of 40 items'))(
  '[IMP-13] a menu of 40 items has no serious accessibility faults: %s',
  async (_name, options) => {
    await site.write(
      async (tx) =>
        void (await replaceMenuItems(
          tx,
          ids.menu,
          Array.from({ length: 40 }, (_, n) => ({
            label: `${n}: a section with a name that is longer than most`,
            url: '/a/',
            badge: n % 5 === 0 ? 'New' : '',
            icon: n % 3 === 0 ? 'live' : '',
            ...(n % 4 > 0 ? { parent: n - 1 } : {}),
          })),
        )),
    );
    const page = await opened(options);
    await page.locator('.menu-row-name').nth(1).click();
    await page.getByLabel('Badge').waitFor();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.locator('.menu-preview iframe').waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  },
);
