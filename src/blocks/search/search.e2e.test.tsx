import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { configId } from '../../reader/islands/acting.ts';
import { block as headerBlock } from '../header-search/block.ts';
import { View as HeaderView } from '../header-search/view.tsx';
import { block } from './block.ts';
import type { SearchFieldSettings } from '../../reader/islands/live-search/search-field.tsx';
import { View } from './view.tsx';

const browser = useChromium();
const site = useFixtureSite();
const styles = ['../header-search/styles.css', 'styles.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('');
const head = `<style>:root{--edge:16px;--paper:#fff}.visually-hidden{position:absolute;clip-path:inset(50%)}${styles}</style>`;
const field = (changes: Partial<SearchFieldSettings> = {}): SearchFieldSettings => ({
  limit: 5,
  live: true,
  atts: '',
  postType: '',
  ...changes,
});
const inline = (changes: Partial<SearchFieldSettings> = {}, id = 'b1') =>
  renderToString(<View settings={block.settings.parse({})} data={field(changes)} blockId={id} />);
/** Content of the `<head>` of a page with these fields. */
const parts = (...fields: readonly SearchFieldSettings[]) => {
  const header = { ...field({ limit: 4 }), mobile: true };
  return {
    modules: ['header-search', 'search'],
    config: {
      configs: {
        [`header-search.${configId(header)}`]: header,
        ...Object.fromEntries([field(), ...fields].map((one) => [`search.${configId(one)}`, one])),
      },
    },
  };
};
const header = renderToString(
  <HeaderView
    settings={headerBlock.settings.parse({})}
    data={{ ...field({ limit: 4 }), mobile: true }}
    blockId="h1"
  />,
);

/** Replies with as many results as requested, which name the query and the searching block. */
function answerAll(): void {
  site.answer((fields) => {
    const query = fields.get('td_string') ?? '';
    const count = Number(fields.get('limit'));
    const items = Array.from(
      { length: count },
      (_, index) =>
        `<li><a href="/${query}-${index}/">${query} ${index} ${fields.get('atts') ?? ''}</a></li>`,
    ).join('');
    return {
      body: JSON.stringify({
        td_search_query: query,
        td_total_in_list: count,
        td_data: `<ul class="live-results">${items}</ul>`,
      }),
    };
  });
}

const options = (page: Page, of = '.inline-search') => page.locator(`${of} [role=option]`);
const calls = () => site.calls.map((fields) => Object.fromEntries(fields));

test('[AJAX-13] [SRCH-20] the builder’s search sends its module, its limit and its own settings, if any', async () => {
  answerAll();
  const page = await browser.newPage();
  await page.goto(
    site.add({
      body: inline() + inline({ limit: 2, atts: '{"exclude_pages":true,"results_limit":2}' }, 'b2'),
      ...parts(field({ limit: 2, atts: '{"exclude_pages":true,"results_limit":2}' })),
      head,
    }),
  );
  await page.locator('input').nth(0).fill('abc');
  await expect.poll(() => options(page).count()).toBe(5);
  await page.locator('input').nth(1).fill('abc');
  await expect.poll(() => page.locator('.inline-search').nth(1).locator('[role=option]').count()).toBe(2);
  expect(calls()).toEqual([
    { action: 'td_ajax_search', td_string: 'abc', module: 'tdb_module_search', limit: '5' },
    {
      action: 'td_ajax_search',
      td_string: 'abc',
      module: 'tdb_module_search',
      limit: '2',
      atts: '{"exclude_pages":true,"results_limit":2}',
    },
  ]);
  // Its results differ from those of its neighbour, which searched for the same words without settings.
  expect(
    await page.locator('.inline-search').nth(1).locator('[role=option]').first().textContent(),
  ).toContain('exclude_pages');
});

test('[SRCH-17] [SRCH-18] this search and the header’s send one request each, and no more', async () => {
  answerAll();
  const page = await browser.newPage();
  await page.goto(site.add({ body: `${header}<main>${inline()}</main>`, ...parts(), head }));
  await page.click('summary');
  const search = async (of: string, text: string, count: number) => {
    await page.fill(`${of} input[name=s]`, text);
    await expect.poll(() => options(page, of).first().textContent()).toBe(`${text} 0 `);
    expect(await options(page, of).count()).toBe(count);
  };
  for (const text of ['abc', 'abcd', 'abc']) await search('.header-search', text, 4);
  await page.focus('.inline-search input');
  for (const text of ['abc', 'abcd', 'abc']) await search('.inline-search', text, 5);
  expect(calls().map(({ td_string: text, module = '' }) => `${module} ${text}`)).toEqual([
    ' abc',
    ' abcd',
    'tdb_module_search abc',
    'tdb_module_search abcd',
  ]);
});

test('its results cover the page while it has the focus, and return with the focus', async () => {
  answerAll();
  const page = await browser.newPage();
  await page.goto(
    site.add({ body: `${inline()}<main><p>Elsewhere</p><a href="/next/">Next</a></main>`, ...parts(), head }),
  );
  const place = await page.locator('main').boundingBox();
  await page.fill('input', 'abc');
  await expect.poll(() => options(page).count()).toBe(5);
  expect(await page.locator('main').boundingBox()).toEqual(place);
  await page.evaluate(() => document.querySelector<HTMLElement>('main a')?.focus());
  await expect.poll(() => options(page).count()).toBe(0);
  expect(await page.getAttribute('input', 'aria-expanded')).toBe('false');
  await page.focus('input');
  await expect.poll(() => options(page).count()).toBe(5);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/abc-4/');
  expect(site.calls.length).toBe(1);
});

test('keeps text that was typed before it woke, and searches for it', async () => {
  answerAll();
  const page = await browser.newPage();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/search-*', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(site.add({ body: inline(), ...parts(), head }));
  await page.focus('input');
  await page.keyboard.type('early');
  expect(site.calls).toEqual([]);
  arrive();
  await expect.poll(() => options(page).count()).toBe(5);
  expect(await page.inputValue('input')).toBe('early');
});

test('without scripts it is a form that leads to the results page of its type', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(
    site.add({ body: inline({ postType: 'product' }), ...parts(field({ postType: 'product' })), head }),
  );
  await page.fill('input[name=s]', 'mug');
  await page.press('input[name=s]', 'Enter');
  await page.waitForURL('**/?s=mug&post_type=product');
});
