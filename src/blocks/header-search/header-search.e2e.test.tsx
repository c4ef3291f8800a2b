import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { atRest } from '../../../test/harness/at-rest.ts';
import { useChromium } from '../../../test/harness/chromium.ts';
import type { PageOptions } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { pauseClock } from '../../../test/harness/paused-clock.ts';
import { configId } from '../../reader/islands/acting.ts';
import { block } from './block.ts';
import type { HeaderSearchData } from './loader.server.ts';
import { View } from './view.tsx';

const browser = useChromium();
const site = useFixtureSite();

const data = (settings: Partial<HeaderSearchData> = {}): HeaderSearchData => ({
  limit: 4,
  live: true,
  atts: '',
  postType: '',
  mobile: true,
  ...settings,
});
const html = (settings: Partial<HeaderSearchData> = {}) =>
  `${renderToString(<View settings={block.settings.parse({})} data={data(settings)} blockId="b1" />)}<main>Elsewhere</main>`;
/** Content of the page's `<head>`. */
const parts = (settings?: Partial<HeaderSearchData>) => ({
  modules,
  config: { configs: { [`header-search.${configId(data(settings))}`]: data(settings) } },
});
const modules = ['header-search'];
const head = `<meta name="viewport" content="width=device-width"><style>:root{--edge:16px}${readFileSync(new URL('styles.css', import.meta.url), 'utf8')}</style>`;
const phone = { viewport: { width: 390, height: 800 } };
const reactLoaded = () => site.paths.some((path) => path === site.assets.moduleUrl('react'));

/** Replies with three results that name the query. */
function answerAll(delay = 0): void {
  site.answer((fields) => {
    const query = fields.get('td_string') ?? '';
    const items = [1, 2, 3]
      .map((number) => `<li><a href="/${query}-${number}/">${query} ${number}</a></li>`)
      .join('');
    return {
      delay,
      body: JSON.stringify({
        td_search_query: query,
        td_total_in_list: 3,
        td_data: `<ul class="live-results">${items}</ul><a href="/?s=${query}">View all results</a>`,
      }),
    };
  });
}

async function open(options: PageOptions = {}, settings: Partial<HeaderSearchData> = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(site.add({ body: html(settings), ...parts(settings), head }));
  await page.click('summary');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('s');
  return page;
}

/** The island has its state and timers: from here on the test controls the clock. */
const awake = (page: Page) => expect.poll(() => page.locator('[data-island][data-awake]').count()).toBe(1);
const titles = (page: Page) => page.locator('[role=option]').allTextContents();
const highlighted = (page: Page) => page.locator('[role=option][aria-selected=true]').allTextContents();
const requested = () => site.calls.map((fields) => fields.get('td_string'));

describe('dropdown', () => {
  test('[SRCH-01] the icon opens and closes it', async () => {
    const page = await open();
    expect(await page.isVisible('input')).toBe(true);
    await page.click('summary');
    expect(await page.isVisible('input')).toBe(false);
  });

  test('[SRCH-02] a click outside closes it', async () => {
    const page = await open();
    await page.click('main');
    await expect.poll(() => page.isVisible('input')).toBe(false);
  });

  test.each([
    ['[SRCH-03]', 1280, 200],
    ['[SRCH-14]', 390, 1300],
  ])('%s at %i px the input has the focus %i ms after opening', async (_row, width, delay) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await pauseClock(page);
    await page.goto(site.add({ body: html(), ...parts(), head }));
    await page.click('summary');
    await awake(page);
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await page.clock.runFor(delay - 1);
    expect(await focused()).not.toBe('INPUT');
    await page.clock.runFor(200);
    expect(await focused()).toBe('INPUT');
  });

  test('[SRCH-11] on a phone it covers the screen, and its own button closes it', async () => {
    const page = await open(phone);
    expect(await page.locator('.header-search-panel').boundingBox()).toEqual({
      x: 0,
      y: 0,
      ...phone.viewport,
    });
    await page.click('text=Close');
    await expect.poll(() => page.isVisible('input')).toBe(false);
  });
});

describe('live results', () => {
  test('[SRCH-04] results appear while typing, without a page load', async () => {
    answerAll();
    const page = await open();
    const url = page.url();
    await page.keyboard.type('house');
    await expect.poll(() => titles(page)).toEqual(['house 1', 'house 2', 'house 3']);
    expect(Object.fromEntries(site.calls.at(-1) ?? [])).toEqual({
      action: 'td_ajax_search',
      td_string: 'house',
      limit: '4',
    });
    expect(page.url()).toBe(url);
    expect(await page.getAttribute('input', 'aria-expanded')).toBe('true');
    expect(await page.textContent('[role=status]')).toBe('3 results');
  });

  test('[SRCH-05] characters typed within 100 ms send one request', async () => {
    answerAll();
    const page = await browser.newPage();
    await pauseClock(page);
    await page.goto(site.add({ body: html(), ...parts(), head }));
    await page.click('summary');
    await awake(page);
    await page.click('input');
    for (const letter of 'house') {
      await page.keyboard.press(letter);
      await page.clock.runFor(20);
    }
    await page.clock.runFor(79);
    expect(requested()).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => titles(page)).toEqual(['house 1', 'house 2', 'house 3']);
    expect(requested()).toEqual(['house']);
  });

  test('[SRCH-12] on a phone it searches while typing, and on opening if it contains text', async () => {
    answerAll();
    const page = await open(phone);
    await atRest(page);
    expect(requested()).toEqual([]);
    await page.keyboard.type('ab');
    await expect.poll(() => titles(page)).toEqual(['ab 1', 'ab 2', 'ab 3']);
    await page.goto(
      site.add({ body: html().replace(' name="s"', ' name="s" value="there"'), ...parts(), head }),
    );
    await page.click('summary');
    await expect.poll(() => titles(page)).toEqual(['there 1', 'there 2', 'there 3']);
  });

  test('[SRCH-06] [SRCH-07] Down and Up move the highlight, and wrap around both ends', async () => {
    answerAll();
    const page = await open();
    await page.keyboard.type('ab');
    await expect.poll(() => titles(page)).toEqual(['ab 1', 'ab 2', 'ab 3']); // not those of “a”
    const seen = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown']) {
      await page.keyboard.press(key);
      seen.push(...(await highlighted(page)));
    }
    expect(seen).toEqual(['ab 1', 'ab 2', 'ab 1', 'ab 3', 'ab 1']);
    expect(await page.getAttribute('input', 'aria-activedescendant')).toBe(
      await page.locator('[aria-selected=true]').getAttribute('id'),
    );
  });

  test('[SRCH-08] Enter opens the highlighted result', async () => {
    answerAll();
    const page = await open();
    await page.keyboard.type('ab');
    await expect.poll(() => titles(page)).toEqual(['ab 1', 'ab 2', 'ab 3']); // not those of “a”
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ab-1/');
  });

  test('[SRCH-09] Enter with nothing highlighted opens the results page', async () => {
    const page = await open();
    await page.keyboard.type('house');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?s=house');
  });

  test('[SRCH-10] Backspace on a single character clears the results and sends no request', async () => {
    answerAll();
    const page = await open();
    await page.keyboard.type('a');
    await expect.poll(() => titles(page)).toHaveLength(3);
    await page.keyboard.press('Backspace');
    await expect.poll(() => page.innerHTML('.live-search-results')).toBe('');
    await atRest(page);
    expect(requested()).toEqual(['a']);
  });

  test('Escape clears the results, then closes', async () => {
    answerAll();
    const page = await open();
    await page.keyboard.type('ab');
    await expect.poll(() => titles(page)).toEqual(['ab 1', 'ab 2', 'ab 3']); // not those of “a”
    await page.keyboard.press('Escape');
    expect([await titles(page), await page.isVisible('input')]).toEqual([[], true]);
    await page.keyboard.press('Escape');
    expect(await page.isVisible('input')).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  });

  test('Tab leaves it past the results, which the arrow keys reach, and the panel closes', async () => {
    answerAll();
    const page = await browser.newPage();
    await page.goto(
      site.add({ body: html().replace('<main>', '<main><a href="/next/">Next</a>'), ...parts(), head }),
    );
    await page.click('summary');
    await page.click('input');
    await page.keyboard.type('ab');
    await expect.poll(() => titles(page)).toEqual(['ab 1', 'ab 2', 'ab 3']); // not those of “a”
    const seen = [];
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate(() => document.activeElement?.textContent));
    }
    expect(seen).toEqual(['Search', 'View all results', 'Next']);
    await expect.poll(() => page.isVisible('input')).toBe(false);
  });

  test('shows and announces loading after 200 ms, never a late reply to an older text, and a failure as text', async () => {
    let fail = false;
    site.answer((fields) => {
      const query = fields.get('td_string') ?? '';
      const body = JSON.stringify({
        td_search_query: query,
        td_total_in_list: 1,
        td_data: `<ul class="live-results"><li><a href="/${query}/">${query}</a></li></ul>`,
      });
      return fail ? { status: 503, body: '{}' } : { body };
    });
    const page = await open({ expectedMessages: /Live search got no answer|status of 503/ });
    let answer = () => {};
    const late = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/admin-ajax.php*', async (route) => {
      if (new URLSearchParams(route.request().postData() ?? '').get('td_string') === 'ab') await late;
      await route.continue();
    });
    await page.evaluate(() => {
      const shown = new Set<string>();
      Object.assign(window, { shown });
      new MutationObserver(() =>
        document.querySelectorAll('[role=option]').forEach((option) => shown.add(option.textContent ?? '')),
      ).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await page.fill('input', 'ab');
    await expect.poll(() => page.locator('.header-search-panel').innerText()).toContain('Searching…');
    expect([
      await page.textContent('[role=status]'),
      await page.getAttribute('.live-search-results', 'aria-busy'),
    ]).toEqual(['Searching…', 'true']);
    await page.keyboard.type('c');
    await expect.poll(() => titles(page)).toEqual(['abc']);
    answer();
    await atRest(page);
    expect(await page.evaluate<string[]>('[...shown]')).toEqual(['abc']);
    fail = true;
    await page.keyboard.type('d');
    await expect
      .poll(() => page.locator('.header-search-panel').innerText())
      .toContain('Search is not responding.');
    expect(await titles(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?s=abcd');
  });

  test('[SRCH-25] disable_live_search sends no request, and the form still submits', async () => {
    const page = await open({}, { live: false });
    await page.keyboard.type('house');
    await atRest(page);
    expect(site.calls).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?s=house');
  });
});

describe('waking', () => {
  test('without interaction, even when scrolled, it loads neither itself nor React, and the first pointer move fetches React', async () => {
    const page = await browser.newPage();
    await page.goto(site.add({ body: `${html()}<div style="height:3000px"></div>`, ...parts() }));
    await page.mouse.wheel(0, 3000);
    await page.evaluate(() => scrollTo(0, 9999));
    await atRest(page);
    expect(site.paths.filter((path) => path.endsWith('.js'))).toEqual([]);
    await page.mouse.move(100, 100);
    await page.mouse.move(140, 100);
    await expect.poll(reactLoaded).toBe(true);
    await atRest(page);
    expect(site.paths).not.toContain(site.assets.moduleUrl('header-search'));
  });

  test('keeps text that was typed before it woke, and searches for it', async () => {
    answerAll();
    const page = await browser.newPage();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/assets/header-search-*', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(site.add({ body: html(), ...parts(), head }));
    await page.click('summary');
    await page.click('input');
    await page.keyboard.type('early');
    expect(requested()).toEqual([]);
    arrive();
    await expect.poll(() => titles(page)).toEqual(['early 1', 'early 2', 'early 3']);
    expect(await page.inputValue('input')).toBe('early');
  });

  test('keys in a panel that a text opens are the panel’s own, and type nothing into a field', async () => {
    const page = await browser.newPage();
    const text =
      '<details id="text"><summary>More</summary><form action="/elsewhere/"><input name="q" value="as it was"></form></details>';
    await page.goto(site.add({ body: html() + text, ...parts(), head }));
    for (const key of ['Space', 'Space', 'Enter', 'Enter', 'Space']) await page.press('#text summary', key);
    expect([await page.isVisible('#text input'), await page.inputValue('#text input')]).toEqual([
      true,
      'as it was',
    ]);
  });

  test.each([
    [
      'by hand',
      0,
      async (page: Page) => {
        await page.click('summary');
        await page.fill('input', 'early');
      },
    ],
    // Text entered before listeners exist: restored by the browser, or typed while the page was loading.
    [
      'before the page is there',
      500,
      (page: Page) => expect.poll(() => page.inputValue('input')).toBe('early'),
    ],
  ] as const)(
    'a search that is opened and typed into before the first paint wakes and searches: %s',
    async (_when, wait, act) => {
      answerAll();
      const page = await browser.newPage();
      await pauseClock(page);
      await page.addInitScript((before: boolean) => {
        Object.assign(window, {
          PerformanceObserver: function () {
            return { observe: () => {} };
          },
        });
        document.addEventListener('readystatechange', () => {
          const [details, input] = [document.querySelector('details'), document.querySelector('input')];
          if (!before || !details || !input || document.readyState !== 'interactive') return;
          details.open = true;
          input.focus();
          input.value = 'early';
        });
      }, wait > 0);
      await page.goto(site.add({ body: html(), ...parts(), head }));
      await act(page);
      await page.clock.runFor(wait);
      await awake(page);
      await page.clock.runFor(100);
      await expect.poll(() => titles(page)).toEqual(['early 1', 'early 2', 'early 3']);
    },
  );

  test('replays a click on a button from before it woke, with its time', async () => {
    const page = await browser.newPage(phone);
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/assets/header-search-*', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(site.add({ body: html().replace('<details', '<details open'), ...parts(), head }));
    await page.evaluate(
      `window.times = []; document.addEventListener('click', (event) => times.push([event.isTrusted, event.timeStamp]), true)`,
    );
    await page.click('text=Close');
    expect(await page.isVisible('input')).toBe(true);
    arrive();
    await expect.poll(() => page.isVisible('input')).toBe(false);
    const [first, second] = (await page.evaluate('times')) as [boolean, number][];
    expect([first?.[0], second?.[0], second?.[1]]).toEqual([true, false, first?.[1]]);
  });

  test.each(['visible', 'idle', 'media:(min-width:500px)'])(
    'an island may wake automatically: %s',
    async (wake) => {
      const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
      const body = `<div id="space" style="height:2000px"></div>${html().replace('data-wake="interaction"', `data-wake="${wake}"`)}`;
      const url = site.add({ body, ...parts() });
      if (wake.startsWith('media')) await page.setViewportSize({ width: 400, height: 600 });
      await page.goto(url);
      await atRest(page);
      if (wake !== 'idle') expect(reactLoaded()).toBe(false);
      if (wake === 'visible') await page.evaluate(() => scrollTo(0, 9999));
      if (wake.startsWith('media')) await page.setViewportSize({ width: 600, height: 600 });
      await expect.poll(reactLoaded).toBe(true);
    },
  );

  test('without scripts it is a form that opens the results page', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(site.add({ body: html(), ...parts(), head }));
    await page.click('summary');
    await page.fill('input', 'house');
    await page.press('input', 'Enter');
    await page.waitForURL('**/?s=house');
  });
});
