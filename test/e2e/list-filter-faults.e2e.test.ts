import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';
import { watchCalls } from '../harness/watch-calls.ts';

const browser = useChromium();
const settings = { limit: 2, custom_title: 'My list', td_ajax_filter_type: 'td_category_ids_filter' };

const site = useRealSite(async (tx) => {
  const author = await makeUser(tx);
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  const culture = await makeTerm(tx, { name: 'Culture', slug: 'culture' });
  for (let n = 0; n < 8; n++)
    await makePost(tx, {
      title: `Post ${n}`,
      slug: `post-${n}`,
      authorId: author,
      termIds: [n % 2 === 0 ? science : culture],
    });
  for (const [slug, ajax_pagination] of [
    ['filtered', 'next_prev'],
    ['filtered-more', 'load_more'],
    ['endless', 'infinite'],
  ]) {
    const content = `<!-- wp:broadsheet/post-list ${JSON.stringify({ ...settings, ajax_pagination })} /-->`;
    await makePost(tx, { type: 'page', title: 'Filtered', slug, content });
  }
  const turned = `<!-- wp:broadsheet/post-list ${JSON.stringify({ limit: 2, ajax_pagination: 'next_prev' })} /-->`;
  await makePost(tx, { type: 'page', title: 'Two', slug: 'two', content: `${turned}\n\n${turned}` });
});

async function open(slug: string, options: PageOptions = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const { calls, ready, hold, failOnce } = watchCalls(page);
  await ready;
  if (slug === 'endless') failOnce(); // it may request at once
  await page.goto(`${site.url}/${slug}/`);
  const block = page.locator('.post-content .post-list');
  await page.locator('.post-content .post-list[data-live]').waitFor();
  await block.dispatchEvent('pointerover');
  await block.locator('> [role=status]').waitFor({ state: 'attached' });
  const titles = () => block.locator('.card-title').allTextContents();
  const state = () =>
    block.evaluate(
      (element) => JSON.parse((element as HTMLElement).dataset.state ?? '') as Record<string, unknown>,
    );
  const choose = async (name: string) => {
    await block.locator('summary').click();
    await block.getByRole('link', { name, exact: true }).first().click();
  };
  return { page, block, titles, state, choose, calls, hold, failOnce };
}

test('[BLK-44] when a filter that replaced a pending one fails, the list names its current filter, and both can be chosen again', async () => {
  const { block, titles, state, choose, calls, hold, failOnce } = await open('filtered', {
    expectedMessages: /td_ajax_block: error|status of 500/,
  });
  const release = hold();
  await choose('Culture');
  await expect.poll(() => calls.length).toBe(1);
  failOnce();
  await choose('Science');
  await expect.poll(state).toMatchObject({ is_ajax_running: false, td_filter_value: '' });
  release();
  await expect.poll(() => block.locator('.block-loader').count()).toBe(0);
  expect(await titles()).toEqual(['Post 7', 'Post 6']);
  await choose('Culture');
  await expect.poll(titles).toEqual(['Post 7', 'Post 5']);
});

test('after a cached filter replaced a pending one, the list can be paged', async () => {
  const { block, titles, state, choose, calls, hold } = await open('filtered');
  const release = hold();
  await choose('Culture');
  await expect.poll(() => calls.length).toBe(1);
  await choose('All');
  expect(await state()).toMatchObject({ is_ajax_running: false, td_filter_value: '' });
  release();
  await block.locator('.step-pager-next').click();
  await expect.poll(titles).toEqual(['Post 5', 'Post 4']);
});

test('a filter that is chosen while more posts are on their way leaves the list its button', async () => {
  const { block, titles, choose, calls, hold } = await open('filtered-more');
  const button = block.getByRole('link', { name: 'Load more' });
  const release = hold();
  await button.click();
  await expect.poll(() => calls.length).toBe(1);
  await choose('Culture');
  release();
  await expect.poll(titles).toEqual(['Post 7', 'Post 5']);
  await button.click();
  await expect.poll(titles).toEqual(['Post 7', 'Post 5', 'Post 3', 'Post 1']);
});

test('[BLK-39] [BLK-44] when a call of an endless list fails, it retries on the reader’s request', async () => {
  const { page, block, titles, calls } = await open('endless', {
    expectedMessages: /td_ajax_block: error|status of 500/,
  });
  await page.locator('.site-footer, footer').first().scrollIntoViewIfNeeded();
  await expect.poll(() => calls.length).toBe(1);
  await atRest(page);
  expect([calls.length, await titles()]).toEqual([1, ['Post 7', 'Post 6']]);
  await block.getByRole('link', { name: 'Load more' }).click();
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(2);
});

test('a list that its address opened at a page stays there when another one is turned, and that is gone back to and forward', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/two/`);
  const lists = page.locator('.post-content .post-list');
  await page.goto(`${site.url}/two/?td_block=${(await lists.first().getAttribute('id')) ?? ''}&td_page=2`);
  await lists.last().and(page.locator('[data-live]')).waitFor();
  const titles = async () =>
    Promise.all([0, 1].map((index) => lists.nth(index).locator('.card-title').allTextContents()));
  const [second, first] = [
    ['Post 5', 'Post 4'],
    ['Post 7', 'Post 6'],
  ];
  expect(await titles()).toEqual([second, first]);
  await lists.first().dispatchEvent('pointerover');
  await lists.last().locator('.step-pager-next').click();
  await expect.poll(titles).toEqual([second, second]);
  await page.goBack();
  await expect.poll(titles).toEqual([second, first]);
  await page.goForward();
  await expect.poll(titles).toEqual([second, second]);
  await atRest(page);
  expect(await titles()).toEqual([second, second]);
});

test('on a zoomed page a finger scrolls along a list, and turns no page', async () => {
  const { page, block, titles, calls } = await open('filtered', {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  });
  const client = await page.context().newCDPSession(page);
  const items = block.locator('.post-list-items');
  const swipe = async () => {
    await items.scrollIntoViewIfNeeded();
    const y = ((await items.boundingBox())?.y ?? 0) + 20;
    for (const x of [300, 190, 80]) {
      await client.send('Input.dispatchTouchEvent', {
        type: x === 300 ? 'touchStart' : 'touchMove',
        touchPoints: [{ x, y: x === 300 ? y : y + 2 }],
      });
    }
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const action = () => items.evaluate((element) => getComputedStyle(element).touchAction);
  expect(await action()).toBe('pan-y pinch-zoom');
  await client.send('Emulation.setPageScaleFactor', { pageScaleFactor: 3 });
  await expect.poll(action).toBe('auto');
  const first = await titles();
  await swipe();
  await atRest(page);
  expect([await titles(), calls.length]).toEqual([first, 0]);
  await client.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
  await expect.poll(action).toBe('pan-y pinch-zoom');
  await swipe();
  await expect.poll(titles).not.toEqual(first);
});

test('[BLK-33] back to an address beyond the end of a list is one step from its last page', async () => {
  const { page, block, titles } = await open('filtered');
  const id = await block.getAttribute('id');
  const previous = block.locator('.step-pager-prev');
  const requested = async () =>
    new URL((await previous.getAttribute('href')) ?? '', site.url).searchParams.get('td_page');
  await page.goto(`${site.url}/filtered/?td_block=${id}&td_page=99999`);
  await page.locator('.post-content .post-list[data-live]').waitFor();
  await block.dispatchEvent('pointerover');
  await block.locator('> [role=status]').waitFor({ state: 'attached' });
  await previous.click();
  await expect.poll(titles).toEqual(['Post 1', 'Post 0']);
  await page.goBack();
  await expect.poll(titles).toEqual([]);
  expect(await requested()).toBe('4');
  await previous.click();
  await expect.poll(titles).toEqual(['Post 1', 'Post 0']);
});
