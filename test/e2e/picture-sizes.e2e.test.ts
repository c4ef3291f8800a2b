import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSiteDatabase } from '../../src/site-database.ts';
import { useChromium } from '../harness/chromium.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makeDemoDatabase } from '../harness/demo-site.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';

const browser = useChromium();
const widths = [375, 600, 700, 768, 900, 1024, 1280, 1440, 1920] as const;
const paths = [
  '/',
  '/page/2/',
  '/category/technology/',
  '/author/ines-okafor/',
  '/tag/maps/',
  '/2026/',
  '/?s=rain',
  '/about/',
  '/the-last-cable-to-sorvik/',
  '/drawer-4112/',
  '/six-nights-on-the-water-tram/',
  '/a-foghorn-in-b-flat/',
] as const;

let place: TestDatabase;
let server: HostedServer;
beforeAll(async () => {
  place = await makeDemoDatabase();
  const database = await openSiteDatabase({ dataDir: place.dataDir, maxConnections: 1 });
  // The tests' demo pictures are too small for a choice, so larger sizes are stored; the files are not requested.
  await database.write(async (tx) => {
    for (const { post_id: id, width, height } of await tx.db
      .selectFrom('media')
      .select(['post_id', 'width', 'height'])
      .where('width', '>', 0)
      .execute()) {
      const of = (wide: number) => ({ width: wide, height: Math.round((wide * height) / width) });
      const sizes = Object.fromEntries(
        [300, 600, 768, 1024, 1536].map((wide) => [
          `s${wide}`,
          { file: `p-${wide}.webp`, ...of(wide), mime: 'image/webp' },
        ]),
      );
      await tx.db
        .updateTable('media')
        .set({ ...of(1600), sizes: JSON.stringify(sizes) })
        .where('post_id', '=', id)
        .execute();
    }
  });
  const one = database.read
    .selectFrom('media')
    .select(['post_id as id', 'file'])
    .where('width', '>', 0)
    .orderBy('post_id');
  const { id, file } = await one.executeTakeFirstOrThrow();
  const image = (className: string) =>
    `<img class="${className} wp-image-${id}" alt="" src="/wp-content/uploads/${file}">`;
  const media =
    `<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media">${image('size-full')}</figure>` +
    '<div class="wp-block-media-text__content"><p>Beside</p></div></div>';
  const cover = (align: string) =>
    `<!-- wp:cover --><div class="wp-block-cover${align}">${image('wp-block-cover__image-background')}` +
    '<div class="wp-block-cover__inner-container"><p>Above</p></div></div><!-- /wp:cover -->';
  const content = `<!-- wp:media-text -->${media}<!-- /wp:media-text -->${['', ' alignwide', ' alignleft'].map(cover).join('')}`;
  await database.write((tx) => makePost(tx, { slug: 'covers', content }));
  await database.close();
  server = await startHostedServer(place);
});
afterAll(async () => {
  await server.stop();
  await place.drop();
});

/** Pictures whose shown width contradicts `sizes`: pixels needed, pixels stated, and the picture; with the total. */
const falseSizes = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.cssText = 'position:absolute;height:0;visibility:hidden';
    const said = (sizes: string) => {
      const of = sizes
        .split(/,(?![^(]*\))/)
        .map((part) => /^\s*(\([^)]*\))?\s*(.+)$/.exec(part))
        .find((part) => matchMedia(part?.[1] ?? 'all').matches);
      probe.style.width = of?.[2] ?? '100vw';
      return probe.getBoundingClientRect().width;
    };
    const faults: string[] = [];
    const shown = [...document.images].filter(
      (image) =>
        (image.srcset || image.dataset['srcset']) && image.checkVisibility() && image.offsetWidth > 0,
    );
    for (const image of shown) {
      // The browser measures these itself.
      if (image.loading === 'lazy' && image.sizes.startsWith('auto,')) continue;
      const { width, height } = image.getBoundingClientRect();
      // A picture that covers a taller box is cropped at its sides, so it is wider than its visible part.
      const whole = (height * Number(image.getAttribute('width'))) / Number(image.getAttribute('height'));
      const needed = getComputedStyle(image).objectFit === 'cover' ? Math.max(width, whole) : width;
      const says = said(image.sizes);
      if (says / needed >= 0.95 && says / needed < 1.3) continue;
      const where = `${image.closest('.card,figure,li,.jp-relatedposts-post')?.className} in ${image.closest('section,ul')?.className}`;
      faults.push(`${Math.round(needed)} shown, ${Math.round(says)} said: ${where}`);
    }
    probe.remove();
    return { count: shown.length, faults: [...new Set(faults)] };
  });

async function sayHowWide(path: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: widths[0], height: 900 },
    reducedMotion: 'reduce',
  });
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="1000"/>';
  await page.route('**/wp-content/uploads/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body }),
  );
  await page.goto(server.url + path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const { count, faults } = await falseSizes(page);
    expect(faults, `at ${width}`).toEqual([]);
    if (path !== '/about/') expect(count).toBeGreaterThan(0);
  }
  await page.close();
}

test.each(drawn('pages with pictures', paths, 3))(
  '[LAZY-07] `sizes` of pictures on %s say how wide these are shown, in any window',
  sayHowWide,
);

test('[LAZY-07] so do those of pictures behind covers and next to text', () => sayHowWide('/covers/'));
