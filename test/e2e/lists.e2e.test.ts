import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { pauseClock, watchTimers } from '../harness/paused-clock.ts';
import { useRealSite } from '../harness/real-site.ts';
import { watchCalls } from '../harness/watch-calls.ts';

const browser = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const touch = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
let culture = 0;

const list = (settings: object) =>
  `<!-- wp:broadsheet/post-list ${JSON.stringify({ limit: 6, custom_title: 'My list', show_excerpt: false, ...settings })} /-->`;
const pages: Readonly<Record<string, () => string>> = {
  steps: () => list({ ajax_pagination: 'next_prev' }),
  more: () => list({ ajax_pagination: 'load_more' }),
  numbers: () => list({ ajax_pagination: 'numbered', limit: 3 }),
  endless: () => list({ ajax_pagination: 'infinite', limit: 3, ajax_pagination_infinite_stop: 3 }),
  filtered: () =>
    list({ ajax_pagination: 'next_prev', limit: 4, td_ajax_filter_type: 'td_category_ids_filter' }),
  ahead: () => list({ ajax_pagination: 'next_prev', limit: 2, td_ajax_preloading: 'preload_all' }),
  chance: () => list({ ajax_pagination: 'load_more', limit: 5, sort: 'random_posts' }),
  slides: () => '<!-- wp:broadsheet/slide {"limit":4} /-->',
};

const site = useRealSite(async (tx) => {
  const author = await makeUser(tx);
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  culture = await makeTerm(tx, { name: 'Culture', slug: 'culture' });
  for (let n = 0; n < 14; n++) {
    await makePost(tx, {
      title: `Post ${n}`,
      slug: `post-${n}`,
      authorId: author,
      termIds: [n % 2 === 0 ? science : culture],
      ...(n === 13
        ? { content: '<!-- wp:paragraph --><p>Words of the newest one.</p><!-- /wp:paragraph -->'.repeat(30) }
        : {}),
    });
  }
  for (const [slug, content] of Object.entries(pages)) {
    await makePost(tx, {
      type: 'page',
      title: slug,
      slug,
      content: `${content()}<!-- wp:paragraph --><p>Below the list.</p><!-- /wp:paragraph -->`,
    });
  }
});

/** Scrolls near the list, and waits for its paging script by its live region. */
async function near(page: Page): Promise<void> {
  const block = page.locator('.post-content .post-list');
  for (const place of [10, 20]) await page.mouse.move(place, place);
  await page.locator('.post-content .post-list[data-live]').waitFor();
  await block.dispatchEvent('pointerover');
  await block.locator('> [role=status]').waitFor({ state: 'attached' });
}

async function open(name: string, options: Parameters<typeof browser.newPage>[0] = desktop) {
  const page = await browser.newPage(options);
  const watched = watchCalls(page);
  await watched.ready;
  await page.goto(`${site.url}/${name}/`);
  const block = page.locator('.post-content .post-list');
  await block.waitFor();
  await near(page);
  const titles = () => block.locator('.card-title').allTextContents();
  const state = () =>
    block.evaluate(
      (element) => JSON.parse((element as HTMLElement).dataset.state ?? '') as Record<string, unknown>,
    );
  return { page, block, titles, state, ...watched };
}
const numbers = (...of: number[]) => of.map((n) => `Post ${n}`);

test(
  '[BLK-28] [BLK-29] [BLK-40] [BLK-41] [BLK-42] [BLK-43] [BLK-24] steps replace the posts, each page is asked for ' +
    'once, and the ends are shown',
  async () => {
    const { page, block, titles, state, calls } = await open('steps');
    const [previous, next] = [block.locator('.step-pager-prev'), block.locator('.step-pager-next')];
    expect(await state()).toMatchObject({
      td_current_page: 1,
      max_num_pages: 3,
      found_posts: 14,
      is_ajax_running: false,
    });
    expect(await previous.getAttribute('aria-disabled')).toBe('true');
    await next.click();
    await expect.poll(titles).toEqual(numbers(7, 6, 5, 4, 3, 2));
    expect(Object.fromEntries(calls[0] ?? [])).toMatchObject({
      td_current_page: '2',
      td_user_action: 'next',
      td_column_number: '3',
      block_type: 'td_block_1',
      td_filter_value: '',
    });
    expect((JSON.parse(calls[0]?.get('td_atts') ?? '') as { limit: number }).limit).toBe(6);
    expect([calls[0]?.get('td_block_id'), (calls[0]?.get('td_magic_token') ?? '').length]).toEqual([
      await block.getAttribute('id'),
      32,
    ]);
    await expect
      .poll(async () => [await previous.getAttribute('aria-disabled'), new URL(page.url()).search])
      .toEqual([null, `?td_block=${await block.getAttribute('id')}&td_page=2`]);
    await expect.poll(() => block.locator('[role=status]').textContent()).toBe('Page 2 of 3');
    await previous.click();
    await expect.poll(titles).toEqual(numbers(13, 12, 11, 10, 9, 8));
    await expect
      .poll(async () => [(await state()).td_current_page, new URL(page.url()).search])
      .toEqual([1, '']);
    await next.click();
    await next.click();
    await expect.poll(titles).toEqual(numbers(1, 0));
    await expect
      .poll(async () => [await next.getAttribute('aria-disabled'), await next.getAttribute('href')])
      .toEqual(['true', null]);
    expect(calls.map((fields) => fields.get('td_current_page'))).toEqual(['2', '3']);
    // The address opens the same page for others.
    const shared = await browser.newPage({ ...desktop, javaScriptEnabled: false });
    await shared.goto(page.url());
    expect(await shared.locator('.post-content .card-title').allTextContents()).toEqual(numbers(1, 0));
  },
);

test('back and forward turn a list page by page, and leave the page before its first one', async () => {
  const { page, block, titles, calls } = await open('filtered');
  const first = await titles();
  const next = block.locator('.step-pager-next');
  await next.click();
  await expect.poll(() => page.url()).toContain('td_page=2');
  const second = await titles();
  await block.locator('.list-filter summary').click();
  await block.locator('.list-filter a').nth(1).click();
  await expect.poll(() => page.url()).toContain('td_filter_value=');
  const filtered = await titles();
  expect(new Set([first, second, filtered].map(String)).size).toBe(3);
  const callCount = calls.length;
  for (const [go, expected] of [
    ['goBack', second],
    ['goBack', first],
    ['goForward', second],
    ['goForward', filtered],
    ['goBack', second],
  ] as const) {
    await page[go]();
    await expect.poll(titles).toEqual(expected);
  }
  await expect
    .poll(() => [calls.length, new URL(page.url()).searchParams.get('td_page')])
    .toEqual([callCount, '2']);
  // A page that was opened at its second page starts there after a reload.
  await page.reload();
  await near(page);
  expect(await titles()).toEqual(second);
  await page.goBack();
  await expect.poll(titles).toEqual(first);
});

test('after back and forward, a list that is out of view still turns its pages', async () => {
  const { page, block, titles } = await open('steps');
  const first = await titles();
  await block.locator('.step-pager-next').click();
  await expect.poll(() => page.url()).toContain('td_page=2');
  const second = await titles();
  await page.mouse.move(1, 1, { steps: 2 });
  await page.goto(`${site.url}/post-13/`);
  await page.goBack();
  await page.locator('.post-content .post-list[data-live]').waitFor();
  expect(await titles()).toEqual(second);
  await page.goBack();
  await expect.poll(titles).toEqual(first);
  await expect
    .poll(async () => [
      await block.locator('.step-pager-prev').getAttribute('aria-disabled'),
      new URL(page.url()).search,
    ])
    .toEqual(['true', '']);
  await page.goForward();
  await expect.poll(titles).toEqual(second);
});

test('[TRD-02] [BLK-18] a random list is shuffled for each reader of the same page, and continues in that order', async () => {
  const cachedHtml = await (await fetch(`${site.url}/chance/`)).text();
  const orders = new Set<string>();
  for (let reader = 0; reader < 6; reader++) {
    const page = await browser.newPage(reader % 2 === 0 ? desktop : touch);
    await page.route(`${site.url}/chance/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: cachedHtml }),
    );
    const { calls, ready } = watchCalls(page);
    await ready;
    const drawn = page.waitForResponse(
      (reply) => reply.request().postData()?.includes('td_ajax_block') === true,
    );
    await page.goto(`${site.url}/chance/`);
    expect((await drawn).status()).toBe(200);
    const block = page.locator('.post-content .post-list');
    const seed = Number(
      (JSON.parse(calls[0]?.get('td_atts') ?? '{}') as { random_seed?: number }).random_seed,
    );
    expect([seed >= 1, seed <= 32]).toEqual([true, true]);
    const titles = () => block.locator('.card-title').allTextContents();
    const wanted = [
      ...((await (await drawn).json()) as { td_data: string }).td_data.matchAll(
        /class="card-title"><a [^>]*>([^<]*)</g,
      ),
    ].map(([, title]) => title);
    await expect.poll(titles).toEqual(wanted);
    orders.add(wanted.join());
    if (reader > 1) continue;
    await near(page);
    await expect.poll(() => block.locator('.load-more a').getAttribute('href')).toContain(`.${seed}&`);
    await block.locator('.load-more a').click();
    await expect.poll(async () => (await titles()).length).toBe(10);
    expect(new Set(await titles()).size).toBe(10);
    expect(calls).toHaveLength(2);
  }
  expect(orders.size).toBeGreaterThan(1);
});

test.each([
  ['taller', 'and stays as it was', true],
  ['as tall', 'and is replaced', false],
])(
  '[TRD-02] a draw that is %s arrives while its list is read: nothing below moves, %s',
  async (_draw, _result, isTaller) => {
    const page = await browser.newPage(desktop);
    await page.route(/admin-ajax\.php/, async (route) => {
      if (!route.request().postData()?.includes('td_ajax_block')) return route.continue();
      const reply = await route.fetch();
      const { td_data, ...others } = (await reply.json()) as { td_data: string };
      const drawn = td_data.replaceAll(/(class="card-title"><a [^>]*>)[^<]*/g, '$1Drawn');
      const body = { ...others, td_data: isTaller ? `${drawn}<li><p>Another</p></li>` : drawn };
      await page.evaluate(() => {
        const items = document.querySelector('.post-content .post-list-items') as HTMLElement;
        items.scrollIntoView();
        new MutationObserver(() => (items.dataset['drawn'] = '')).observe(items, { childList: true });
      });
      await route.fulfill({ json: body });
    });
    await page.goto(`${site.url}/chance/`);
    const block = page.locator('.post-content .post-list');
    const titles = () => block.locator('.card-title').allTextContents();
    const before = await titles();
    const endOf = () => block.evaluate((element) => (element.nextElementSibling as HTMLElement).offsetTop);
    const end = await endOf();
    await block.locator('[data-drawn]').waitFor();
    expect(await titles()).toEqual(isTaller ? before : before.map(() => 'Drawn'));
    expect(await endOf()).toBe(end);
  },
);

test('without scripts the pages of a random list hold every post once, and lead back to the first page', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(`${site.url}/chance/`);
  const titles = () => page.locator('.post-content .card-title').allTextContents();
  const follow = (link: string) => Promise.all([page.waitForEvent('load'), page.click(link)]);
  const shown = [await titles()];
  for (const count of [5, 4]) {
    await follow('.load-more a');
    shown.push(await titles());
    expect(shown.at(-1)).toHaveLength(count);
  }
  expect(shown.flat().toSorted()).toEqual(numbers(...Array.from({ length: 14 }, (_, n) => n)).toSorted());
  expect(await page.locator('.load-more').isVisible()).toBe(false);
  for (const before of [shown[1], shown[0]]) {
    await follow('.load-before a');
    expect(await titles()).toEqual(before);
  }
  expect(await page.locator('.load-before').count()).toBe(0);
});

test('[BLK-27] [BLK-32] [BLK-33] clicks do nothing while a page loads, or without a further page', async () => {
  const { page, block, titles, state, calls, hold } = await open('steps');
  const next = block.locator('.step-pager-next');
  await block.locator('.step-pager-prev').click({ force: true });
  await atRest(page);
  expect(calls).toHaveLength(0);
  const release = hold();
  for (let n = 0; n < 3; n++) await next.click();
  expect(await state()).toMatchObject({ is_ajax_running: true, td_current_page: 2 });
  expect(await titles()).toEqual(numbers(13, 12, 11, 10, 9, 8));
  release();
  await expect.poll(titles).toEqual(numbers(7, 6, 5, 4, 3, 2));
  expect([calls.length, (await state()).is_ajax_running]).toEqual([1, false]);
});

test('[BLK-30] [BLK-31] [BLK-33] a finger to the left is next, to the right is back', async () => {
  const { page, titles, calls } = await open('steps', touch);
  const client = await page.context().newCDPSession(page);
  const swipe = async (from: number, to: number) => {
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y: 500 }] });
    await client.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: (from + to) / 2, y: 502 }],
    });
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: to, y: 502 }] });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(80, 300);
  expect(calls).toHaveLength(0);
  await swipe(300, 80);
  await expect.poll(titles).toEqual(numbers(7, 6, 5, 4, 3, 2));
  await swipe(80, 300);
  await expect.poll(titles).toEqual(numbers(13, 12, 11, 10, 9, 8));
  expect(calls).toHaveLength(1);
});

test('[BLK-34] [BLK-35] [BLK-36] [BLK-39] load more appends, is hidden while loading, is back after 500 ms, and disappears with the last page', async () => {
  const page = await browser.newPage(desktop);
  await page.clock.install();
  const { ready, calls, hold } = watchCalls(page);
  await ready;
  await page.goto(`${site.url}/more/`);
  const block = page.locator('.post-content .post-list');
  await near(page);
  const button = block.getByRole('link', { name: 'Load more' });
  await page.clock.pauseAt(Date.now() + 60_000);
  const release = hold();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => calls[0]?.get('td_current_page')).toBe('2');
  expect(await button.isVisible()).toBe(false);
  release();
  await expect.poll(() => block.locator('.card-title').count()).toBe(12);
  await expect.poll(() => block.locator('.card-title').first().textContent()).toBe('Post 13');
  // After a key press the focus moves to the first new post, which is announced.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Post 7');
  await expect.poll(() => block.locator('[role=status]').textContent()).toBe('6 more articles');
  await page.clock.runFor(450);
  expect(await button.isVisible()).toBe(false);
  await page.clock.runFor(100);
  expect(await button.isVisible()).toBe(true);
  await button.click();
  await expect.poll(() => block.locator('.card-title').count()).toBe(14);
  await page.clock.runFor(600);
  expect((await button.count()) === 0 || !(await button.isVisible())).toBe(true);
  expect(calls).toHaveLength(2);
});

test('[BLK-14] page numbers lead to their pages and are re-rendered', async () => {
  const { page, block, titles } = await open('numbers');
  await block.getByRole('link', { name: 'Page 3' }).click();
  await expect.poll(titles).toEqual(numbers(7, 6, 5));
  await expect
    .poll(() =>
      block
        .locator('.pager')
        .evaluate((nav) => [...nav.children].map((child) => child.textContent).join(' ')),
    )
    .toBe('Newer Page 1 Page 2 Page 3 Page 4 Page 5 Older');
  await expect.poll(() => block.locator('[aria-current=page]').textContent()).toBe('Page 3');
  // In the digits of the page's language, for screen readers, too.
  await page.evaluate(() => (document.documentElement.lang = 'fa'));
  await block.getByText('Older').click();
  await expect.poll(titles).toEqual(numbers(4, 3, 2));
  await expect.poll(() => block.locator('[aria-current=page]').textContent()).toBe('Page ۴');
  await expect.poll(() => block.locator('[role=status]').textContent()).toBe('Page ۴ of ۵');
  await expect.poll(() => page.url()).toContain('td_page=4');
  await block.getByRole('link', { name: 'Page ۲' }).click();
  await expect.poll(titles).toEqual(numbers(10, 9, 8));
  // As the server renders them, without the digits.
  const drawnParts = () =>
    block
      .locator('.pager *')
      .evaluateAll((parts) => parts.map(({ localName, className }) => `${localName}.${className}`));
  const byBrowser = await drawnParts();
  await page.reload();
  expect(byBrowser).toEqual(await drawnParts());
});

test('a list whose script fails to load is links: a press while it loads opens that page', async () => {
  const page = await browser.newPage({ ...desktop, expectedMessages: /ERR_FAILED|dynamically imported/ });
  await page.route('**/assets/run-list-*.js', (route) => route.abort());
  await page.goto(`${site.url}/steps/`);
  await page.mouse.move(10, 10, { steps: 2 });
  await Promise.all([
    page.waitForURL(/td_page=2/),
    page.locator('.post-content .post-list[data-live] .step-pager-next').click(),
  ]);
  expect(await page.locator('.post-content .card-title').allTextContents()).toEqual(
    numbers(7, 6, 5, 4, 3, 2),
  );
});

test('[BLK-26] [BLK-39] an endless list continues up to its stop; then by its button', async () => {
  const { page, block, titles, calls } = await open('endless');
  await page.locator('.site-footer, footer').first().scrollIntoViewIfNeeded();
  await expect.poll(async () => (await titles()).length).toBe(9);
  expect(calls.map((fields) => [fields.get('td_current_page'), fields.get('td_user_action')])).toEqual([
    ['2', 'infinite_load'],
    ['3', 'infinite_load'],
  ]);
  const button = block.getByRole('link', { name: 'Load more' });
  await button.waitFor();
  await atRest(page);
  expect(calls).toHaveLength(2);
  await button.click();
  await expect.poll(async () => (await titles()).length).toBe(12);
});

test('[BLK-17] [BLK-37] [BLK-01] a filter begins at its first page; cached filters are shown at once', async () => {
  const { page, block, titles, state, calls } = await open('filtered');
  await block.locator('.step-pager-next').click();
  await expect.poll(titles).toEqual(numbers(9, 8, 7, 6));
  await block.locator('summary').click();
  await expect
    .poll(() => block.locator('.list-filter a').allTextContents())
    .toEqual(['All', 'Science', 'Culture']);
  await block.getByRole('link', { name: 'Culture' }).first().click();
  await expect.poll(titles).toEqual(numbers(13, 11, 9, 7));
  expect(calls.at(-1)?.get('td_current_page')).toBe('1');
  expect(calls.at(-1)?.get('td_filter_value')).toBe(String(culture));
  await expect
    .poll(state)
    .toMatchObject({ td_filter_value: String(culture), max_num_pages: 2, td_current_page: 1 });
  await expect.poll(() => block.locator('summary').textContent()).toBe('Culture');
  await expect.poll(() => new URL(page.url()).searchParams.get('td_filter_value')).toBe(String(culture));
  const before = calls.length;
  await block.locator('summary').click();
  await block.getByRole('link', { name: 'All', exact: true }).click();
  // Page 1 of all posts is part of the page itself.
  await expect.poll(titles).toEqual(numbers(13, 12, 11, 10));
  expect(calls).toHaveLength(before);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
});

test('a click before the script loads is not lost', async () => {
  const page = await browser.newPage(desktop);
  await page.goto(`${site.url}/steps/`);
  await page.locator('.post-content .step-pager-next').click();
  await expect
    .poll(() => page.locator('.post-content .card-title').allTextContents())
    .toEqual(numbers(7, 6, 5, 4, 3, 2));
});

test('[BLK-44] [BLK-45] [ERR-03] a failed call is logged and nothing else; the next click tries again', async () => {
  const { block, titles, state, calls, failOnce } = await open('steps', {
    ...desktop,
    expectedMessages: /td_ajax_block: error|status of 500/,
  });
  failOnce();
  const next = block.locator('.step-pager-next');
  await next.click();
  await expect.poll(async () => (await state()).is_ajax_running).toBe(false);
  expect([calls.length, await titles(), (await state()).td_current_page]).toEqual([
    1,
    numbers(13, 12, 11, 10, 9, 8),
    1,
  ]);
  await next.click();
  await expect.poll(titles).toEqual(numbers(7, 6, 5, 4, 3, 2));
  await expect.poll(() => block.locator('.block-loader').count()).toBe(0);
});

test('[BLK-20] [TRD-05] pages are prefetched, and refilled a second after a click', async () => {
  const page = await browser.newPage(desktop);
  await page.clock.install();
  const { ready, calls } = watchCalls(page);
  await ready;
  await page.goto(`${site.url}/ahead/`);
  await near(page);
  const requestedPages = () => calls.map((fields) => fields.get('td_current_page'));
  await expect.poll(requestedPages).toEqual(['2', '3', '4']);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator('.post-content .step-pager-next').click();
  expect(await page.locator('.post-content .card-title').allTextContents()).toEqual(numbers(11, 10));
  await page.clock.runFor(999);
  await atRest(page);
  expect(calls).toHaveLength(3);
  await page.clock.runFor(1);
  await expect.poll(requestedPages).toEqual(['2', '3', '4', '5']);
});

test('[BLK-20] paging during a prefetch also prefetches the pages after it', async () => {
  const page = await browser.newPage(desktop);
  await page.clock.install();
  const { ready, calls, hold } = watchCalls(page);
  await ready;
  const releaseFirst = hold();
  await page.goto(`${site.url}/ahead/`);
  await near(page);
  const requestedPages = () => calls.map((fields) => fields.get('td_current_page')).toSorted();
  await expect.poll(requestedPages).toEqual(['2']);
  const releaseOthers = hold();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator('.post-content .step-pager-next').click();
  releaseFirst();
  await expect.poll(() => calls.length).toBe(2);
  await page.clock.runFor(1000); // refilled while one of them is still loading
  releaseOthers();
  await expect.poll(requestedPages).toEqual(['2', '3', '4', '5']);
});

test('[LOAD-01] [LOAD-02] [LOAD-03] [LOAD-04] eight boxes, 40 ms apart, in the colour of the setting or grey, gone 400 ms after the reply', async () => {
  for (const [color, expected] of [
    ['#4db2ec', 'rgb(77, 178, 236)'],
    ['blue', 'grey'],
    ['#12', 'grey'],
    ['#1234567', 'grey'],
  ] as const) {
    if (expected === 'grey') await expect(site.set({ loader_color: color })).rejects.toThrow('loader_color');
    else await site.set({ loader_color: color });
    const page = await browser.newPage(desktop);
    await page.clock.install();
    const { ready, hold } = watchCalls(page);
    await ready;
    await page.goto(`${site.url}/steps/`);
    const block = page.locator('.post-content .post-list');
    await block.evaluate((element, given) => element.setAttribute('data-loader', given), color);
    await near(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    const release = hold();
    await block.locator('.step-pager-next').click();
    await block.locator('.block-loader').waitFor({ state: 'attached' });
    const boxes = await block.locator('.block-loader i').evaluateAll((all) =>
      all.map((box) => {
        const { animationDuration, animationDelay, backgroundColor, animationTimingFunction } =
          getComputedStyle(box);
        return { animationDuration, animationDelay, backgroundColor, animationTimingFunction };
      }),
    );
    expect(boxes).toHaveLength(8);
    const grey = await block.evaluate((element) => {
      const probe = element.appendChild(document.createElement('i'));
      probe.style.color = 'var(--ink-3)';
      const { color: value } = getComputedStyle(probe);
      probe.remove();
      return value;
    });
    expect([color, new Set(boxes.map(({ backgroundColor }) => backgroundColor))]).toEqual([
      color,
      new Set([expected === 'grey' ? grey : expected]),
    ]);
    expect(boxes.map(({ animationDelay }) => Number.parseFloat(animationDelay) * 1000)).toEqual([
      0, -280, -240, -200, -160, -120, -80, -40,
    ]);
    expect(boxes[0]).toMatchObject({ animationDuration: '0.32s', animationTimingFunction: 'steps(1)' });
    release();
    await block.locator('.block-loader.is-ending').waitFor({ state: 'attached' });
    await page.clock.runFor(350);
    expect(await block.locator('.block-loader').count()).toBe(1);
    await page.clock.runFor(60);
    expect(await block.locator('.block-loader').count()).toBe(0);
  }
  await site.set({ loader_color: '' });
});

test('[TRD-01] [TRD-03] [TRD-04] [TRD-08] the sidebar’s Trending Searches: six more at a time, never the current article, no duplicates', async () => {
  await site.set({ related_posts: false }); // otherwise it excludes them
  const page = await browser.newPage(desktop);
  await page.goto(`${site.url}/post-13/`);
  const widget = page.locator('.column-sidebar .trending');
  expect(await widget.locator('h2').textContent()).toBe('Trending Searches');
  await widget.scrollIntoViewIfNeeded();
  await widget.and(page.locator('[data-live]')).waitFor(); // until then its link opens a page
  expect(await widget.locator('.card-title').count()).toBe(6);
  await widget.getByRole('link', { name: 'Load more' }).click();
  await expect.poll(() => widget.locator('.card-title').count()).toBe(12);
  // One of the thirteen others is below the text as the previous article: two pages remain in any case.
  await expect.poll(() => widget.getByRole('link', { name: 'Load more' }).isVisible()).toBe(false);
  const titles = await widget.locator('.card-title').allTextContents();
  expect([new Set(titles).size, titles.includes('Post 13')]).toEqual([12, false]);
  await site.set({ related_posts: true });
});

test('[BLK-02] [BLK-05] related posts under an article: six in three columns, with steps', async () => {
  await site.set({ related_posts: false }); // otherwise it excludes them
  const page = await browser.newPage(desktop);
  await page.goto(`${site.url}/post-13/`);
  const related = page.locator('.related-posts');
  const lefts = await related
    .locator('article')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
  expect([lefts.length, new Set(lefts).size]).toEqual([6, 3]);
  const first = await related.locator('.card-title').allTextContents();
  expect(first).toEqual(numbers(11, 9, 7, 5, 3, 1));
  await site.set({ related_posts: true });
});

test('a slide is turned by buttons, and follows the finger', async () => {
  const page = await browser.newPage({ ...desktop, reducedMotion: 'reduce' });
  await page.goto(`${site.url}/slides/`);
  const slide = page.locator('.slide');
  const count = slide.locator('[data-slide-count]');
  await slide.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => count.textContent()).toBe('2 / 4');
  await slide
    .locator('.slides')
    .evaluate((row) => row.scrollTo({ left: row.scrollWidth, behavior: 'instant' }));
  await expect.poll(() => count.textContent()).toBe('4 / 4');
  await slide.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => count.textContent()).toBe('1 / 4');
  await page.evaluate(() => (document.documentElement.lang = 'bn'));
  await slide.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => count.textContent()).toBe('২ / ৪');
});

test('[IMP-18] an article read for two seconds is counted once; one that was only passed is not', async () => {
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  const page = await browser.newPage({ ...desktop, userAgent });
  await pauseClock(page);
  const isSet = await watchTimers(page);
  const beacons: URLSearchParams[] = [];
  page.on('request', (request) => {
    const fields = new URLSearchParams(request.postData() ?? '');
    if (fields.get('action') === 'broadsheet_view') beacons.push(fields);
  });
  await page.goto(`${site.url}/post-13/`);
  await isSet(2000);
  await page.clock.runFor(1999);
  // Away before the two seconds are over, and back.
  for (const [marginTop, isSeen] of [
    ['3000px', false],
    ['', true],
  ] as const) {
    await page.locator('[data-behaviour=views]').evaluate(
      (text: HTMLElement, [margin, seen]) =>
        new Promise<void>((resolve) => {
          text.style.marginTop = margin;
          new IntersectionObserver(([entry]) => entry?.isIntersecting === seen && resolve()).observe(text);
        }),
      [marginTop, isSeen] as const,
    );
    await page.clock.runFor(1999);
  }
  expect(await page.evaluate('timers')).not.toContain(1000);
  await page.clock.runFor(1);
  await isSet(1000); // for others of the page
  await page.clock.runFor(999);
  expect(beacons).toHaveLength(0);
  await page.clock.runFor(1);
  await expect.poll(() => beacons.length).toBe(1);
  await page.clock.runFor(60_000);
  expect(beacons).toHaveLength(1);
});
