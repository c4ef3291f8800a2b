import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const sizes = [
  ['on a desktop', { viewport: { width: 1280, height: 900 } }],
  ['on a phone', { viewport: { width: 375, height: 812 }, hasTouch: true }],
] as const;

const site = useRealSite(async (tx) => {
  const prints = await makeTerm(tx, { taxonomy: 'product_cat', name: 'Prints', slug: 'prints' });
  for (let n = 1; n <= 14; n++)
    await makePost(tx, {
      type: 'product',
      title: `Print ${n}`,
      slug: `print-${n}`,
      termIds: [prints],
      meta: { _regular_price: [`${n}.5`] },
    });
  await makePost(tx, {
    type: 'page',
    title: 'Window',
    slug: 'window',
    content: '<!-- wp:broadsheet/product-list {"limit":4,"custom_title":"Our prints"} /-->',
  });
});

/** Path, query and fields of a call for a page of a list. */
function callOf(request: Request) {
  const { pathname, search } = new URL(request.url());
  const fields = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
  return { path: pathname + search, fields };
}

const shown = (...numbers: number[]) => numbers.map((n) => `Print ${n} $${n}.50`);

test.each(sizes)(
  '[BLK-08] [SHOP-02] [AJAX-05] [AJAX-06] page numbers turn a list of products %s',
  async (_name, options) => {
    const page = await browser.newPage(options);
    await page.goto(`${site.url}/window/?x=1&y=a%20b`);
    const list = page.locator('.product-list');
    const products = async () =>
      (await list.locator('.card-text').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    expect(await products()).toEqual(shown(14, 13, 12, 11));
    const called = page.waitForRequest((request) => request.postData()?.includes('td_ajax_block') === true);
    await list.locator('.pager-page', { hasText: '2' }).click();
    expect(callOf(await called)).toMatchObject({
      path: expect.stringMatching(/^\/wp-admin\/admin-ajax\.php\?.*\btd_woo_ajax=1$/),
      fields: {
        action: 'td_ajax_block',
        block_type: 'td_woo_products_loop',
        td_current_page: '2',
        td_request_uri: '/window/?x=1&y=a%20b',
      },
    });
    await expect.poll(products).toEqual(shown(10, 9, 8, 7));
    await page.goBack();
    await expect.poll(products).toEqual(shown(14, 13, 12, 11));
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  },
);

test('[SHOP-02] without scripts page numbers are links', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.url}/window/`);
  await page
    .getByRole('navigation', { name: /Our prints/ })
    .getByRole('link', { name: 'Page 4' })
    .click();
  expect(await page.locator('.product-list .card-title').allInnerTexts()).toEqual(['Print 2', 'Print 1']);
});

test.each(sizes)('[SHOP-01] the shop shows prices %s', async (_name, options) => {
  const page = await browser.newPage(options);
  for (const path of ['/shop/', '/product-category/prints/', '/?s=print&post_type=product']) {
    await page.goto(site.url + path);
    const cards = page.locator('.archive-loop article');
    expect([path, await cards.count()]).toEqual([path, 12]);
    expect(await cards.first().locator('.product-price').innerText()).toMatch(/^\$\d+\.50$/);
  }
});
