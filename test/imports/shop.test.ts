import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { deriveBatch } from '../../src/modules/shop/jobs.ts';
import { findProducts } from '../../src/modules/shop/store.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const file = fileURLToPath(new URL('../../../shared/data/shop-products.xml', import.meta.url));

onBothDatabases('the products of a WooCommerce export', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place());
    await importWxr(site.database, createReadStream(file));
  });
  afterAll(() => site.close());

  const idOf = async (slug: string) => {
    const query = site.database.read.selectFrom('post').select('id').where('slug', '=', slug);
    return Number((await query.where('type', '=', 'product').executeTakeFirstOrThrow()).id);
  };
  const productOf = async (slug: string) => {
    const id = await idOf(slug);
    return (await findProducts(site.database.read, [id])).get(id) ?? expect.fail(`${slug} is no product`);
  };
  const pageOf = async (slug: string) => {
    const reply = await rawRequest(site.url, `/product/${slug}/`);
    expect([reply.status, slug]).toEqual([200, slug]);
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(reply.body) ?? [];
    const { '@graph': graph = [] } = JSON.parse(json) as { '@graph'?: Record<string, unknown>[] };
    const text = (reply.body.match(/<p class="product-[\s\S]*?<\/p>/g) ?? []).join(' ');
    return {
      text: text
        .replaceAll('<!-- -->', '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
      thing: graph.find((one) => one['@type'] === 'Product'),
    };
  };

  test('[IMP-19] prices, sales, SKUs, stock and kinds are read, variations with their product', async () => {
    const rows = await site.database.read.selectFrom('product').select(['kind', 'is_shown']).execute();
    const kinds = Object.groupBy(rows, ({ kind }) => kind);
    expect(Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, of.length]))).toEqual({
      simple: 14,
      variable: 2,
      grouped: 1,
      external: 1,
      variation: 7,
    });
    const [neck, ...sizes] = await productOf('v-neck-t-shirt');
    expect([neck.kind, neck.sku, sizes.length]).toEqual(['variable', 'woo-vneck-tee', 3]);
    expect(sizes.map(({ sku, prices }) => [sku, prices.regular])).toEqual([
      ['woo-vneck-tee-red', 2000],
      ['woo-vneck-tee-green', 2000],
      ['woo-vneck-tee-blue', 1500],
    ]);
    expect((await productOf('beanie'))[0].prices).toMatchObject({ regular: 2000, sale: 1800 });
  });

  test('[IMP-19] product pages show price and stock, and describe offers to search engines', async () => {
    expect(await pageOf('beanie')).toMatchObject({
      text: 'Original price: $20.00 Current price: $18.00 Sale In stock SKU: woo-beanie',
      thing: {
        sku: 'woo-beanie',
        offers: {
          '@type': 'Offer',
          price: '18.00',
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
        },
      },
    });
    expect(await pageOf('v-neck-t-shirt')).toMatchObject({
      text: '$15.00 – $20.00 In stock SKU: woo-vneck-tee',
      thing: { offers: { '@type': 'AggregateOffer', lowPrice: '15.00', highPrice: '20.00', offerCount: 3 } },
    });
    const grouped = await pageOf('logo-collection');
    expect([grouped.text, grouped.thing?.['offers']]).toEqual(['SKU: logo-collection', undefined]);
    expect((await rawRequest(site.url, '/product_variation/v-neck-t-shirt-red/')).status).toBe(404);
    expect((await rawRequest(site.url, '/product_type/variable/')).status).toBe(404);
  });

  test('an import of the same file changes nothing', async () => {
    const before = await site.database.read.selectFrom('product').selectAll().orderBy('post_id').execute();
    const { imported, updated } = totals(await importWxr(site.database, createReadStream(file)));
    expect([imported, updated]).toEqual([0, 0]);
    expect(await site.database.read.selectFrom('product').selectAll().orderBy('post_id').execute()).toEqual(
      before,
    );
  });

  test('cached pages show changes of a variation, of the currency, and the end of a sale', async () => {
    const [, red] = await productOf('v-neck-t-shirt');
    await site.database.write((tx) =>
      updatePost(tx, red?.id ?? 0, { meta: { _regular_price: ['99.5'], _stock_status: ['outofstock'] } }),
    );
    await expect.poll(async () => (await pageOf('v-neck-t-shirt')).text).toContain('$15.00 – $99.50');
    await site.database.write((tx) => updatePost(tx, red?.id ?? 0, { status: 'draft' }));
    await expect.poll(async () => (await pageOf('v-neck-t-shirt')).text).toContain('$15.00 – $20.00');
    const id = await idOf('beanie');
    const ends = String(Math.floor(Date.now() / 1000) - 5);
    await site.database.write((tx) => updatePost(tx, id, { meta: { _sale_price_dates_to: [ends] } }));
    await expect.poll(async () => (await pageOf('beanie')).text).toBe('$20.00 In stock SKU: woo-beanie');
    await site.database.write((tx) => saveSettings(tx, { shop_currency: 'JPY' }));
    for (let after: number | undefined = 0; after !== undefined; )
      after = await site.database.write((tx) => deriveBatch(tx, after ?? 0));
    await expect.poll(async () => (await pageOf('beanie')).text).toContain('¥20');
    expect((await productOf('beanie'))[0].prices.regular).toBe(20);
  });

  test('[IMP-19] products of other shops link to them, unless the address is unsafe', async () => {
    const linkOn = async (slug: string) => {
      const { body, status } = await rawRequest(site.url, `/product/${slug}/`);
      expect(status).toBe(200);
      expect(body).not.toContain('<script>alert');
      return /<p class="product-button"><a class="button" href="([^"]*)" rel="([^"]*)">([^<]*)</
        .exec(body)
        ?.slice(1);
    };
    const usual = ['nofollow sponsored noopener', 'Buy on the WordPress swag store!'];
    expect(await linkOn('wordpress-pennant')).toEqual([
      'https://mercantile.wordpress.org/product/wordpress-pennant/',
      ...usual,
    ]);
    expect(await linkOn('beanie')).toBeUndefined();
    const id = await idOf('wordpress-pennant');
    const change = (meta: Record<string, string[]>) =>
      site.database.write((tx) => updatePost(tx, id, { meta }));
    for (const url of [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'mailto:someone@mail.example',
      '//shop.example/',
      'https:///x',
      `https://shop.example/${'x'.repeat(3000)}`,
      '',
    ]) {
      await change({ _product_url: [url] });
      await expect.poll(() => linkOn('wordpress-pennant')).toBeUndefined();
    }
    await change({
      _product_url: ['https://shop.example/?a=1&b="><script>alert(1)</script>'],
      _button_text: ['<script>alert(1)</script>'],
    });
    await expect
      .poll(() => linkOn('wordpress-pennant'))
      .toEqual([
        'https://shop.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
        usual[0],
        '&lt;script&gt;alert(1)&lt;/script&gt;',
      ]);
  });

  test('[IMP-19] a gallery shows the imported pictures, in their order', async () => {
    const id = await idOf('v-neck-t-shirt');
    const gallery = async () =>
      [
        ...(
          (await rawRequest(site.url, '/product/v-neck-t-shirt/')).body.match(
            /<div class="product-gallery">[\s\S]*?<\/div>/,
          )?.[0] ?? ''
        ).matchAll(/<a [^>]*href="([^"]*)"/g),
      ].map(([, url = '']) => url.split('/').at(-1));
    expect(await gallery()).toEqual(['vnech-tee-green-1.jpg', 'vnech-tee-blue-1.jpg']);
    const [first = 0] = await site.database.read
      .selectFrom('post_meta')
      .select('value')
      .where('post_id', '=', id)
      .where('key', '=', '_product_image_gallery')
      .execute()
      .then((rows) => rows.map(({ value }) => Number(value.split(',')[0])));
    const change = (value: string) =>
      site.database.write((tx) => updatePost(tx, id, { meta: { _product_image_gallery: [value] } }));
    for (const hostile of [
      '',
      '0',
      '-1',
      String(id),
      '999999',
      '1e999',
      "1' or 1=1 --",
      '<b>',
      '🖼',
      ','.repeat(5000),
    ]) {
      await change(hostile);
      await expect.poll(gallery).toEqual([]);
    }
    await change(`x, ${first},${first} ,999999,-${first}`);
    await expect.poll(gallery).toEqual(['vnech-tee-green-1.jpg']);
  });

  test('deleted products leave no row, and hostile facts show as text or not at all', async () => {
    const attack = '"><script>alert(1)</script>';
    const id = await site.database.write((tx) =>
      makePost(tx, {
        type: 'product',
        status: 'publish',
        slug: 'hostile',
        title: 'Hostile',
        meta: { _sku: [attack], _regular_price: [attack], _stock_status: [attack], _stock: ['NaN'] },
      }),
    );
    const { text } = await pageOf('hostile');
    expect(text).toBe('In stock SKU: "&gt;&lt;script&gt;alert(1)&lt;/script&gt;'.replace('"', '&quot;'));
    const child = await site.database.write((tx) =>
      makePost(tx, { type: 'product_variation', status: 'publish', parentId: id }),
    );
    await site.database.write((tx) => deletePost(tx, id));
    const left = await site.database.read
      .selectFrom('product')
      .select('post_id')
      .where('post_id', 'in', [id, child])
      .execute();
    expect(left).toEqual([]);
  });
});
