import { renderToStaticMarkup } from 'react-dom/server';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addHtml } from '../../../test/harness/add-html.ts';
import { atRest } from '../../../test/harness/at-rest.ts';
import { useChromium } from '../../../test/harness/chromium.ts';
import type { PageOptions } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { menuPage } from '../../../test/harness/menu-page.tsx';
import { pauseClock } from '../../../test/harness/paused-clock.ts';
import { View as MegaCategory } from '../../blocks/mega-category/view.tsx';
import { postCard } from '../../../test/harness/post-card.ts';
import { ListPart } from '../../ui/pager.tsx';

const browser = useChromium();
const site = useFixtureSite();

const touch = { hasTouch: true, viewport: { width: 1024, height: 768 } };
const link = (id: number, name: string) => ({ id, name, url: `/category-${id}/`, accent: 1 });
const names = new Map([
  ['70', 'Arts'],
  ['71', 'Film'],
  ['72', 'Music'],
]);

const state = {
  block_type: 'td_block_mega_menu',
  atts: { category_id: 70, limit: 0 },
  td_column_number: 4,
  td_current_page: 1,
  post_count: 3,
  found_posts: 9,
  max_num_pages: 3,
  td_filter_value: '',
  td_user_action: '',
  header_color: '',
  ajax_pagination_infinite_stop: 0,
  is_ajax_running: false,
  td_magic_token: 'signed',
};

/** The server's reply for a category: three posts named after it; with `items` without the surrounding markup. */
function megaContent(shown = '70', part: 'whole' | 'items' = 'whole'): string {
  const cards = [1, 2, 3].map((n) =>
    postCard({ id: n, title: `${names.get(shown)} ${n}`, picture: undefined }),
  );
  return renderToStaticMarkup(
    <ListPart value={part}>
      <MegaCategory
        settings={{ category_id: 70, limit: 0, td_filter_value: 0, ajax_pagination: '' }}
        blockId="m"
        data={{
          links: { category: link(70, 'Arts'), subcategories: [link(71, 'Film'), link(72, 'Music')] },
          shownId: Number(shown),
          cards,
          state,
        }}
      />
    </ListPart>,
  );
}

function answerAll(): void {
  site.answer((fields) => {
    if (fields.get('action') === 'tdb_get_mm_page')
      return { body: JSON.stringify({ content: '<div class="mega-page"><p>Words of the page</p></div>' }) };
    if (fields.get('action') === 'td_ajax_block') {
      return {
        body: JSON.stringify({
          td_data: megaContent(fields.get('td_filter_value') ?? '', 'items'),
          td_block_id: 'm',
          td_hide_prev: true,
          td_hide_next: false,
        }),
      };
    }
    return { body: JSON.stringify({ content: megaContent() }) };
  });
}

async function open(options: PageOptions = {}, body = ''): Promise<Page> {
  answerAll();
  const page = await browser.newPage(options);
  await page.goto(site.add(menuPage(body)));
  await atRest(page);
  return page;
}

/** A page with a paused clock and a running menu. */
async function openPaused(options: PageOptions = {}): Promise<Page> {
  answerAll();
  const page = await browser.newPage(options);
  await pauseClock(page);
  await page.goto(site.add(menuPage()));
  await atRest(page);
  await page.mouse.move(600, 690);
  await awake(page);
  return page;
}

const awake = (page: Page) => expect.poll(() => page.locator('[data-live]').count()).toBe(1);
const item = (page: Page, name: string) =>
  page.locator('.nav-menu .menu-item', {
    has: page.locator(`:scope>a:text-is("${name}"),:scope>button:text-is("${name}")`),
  });
const panel = (page: Page, name: string) => item(page, name).locator(':scope>.sub-menu,:scope>.mega-menu');
const expanded = (page: Page) =>
  page
    .locator('[aria-expanded=true]')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.previousElementSibling?.textContent ?? button.textContent),
    );
const requests = () => site.calls.map((fields) => Object.fromEntries(fields));
const titles = (page: Page) => page.locator('.mega-posts .card-title').allTextContents();
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

async function middle(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await item(page, name).locator(':scope>a,:scope>button').first().boundingBox();
  if (!box) throw new Error(`"${name}" is not on the page.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves the mouse in a straight line, at least a pixel per step. */
async function glide(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  steps = 20,
): Promise<void> {
  for (let step = 1; step <= steps; step++)
    await page.mouse.move(
      from.x + ((to.x - from.x) * step) / steps,
      from.y + ((to.y - from.y) * step) / steps,
    );
}

describe('with the mouse', () => {
  test('[MENU-01] [MENU-02] an item opens its submenu, or a panel as wide as the menu', async () => {
    const page = await open();
    await page.hover('text=Science');
    await expect.poll(() => panel(page, 'Science').isVisible()).toBe(true);
    await page.hover('text=Physics');
    await expect.poll(() => panel(page, 'Physics').isVisible()).toBe(true);
    await page.mouse.move(600, 690);
    await expect.poll(() => expanded(page)).toEqual([]);
    await page.hover('.menu>li>a:text-is("Arts")');
    await expect.poll(() => titles(page)).toEqual(['Arts 1', 'Arts 2', 'Arts 3']);
    expect((await panel(page, 'Arts').boundingBox())?.width).toBe(
      (await page.locator('.nav-menu').boundingBox())?.width,
    );
    await page.hover('text=About');
    await expect.poll(() => panel(page, 'About').textContent()).toContain('Words of the page');
    await expect.poll(() => panel(page, 'About').isVisible()).toBe(true);
  });

  test('[MENU-10] another item opens after 400 ms', async () => {
    const page = await openPaused();
    const [science, arts] = [await middle(page, 'Science'), await middle(page, 'Arts')];
    await page.mouse.move(science.x, science.y - 15);
    expect(await expanded(page)).toEqual(['Science']);
    // Diagonally: the mouse may be heading for the submenu.
    await glide(page, { x: science.x, y: science.y - 15 }, { x: arts.x, y: arts.y + 15 });
    await page.clock.runFor(399);
    expect(await expanded(page)).toEqual(['Science']);
    await page.clock.runFor(1);
    expect(await expanded(page)).toEqual(['Arts']);
  });

  test('[MENU-11] an item stays open while the mouse crosses others towards its submenu, and along the menu they switch at once', async () => {
    const page = await openPaused();
    const [science, arts] = [await middle(page, 'Science'), await middle(page, 'Arts')];
    await page.mouse.move(science.x, science.y);
    const target = await middle(page, 'Biology');
    await glide(page, science, { x: arts.x - 5, y: arts.y + 12 });
    await glide(page, { x: arts.x - 5, y: arts.y + 12 }, target);
    await page.clock.runFor(2000);
    expect(await expanded(page)).toEqual(['Science']);
    await page.mouse.move(science.x, science.y);
    await glide(page, science, arts);
    expect(await expanded(page)).toEqual(['Arts']);
  });

  test('[MENU-10] also with the real clock: neither at once nor late', async () => {
    const page = await open();
    await page.mouse.move(600, 690);
    await awake(page);
    await page.hover('text=Science');
    await page.evaluate(() => {
      const start = performance.now();
      new MutationObserver(() =>
        document.body.setAttribute('data-took', String(performance.now() - start)),
      ).observe(document.querySelectorAll('.menu>li')[2] ?? document.body, { attributeFilter: ['class'] });
    });
    await page.hover('.menu>li>a:text-is("Arts")');
    await expect.poll(() => expanded(page)).toEqual(['Arts']);
    expect(Number(await page.getAttribute('body', 'data-took'))).toBeGreaterThanOrEqual(390);
  });

  test('closes a while after the mouse has left it, and on a click elsewhere', async () => {
    const page = await openPaused();
    await page.hover('text=Science');
    await page.mouse.move(600, 690);
    await page.clock.runFor(399);
    expect(await expanded(page)).toEqual(['Science']);
    await page.clock.runFor(1);
    expect(await expanded(page)).toEqual([]);
    await page.hover('text=Science');
    await page.click('main');
    expect(await expanded(page)).toEqual([]);
  });

  test('[MENU-12] an open menu fits the screen 1.5 s after the page has loaded, whatever has moved since', async () => {
    const page = await openPaused({ viewport: { width: 900, height: 700 } });
    // Opened by keyboard, it stays open wherever the layout moves it.
    await item(page, 'Last').locator(':scope>.menu-toggle').press('Enter');
    await expect.poll(() => panel(page, 'Last').isVisible()).toBe(true);
    const fits = async () => {
      const box = await panel(page, 'Last').boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 900;
    };
    expect(await fits()).toBe(true);
    // A late layout shift.
    const aside = await page.addStyleTag({ content: '.nav-menu .menu{margin-left:-500px!important}' });
    expect(await fits()).toBe(false);
    await page.clock.runFor(1500);
    await expect.poll(fits).toBe(true);
    await aside.evaluate((style) => (style as HTMLStyleElement).remove());
    await page.hover('.menu>li>a:text-is("Arts")');
    await page.clock.runFor(1000);
    await expect.poll(() => panel(page, 'Arts').isVisible()).toBe(true);
    const [mega, nav] = [
      await panel(page, 'Arts').boundingBox(),
      await page.locator('.nav-menu').boundingBox(),
    ];
    expect([mega?.x, mega?.width]).toEqual([nav?.x, nav?.width]);
  });
});

describe('fetched panels', () => {
  const calls = [
    { action: 'tdb_get_mm_cat', td_block_atts: '{}', cat_mm_id: '70' },
    { action: 'tdb_get_mm_page', pageId: '12', td_res_context_registered_atts: '["broadsheet/nav-menu"]' },
  ];

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['mouse', (page) => page.mouse.move(300, 300)],
    ['scroll', (page) => page.mouse.wheel(0, 50)],
    ['key', (page) => page.keyboard.press('Shift')],
    ['touch', (page) => page.touchscreen.tap(300, 600)],
  ])('[MENU-04] [MENU-05] fetches nothing until the first %s, then each panel once', async (_sign, act) => {
    const page = await open({ hasTouch: true });
    expect(site.calls).toEqual([]);
    expect(site.paths.filter((path) => path.includes('run-menu'))).toEqual([]);
    await act(page);
    await expect.poll(() => titles(page)).toHaveLength(3);
    await expect.poll(() => panel(page, 'About').textContent()).toContain('Words of the page');
    await page.mouse.move(200, 200);
    await page.keyboard.press('a');
    await page.hover('text=About');
    expect(requests().toSorted((a, b) => String(a.action).localeCompare(String(b.action)))).toEqual(calls); // requests sent together may arrive in either order
  });

  test('fetches nothing on a phone, whose header has another menu', async () => {
    const page = await open({ viewport: { width: 375, height: 700 } });
    await page.mouse.move(100, 300);
    await page.keyboard.press('a');
    await atRest(page);
    expect(site.calls).toEqual([]);
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.waitForSelector('.nav-menu');
    await page.mouse.move(200, 300);
    await expect.poll(() => site.calls.length).toBe(2);
  });

  test('[MENU-18] [MENU-19] logs failures to the console with their ids, and keeps the links visible', async () => {
    const page = await browser.newPage({
      expectedMessages: /^warning: tdb_get_mm_(?:page: error 12|cat: error 70)|status of 500/,
    });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    site.answer(() => ({ status: 500, body: '{}' }));
    await page.goto(site.add(menuPage()));
    await atRest(page);
    await page.hover('.menu>li>a:text-is("Arts")');
    await expect
      .poll(() =>
        logged
          .filter((text) => text.startsWith('tdb_'))
          .map((text) => text.slice(0, 26).trim())
          .toSorted(),
      )
      .toEqual(['tdb_get_mm_cat: error 70 E', 'tdb_get_mm_page: error 12']);
    expect(await panel(page, 'Arts').locator('a:visible').allTextContents()).toEqual([
      'All Arts',
      'Film',
      'Music',
    ]);
    await page.hover('text=About');
    await atRest(page);
    expect(await panel(page, 'About').isVisible()).toBe(false);
  });
});

describe('posts of subcategories', () => {
  test('[BLK-38] hovering one fetches the first page of its posts as a list does, each once', async () => {
    const page = await open();
    await page.hover('.menu>li>a:text-is("Arts")');
    await expect.poll(() => titles(page)).toHaveLength(3);
    await expect.poll(() => site.calls.length).toBe(2); // the other panel's call may still be pending
    for (const name of ['Film', 'Music', 'Film', 'All Arts']) {
      await page.hover(`[data-mega-filter]:text-is("${name}")`);
      await expect.poll(() => titles(page)).toContain(`${name.replace('All ', '')} 2`);
      expect(await page.locator('[data-mega-filter][aria-current]').allTextContents()).toEqual([name]);
    }
    expect(site.calls.slice(2).map((fields) => Object.fromEntries(fields))).toEqual(
      ['71', '72', '70'].map((id) => ({
        action: 'td_ajax_block',
        td_atts: JSON.stringify(state.atts),
        td_block_id: 'm',
        td_column_number: '4',
        td_current_page: '1',
        block_type: 'td_block_mega_menu',
        td_filter_value: id,
        td_user_action: 'filter',
        td_magic_token: 'signed',
        td_res_context_registered_atts: '["broadsheet/nav-menu"]',
      })),
    );
  });

  test('[MENU-18] fetches posts again after a failure when their subcategory is next opened', async () => {
    const page = await open({ expectedMessages: /^warning: td_ajax_block: error|status of 500/ });
    await page.hover('.menu>li>a:text-is("Arts")');
    await expect.poll(() => titles(page)).toHaveLength(3);
    const calls = () => site.calls.filter((fields) => fields.get('action') === 'td_ajax_block').length;
    site.answer(() => ({ status: 500, body: '{}' }));
    await page.hover('[data-mega-filter]:text-is("Film")');
    await expect.poll(calls).toBe(1);
    await atRest(page);
    answerAll();
    await page.hover('.mega-posts');
    await page.hover('[data-mega-filter]:text-is("Film")');
    await expect.poll(() => titles(page)).toContain('Film 1');
  });

  test('[MENU-06] [MENU-07] [BLK-38] the first tap shows them, a second within 300 ms follows the link, and a later one does not', async () => {
    const page = await openPaused(touch);
    const url = page.url();
    await page.tap('.menu>li>a:text-is("Arts")');
    await expect.poll(() => titles(page)).toContain('Arts 1');
    const film = page.locator('[data-mega-filter]:text-is("Film")');
    await film.tap();
    await expect.poll(() => titles(page)).toContain('Film 1');
    expect([site.calls.at(-1)?.get('td_current_page'), site.calls.at(-1)?.get('td_filter_value')]).toEqual([
      '1',
      '71',
    ]);
    expect(page.url()).toBe(url);
    await page.clock.runFor(600);
    await film.tap();
    await page.clock.runFor(600);
    expect(page.url()).toBe(url);
    const music = page.locator('[data-mega-filter]:text-is("Music")');
    await music.tap();
    await expect.poll(() => titles(page)).toContain('Music 1');
    await page.clock.runFor(150);
    await music.tap();
    await page.waitForURL('**/category-72/');
  });
});

describe('by touch', () => {
  test('[MENU-03] the first tap opens, and the second follows the link, however late', async () => {
    const page = await openPaused(touch);
    const url = page.url();
    await page.tap('text=Science');
    await expect.poll(() => panel(page, 'Science').isVisible()).toBe(true);
    expect(page.url()).toBe(url);
    await page.clock.runFor(700);
    await page.tap('text=Science');
    await page.waitForURL('**/science/');
  });

  test('[MENU-03] a tap before the code has loaded does not navigate, either', async () => {
    answerAll();
    const page = await browser.newPage(touch);
    let markTapped = () => {};
    const tapped = new Promise<void>((resolve) => (markTapped = resolve));
    await page.route('**/assets/run-menu-*', async (route) => {
      await tapped;
      await route.continue();
    });
    await page.goto(site.add(menuPage()));
    await atRest(page);
    const url = page.url();
    await page.tap('text=Science');
    markTapped();
    await awake(page);
    expect(await expanded(page)).toEqual(['Science']);
    expect(page.url()).toBe(url);
  });

  test.each([
    ['running', true],
    ['not loaded', false],
  ])(
    '[MENU-13] a tap follows the link of an item whose submenu is for other readers: code %s',
    async (_name, isAwake) => {
      const page = await open(touch);
      await page
        .locator(
          '.menu-toggle[aria-label="Submenu of Science"],.menu-toggle[aria-label="Submenu of Science"]~ul',
        )
        .evaluateAll((parts) => parts.forEach((part) => part.classList.add('for-signed-in')));
      if (isAwake) {
        await page.keyboard.press('Shift');
        await awake(page);
      } else await page.route('**/assets/run-menu-*', () => {});
      await page.tap('text=Science');
      await page.waitForURL('**/science/');
    },
  );

  test('the arrow opens and closes it, and so does a parent without a link', async () => {
    const page = await open(touch);
    const arrow = page.locator('.menu-toggle[aria-label="Submenu of Science"]');
    await arrow.tap();
    await expect.poll(() => expanded(page)).toEqual(['Science']);
    await arrow.tap();
    await expect.poll(() => expanded(page)).toEqual([]);
    await page.tap('button:text-is("Shop")');
    await expect.poll(() => panel(page, 'Shop').isVisible()).toBe(true);
    await page.tap('button:text-is("Shop")');
    await expect.poll(() => panel(page, 'Shop').isVisible()).toBe(false);
  });
});

describe('by keyboard', () => {
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return focused(page);
  };
  /** The panel of Arts is open, with the focus on its second subcategory, whose posts are shown. */
  const openAtFilm = async () => {
    const page = await open();
    await page.focus('.menu>li>a:text-is("Arts")');
    await page.keyboard.press('Shift');
    await expect.poll(() => titles(page)).toHaveLength(3);
    expect(await press(page, 'ArrowDown', 'ArrowDown')).toBe('Film');
    await expect.poll(() => titles(page)).toContain('Film 1');
    return page;
  };

  test('Tab reaches links and buttons, Enter opens and closes, and a menu that loses focus closes', async () => {
    const page = await open();
    expect(await press(page, 'Tab', 'Tab')).toBe('Science');
    await awake(page);
    expect(await press(page, 'Tab', 'Enter')).toBe('Submenu of Science');
    expect(await expanded(page)).toEqual(['Science']);
    expect(await press(page, 'Enter')).toBe('Submenu of Science');
    expect(await expanded(page)).toEqual([]);
    expect(await press(page, 'Enter', 'Tab', 'Tab', 'Tab')).toBe('Biology');
    expect(await press(page, 'Tab')).toBe('Arts');
    expect(await expanded(page)).toEqual([]);
  });

  test.each([
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ])('arrow keys move along, in and out (%s)', async (direction, forth, back) => {
    const page = await open();
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    await page.focus('text=Home');
    await page.keyboard.press('Shift');
    await awake(page);
    expect(await press(page, forth)).toBe('Science');
    expect(await press(page, 'End')).toBe('Last');
    expect(await press(page, forth)).toBe('Home');
    expect(await press(page, forth, 'ArrowDown')).toBe('Physics');
    expect(await press(page, forth)).toBe('Quantum');
    expect(await expanded(page)).toEqual(['Science', 'Physics']);
    expect(await press(page, back)).toBe('Physics');
    expect(await expanded(page)).toEqual(['Science']);
    expect(await press(page, 'ArrowDown', 'ArrowDown')).toBe('Biology');
    expect(await press(page, 'Home', 'ArrowUp')).toBe('Science');
    expect(await expanded(page)).toEqual([]);
  });

  test('fields and players in a panel keep their keys', async () => {
    const page = await open();
    await page.focus('text=About');
    await page.keyboard.press('Shift');
    await awake(page);
    await press(page, 'ArrowDown');
    await expect.poll(() => panel(page, 'About').textContent()).toContain('Words of the page');
    await addHtml(
      page,
      '.mega-page',
      'beforeend',
      '<select><option>a</option><option>b</option></select> <a href="/x/">X</a>',
    );
    await page.focus('.mega-page select');
    await page.keyboard.press('ArrowDown');
    expect(
      await page.evaluate(() => [document.activeElement?.tagName, document.querySelector('select')?.value]),
    ).toEqual(['SELECT', 'b']);
    expect(await expanded(page)).toEqual(['About']);
  });

  test('Escape closes the innermost panel and restores the focus', async () => {
    const page = await open();
    await page.focus('text=Science');
    await page.keyboard.press('Shift');
    await awake(page);
    expect(await press(page, 'ArrowDown', 'ArrowRight')).toBe('Quantum');
    expect(await press(page, 'Escape')).toBe('Physics');
    expect(await press(page, 'Escape')).toBe('Science');
    expect(await expanded(page)).toEqual([]);
    // After opening by the button, focus returns to the button.
    await page.focus('[aria-label="Submenu of Arts"]');
    await page.keyboard.press('Enter');
    await expect.poll(() => titles(page)).toHaveLength(3);
    expect(await press(page, 'Tab')).toBe('All Arts');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Submenu of Arts');
    expect(await expanded(page)).toEqual([]);
    await page.focus('.menu>li>a:text-is("Science")');
    // Opened by hovering, it closes as well, without taking focus.
    await page.hover('.menu>li>a:text-is("Arts")');
    await expect.poll(() => expanded(page)).toEqual(['Arts']);
    expect(await press(page, 'Escape')).toBe('Science');
    expect(await expanded(page)).toEqual([]);
    // Other listeners see that the menu handled the key.
    await page.hover('.menu>li>a:text-is("Science")');
    await expect.poll(() => expanded(page)).toEqual(['Science']);
    const isTaken = () =>
      page.evaluate(
        () =>
          !document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
          ),
      );
    expect([await isTaken(), await isTaken()]).toEqual([true, false]);
  });

  test('focusing a subcategory shows its posts, and the focus can reach everything in a panel and leave it', async () => {
    const page = await openAtFilm();
    expect(await press(page, 'Tab')).toBe('Music');
    await expect.poll(() => titles(page)).toContain('Music 1');
    expect(await press(page, 'Tab')).toBe('Music 1');
    expect(await press(page, 'Tab', 'Tab', 'Tab')).toBe('About');
    expect(await expanded(page)).toEqual([]);
  });

  test('posts that load late don’t take the focus away when they replace others', async () => {
    const page = await openAtFilm();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/admin-ajax.php*', async (route) => {
      await held;
      await route.continue();
    });
    expect(await press(page, 'Tab', 'Tab')).toBe('Film 1');
    const reply = page.waitForResponse('**/admin-ajax.php*');
    answer();
    await (await reply).finished();
    await atRest(page);
    expect(await page.locator('a:focus').textContent()).toBe('Film 1');
  });
});

describe('without scripts', () => {
  test('[MENU-01] submenus open on hover and focus, and mega menus are links', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.hover('text=Science');
    expect(await panel(page, 'Science').isVisible()).toBe(true);
    await page.hover('.menu>li>a:text-is("Arts")');
    expect(await panel(page, 'Arts').locator('a:visible').allTextContents()).toEqual([
      'All Arts',
      'Film',
      'Music',
    ]);
    await page.mouse.move(600, 690);
    await page.focus('text=Science');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator('a:focus').textContent()).toBe('Physics');
    expect(await panel(page, 'Science').isVisible()).toBe(true);
  });
});
