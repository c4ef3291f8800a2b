import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeTerm } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const sizes = [
  [300, 200],
  [150, 150],
  [480, 900],
  [640, 360],
] as const;

const site = useRealSite(async (tx) => {
  const news = await makeTerm(tx, { name: 'News', slug: 'news' });
  let last = 0;
  for (let n = 0; n < 24; n++) {
    const [width, height] = sizes[n % sizes.length] ?? [300, 200];
    last = await makeMedia(tx, { file: { width, height, sizes: {} } });
    await makePost(tx, {
      title: `Note ${n}`,
      slug: `note-${n}`,
      termIds: [news],
      ...(n % 5 === 0 ? {} : { featuredMediaId: last }),
    });
  }
  const { file } = await tx.db
    .selectFrom('media')
    .select('file')
    .where('post_id', '=', last)
    .executeTakeFirstOrThrow();
  const image = (more: string) =>
    `<img class="wp-image-${last}" src="/wp-content/uploads/${file}" alt="" ${more}/>`;
  await makePost(tx, {
    title: 'Small',
    slug: 'small',
    termIds: [news],
    featuredMediaId: last,
    content: [
      ...['wide', 'full', 'center'].map(
        (align) => `<figure class="wp-block-image align${align}">${image('')}</figure>`,
      ),
      `<p>${image('width="2000" height="1125"')}</p>`,
      `<figure class="wp-block-gallery has-nested-images columns-1">${`<figure class="wp-block-image">${image('')}</figure>`.repeat(2)}</figure>`,
    ].join('\n'),
  });
});

/** Pictures shown larger than their files, and characters as large as a lead picture. */
async function faultsOf(page: Page, path: string): Promise<{ shown: number; faults: string[] }> {
  await page.route('**/wp-content/uploads/**', (route) => {
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"/>';
    return route.fulfill({ contentType: 'image/svg+xml', body });
  });
  await page.goto(site.url + path);
  return page.evaluate(
    (widths) => {
      const faults: string[] = [];
      const images = [
        ...document.querySelectorAll<HTMLImageElement>('#content :is(.picture,.post-content) img'),
      ].filter((image) => image.checkVisibility());
      for (const image of images) {
        const { width } = image.getBoundingClientRect();
        const own = widths.find((one) => one === Number(image.getAttribute('width'))) ?? 640;
        if (width > own + 1) faults.push(`${Math.round(width)} of ${own}: ${image.parentElement?.className}`);
      }
      for (const plate of document.querySelectorAll(':is(.card-lead,.card-slip) .plate')) {
        faults.push(`letter: ${plate.closest('.card')?.className}`);
      }
      return { shown: images.length, faults };
    },
    sizes.map(([width]) => width),
  );
}

test.each([375, 1280, 1680])(
  'at %i px no picture is shown larger than it is, and no letter fills the place of a lead',
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    for (const path of ['/', '/category/news/', '/small/', '/note-3/']) {
      const { shown, faults } = await faultsOf(page, path);
      expect([path, faults]).toEqual([path, []]);
      expect(shown, path).toBeGreaterThan(0);
    }
  },
);
