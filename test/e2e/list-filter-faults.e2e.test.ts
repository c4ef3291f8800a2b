import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';
import { watchCalls } from '../harness/watch-calls.ts';

const browser = useChromium();
const settings = { limit: 4, custom_title: 'My list', ajax_pagination: 'next_prev', td_ajax_filter_type: 'td_category_ids_filter' };

const site = useRealSite(async (tx) => {
  const author = await makeUser(tx);
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  const culture = await makeTerm(tx, { name: 'Culture', slug: 'culture' });
  for (let n = 0; n < 8; n++) await makePost(tx, { title: `Post ${n}`, slug: `post-${n}`, authorId: author, termIds: [n % 2 === 0 ? science : culture] });
  await makePost(tx, { type: 'page', title: 'Filtered', slug: 'filtered', content: `<!-- wp:broadsheet/post-list ${JSON.stringify(settings)} /-->` });
});

test('[BLK-44] where a filter fails that took the place of one still on its way, the list says what it shows, and both can be chosen again', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, expectedMessages: /td_ajax_block: error|status of 500/ });
  const { calls, ready, hold, failOnce } = watchCalls(page);
  await ready;
  await page.goto(`${site.url}/filtered/`);
  const block = page.locator('.post-content .post-list');
  await page.locator('.post-content .post-list[data-live]').waitFor();
  await block.dispatchEvent('pointerover');
  await block.locator('> [role=status]').waitFor({ state: 'attached' });
  const titles = () => block.locator('.card-title').allTextContents();
  const state = () => block.evaluate((element) => JSON.parse((element as HTMLElement).dataset.state ?? '') as Record<string, unknown>);
  const choose = async (name: string) => {
    await block.locator('summary').click();
    await block.getByRole('link', { name, exact: true }).first().click();
  };
  const release = hold();
  await choose('Culture');
  await expect.poll(() => calls.length).toBe(1);
  failOnce();
  await choose('Science');
  await expect.poll(state).toMatchObject({ is_ajax_running: false, td_filter_value: '' });
  release();
  await expect.poll(() => block.locator('.block-loader').count()).toBe(0);
  expect(await titles()).toEqual(['Post 7', 'Post 6', 'Post 5', 'Post 4']);
  await choose('Culture');
  await expect.poll(titles).toEqual(['Post 7', 'Post 5', 'Post 3', 'Post 1']);
});
