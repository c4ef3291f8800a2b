import sharp from 'sharp';
import { expect, test } from 'vitest';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { darkCookie } from '../../src/reader/islands/page-config.ts';
import { severeFaults } from '../harness/axe-faults.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeTerm } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const site = useRealSite(async (tx, place) => {
  const pictures: number[] = [];
  for (const [n, height] of [900, 2400, 300].entries()) {
    const background = { r: 60, g: 90 * n, b: 160 };
    const bytes = await sharp({ create: { width: 1200, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const { file } = await storeUpload(place.dataDir, {
      name: `print-${n}.jpg`,
      bytes,
      at: Date.UTC(2026, 0, 2),
    });
    pictures.push(
      await makeMedia(tx, {
        slug: `print-${n}`,
        file: { file, width: 1200, height, alt: n === 2 ? 'Seen from the side' : '', sizes: {} },
      }),
    );
  }
  const external = await makeTerm(tx, { taxonomy: 'product_type', name: 'external', slug: 'external' });
  await makePost(tx, {
    type: 'product',
    title: 'Harbour print',
    slug: 'harbour',
    featuredMediaId: pictures[0] ?? 0,
    meta: {
      _regular_price: ['30'],
      _sale_price: ['24.5'],
      _sku: ['harbour-1'],
      _product_image_gallery: [pictures.slice(1).join()],
    },
  });
  await makePost(tx, {
    type: 'product',
    title: 'طباعة الميناء القديم',
    slug: 'elsewhere',
    termIds: [external],
    meta: { _regular_price: ['12'], _product_url: ['https://shop.example/print?from=us'] },
  });
});

const schemes = ['light', 'dark'] as const;
test.each(schemes.flatMap((scheme) => [desktop, phone].map((size) => [scheme, size] as const)))(
  '[SHOP-01] shop pages have no serious accessibility faults: %s',
  async (scheme, size) => {
    const page = await browser.newPage(size);
    const value = scheme === 'dark' ? '1' : '0';
    await page.context().addCookies([{ name: darkCookie, value, url: site.url }]);
    for (const path of ['/shop/', '/product/harbour/', '/product/elsewhere/']) {
      await page.goto(site.url + path);
      await page.locator('.product-price').first().waitFor();
      expect([path, await severeFaults(page, { targets: true })]).toEqual([path, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  },
);

test.each([
  ['on a desktop', desktop],
  ['on a phone', phone],
] as const)('[IMP-19] [LBX-02] the gallery of a product opens in a lightbox %s', async (_name, size) => {
  const page = await browser.newPage(size);
  await page.goto(`${site.url}/product/harbour/`);
  const links = page.locator('.product-gallery a');
  expect(
    await links
      .locator('img:not(noscript img)')
      .evaluateAll((all) => all.map((one) => one.getAttribute('alt'))),
  ).toEqual(['Harbour print', 'Seen from the side']);
  await links.first().click();
  if (size === phone) return void (await page.waitForURL(/print-1\.jpg$/));
  const box = page.getByRole('dialog');
  await box.getByText('1 of 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await box.getByText('2 of 2').waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
});

test('[IMP-19] a product of another shop has a link to it, which is followed', async () => {
  const page = await browser.newPage(desktop);
  await page.goto(`${site.url}/product/elsewhere/`);
  const asked = page.waitForRequest(/shop\.example/);
  await page.route('**/shop.example/**', (route) => route.fulfill({ body: 'The other shop' }));
  await page.getByRole('link', { name: 'Buy product' }).click();
  expect((await asked).url()).toBe('https://shop.example/print?from=us');
});
