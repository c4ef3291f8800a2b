import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onBothDatabases('lists of products', (_get, place) => {
  let site: ServedSite;
  const ids = { prints: 0, last: 0 };
  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      ids.prints = await makeTerm(tx, { taxonomy: 'product_cat', name: 'Prints', slug: 'prints' });
      for (let n = 1; n <= 14; n++)
        ids.last = await makePost(tx, {
          type: 'product',
          title: `Print ${n}`,
          slug: `print-${n}`,
          termIds: n > 9 ? [ids.prints] : [],
          meta: { _regular_price: [`${n}.5`] },
        });
      await makePost(tx, { type: 'product', title: 'Not for sale', slug: 'not-for-sale' });
      await makePost(tx, { title: 'An article', slug: 'article' });
      await makePost(tx, {
        type: 'product',
        title: 'Secret',
        slug: 'secret',
        password: 'open',
        meta: { _regular_price: ['77'] },
      });
      const list = (settings: object) => `<!-- wp:broadsheet/product-list ${JSON.stringify(settings)} /-->`;
      const pages = {
        all: list({ limit: 4 }),
        prints: list({ category_id: String(ids.prints), ajax_pagination: '' }),
      };
      for (const [slug, content] of Object.entries(pages))
        await makePost(tx, { type: 'page', title: slug, slug, content });
    });
  });
  afterAll(() => site.close());

  const get = async (path: string) => (await rawRequest(site.url, path)).body;
  /** Titles with their prices, in order. */
  const listed = (html: string) =>
    [...html.matchAll(/<article[\s\S]*?<\/article>/g)].map(([card]) =>
      (/class="card-text"[\s\S]*/.exec(card)?.[0] ?? '')
        .replace(/^[^>]*>/, '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  const post = (fields: Record<string, string>, query = '?td_woo_ajax=1') =>
    rawRequest(site.url, `/wp-admin/admin-ajax.php${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ action: 'td_ajax_block', ...fields })),
    });
  const asked = async () => {
    const [, id = ''] = /<section[^>]* id="([^"]+)"[^>]*td_woo_products_loop/.exec(await get('/all/')) ?? [];
    const [, state = ''] = /td_woo_products_loop" data-state="([^"]*)"/.exec(await get('/all/')) ?? [];
    const { atts, td_magic_token } = JSON.parse(state.replaceAll('&quot;', '"')) as {
      atts: object;
      td_magic_token: string;
    };
    return { id, td_atts: JSON.stringify(atts), td_magic_token };
  };

  test('[SHOP-02] [BLK-08] the block lists products with prices, by category, and pages work without scripts', async () => {
    const all = await get('/all/');
    expect(listed(all).slice(0, 4)).toEqual([
      'Not for sale',
      'Print 14 $14.50',
      'Print 13 $13.50',
      'Print 12 $12.50',
    ]);
    expect(all).not.toMatch(/\$77|An article<\/a>[\s\S]*td_woo_products_loop/);
    const next = /rel="next" href="([^"#]*)/.exec(all)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(listed(await get(next))[0]).toBe('Print 11 $11.50');
    expect(listed(await get('/prints/'))).toEqual([14, 13, 12, 11, 10].map((n) => `Print ${n} $${n}.50`));
  });

  test('[SHOP-02] [AJAX-05] [AJAX-06] its call has the products of a page, whatever else is sent', async () => {
    const { id, ...sent } = await asked();
    const fields = { block_type: 'td_woo_products_loop', td_block_id: id, td_current_page: '2', ...sent };
    const reply = await post({ ...fields, td_request_uri: '/all/?x=1' });
    const answer = JSON.parse(reply.body) as Record<string, unknown>;
    expect(listed(String(answer.td_data))).toEqual([11, 10, 9, 8].map((n) => `Print ${n} $${n}.50`));
    expect(answer).toMatchObject({ td_block_id: id, td_hide_prev: false, td_hide_next: false });
    const attacks: Record<string, string>[] = [
      { td_request_uri: '//evil.example/"><script>alert(1)</script>' },
      { td_request_uri: 'x'.repeat(20_000) },
      { td_request_uri: '\0' },
      { td_current_page: '-1' },
      { td_current_page: '99999999999999999999' },
      { td_column_number: '"><b>' },
      { td_block_id: '"><script>alert(1)</script>' },
      { td_filter_value: "' or 1=1 --" },
      { td_atts: '{"post_type":"post","limit":50}', td_magic_token: '' },
      { td_atts: '{"category_id":"1) or (1=1"}', td_magic_token: '' },
      { td_atts: '[', td_magic_token: '' },
      { td_atts: '{"post_ids":"0x1,1e999,-9999999999999999999"}', td_magic_token: '' },
    ];
    for (const attack of attacks) {
      const { status, body } = await post({ ...fields, ...attack });
      expect([status, attack]).toEqual([200, attack]);
      expect(body).not.toMatch(/<script>alert|evil\.example|An article|\$77/);
    }
    expect((await post({ ...fields, td_atts: '{"limit":50}' })).status).toBe(403);
    expect((await post(fields, '')).body).toBe((await post(fields)).body);
  });

  test('[SHOP-01] the shop, its categories and its search show prices, and no other list does', async () => {
    expect(listed(await get('/shop/'))[1]).toBe('Print 14 $14.50');
    expect(listed(await get('/product-category/prints/'))).toHaveLength(5);
    expect(listed(await get('/product-category/prints/'))[0]).toBe('Print 14 $14.50');
    expect(listed(await get('/?s=print&post_type=product'))).toContain('Print 3 $3.50');
    expect(await get('/')).not.toMatch(/product-price|td_woo/);
  });

  test('cached lists show a changed price, and the end of a sale', async () => {
    await get('/all/');
    const change = (meta: Record<string, string[]>) =>
      site.database.write((tx) => updatePost(tx, ids.last, { meta }));
    await change({ _regular_price: ['20'], _sale_price: ['18'] });
    const sale = 'Print 14 Original price: $20.00 Current price: $18.00 Sale';
    await expect.poll(async () => listed(await get('/all/'))[1]).toBe(sale);
    await expect.poll(async () => listed(await get('/shop/'))[1]).toBe(sale);
    await change({ _sale_price_dates_to: [String(Math.floor(Date.now() / 1000) + 2)] });
    await expect.poll(async () => listed(await get('/all/'))[1]).toBe('Print 14 $20.00');
    await expect.poll(async () => listed(await get('/shop/'))[1]).toBe('Print 14 $20.00');
  });
});
