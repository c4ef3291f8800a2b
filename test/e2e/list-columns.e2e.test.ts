import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bigGrids } from '../../src/blocks/big-grid/block.ts';
import { archiveShapes } from '../../src/blocks/archive-loop/block.ts';
import { listStyles } from '../../src/blocks/post-list/settings.ts';
import { lookNames } from '../../src/lib/look/looks.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const spans = [3, 4, 6] as const;
const narrowest = 110;

const block = (name: string, settings: object) =>
  `<!-- wp:broadsheet/${name} ${JSON.stringify(settings)} /-->`;
const column = (span: number, inner: string) =>
  `<!-- wp:broadsheet/column {"desktop":${span}} -->\n${inner}\n<!-- /wp:broadsheet/column -->`;
const row = (columns: readonly string[]) =>
  `<!-- wp:broadsheet/row -->\n${columns.join('\n')}\n<!-- /wp:broadsheet/row -->`;

/** Rows full of columns of each width, one block in each column. */
function inColumns(blocks: readonly string[]): string {
  return spans
    .flatMap((span) => {
      const rows: string[][] = [];
      for (const [nth, inner] of blocks.entries())
        (rows[Math.floor(nth / (12 / span))] ??= []).push(column(span, inner));
      return rows.map(row);
    })
    .join('\n\n');
}

const titles = [
  'Harbour reopens after thirty years as the first ferry leaves at dawn',
  'Who owns the roof?',
  'Councillors postpone the vote on the northern bypass again',
  'Untergrundbahnhofsvorplatzgestaltungswettbewerb entschieden',
  'Thirty years of wrong answers',
  'A short walk to the reservoir and back before breakfast',
  'The cleaner can explain on Thursday',
];
const pages: Readonly<Record<string, () => string>> = {
  lists: () =>
    inColumns(
      listStyles.map((style) => block('post-list', { style, limit: 5, custom_title: `Style ${style}` })),
    ),
  alone: () =>
    inColumns(listStyles.map((style) => block('post-list', { style, limit: 5, td_column_number: 1 }))),
  others: () =>
    inColumns([
      ...Object.keys(bigGrids).map((grid) => block('big-grid', { grid, limit: 5 })),
      ...Object.keys(archiveShapes).map((style) =>
        block('archive-loop', { style, limit: 5, td_column_number: 3 }),
      ),
      block('slide', { limit: 3 }),
    ]),
};

const site = useRealSite(async (tx) => {
  const author = await makeUser(tx, { displayName: 'Bartholomew Featherstonehaugh' });
  const section = await makeTerm(tx, { name: 'Communications' });
  for (const [nth, title] of titles.entries()) {
    const picture = nth % 3 === 2 ? {} : { featuredMediaId: await makeMedia(tx, { file: { sizes: {} } }) };
    await makePost(tx, {
      title,
      authorId: author,
      termIds: [section],
      excerpt: 'Four thousand people, one strand of glass and a ship.',
      ...picture,
    });
  }
  for (const [slug, content] of Object.entries(pages)) {
    await makePost(tx, {
      type: 'page',
      slug,
      title: slug,
      content: content(),
      meta: { _wp_page_template: ['bare'] },
    });
  }
});

async function open(path: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.route('**/wp-content/uploads/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"/>',
    }),
  );
  await page.goto(`${site.url}/${path}/`, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

/** Faults of the lists in a page's columns, and how many lists and headlines were measured. */
const measure = (page: Page) =>
  page.evaluate((least) => {
    const faults: string[] = [];
    let headlines = 0;
    const columns = [...document.querySelectorAll<HTMLElement>('.post-content .column')];
    for (const one of columns) {
      const box = one.getBoundingClientRect();
      const name = `${one.querySelector('.list,ul')?.className} in ${Math.round(box.width)} px`;
      for (const list of one.querySelectorAll<HTMLElement>('.list,.big-grid ul,.slides')) {
        // Reels and slides scroll sideways, so measure their own box.
        const scrolls = getComputedStyle(list).overflowX === 'auto';
        if (!scrolls && list.scrollWidth > list.clientWidth)
          faults.push(`${name}: ${list.scrollWidth} px of content in ${list.clientWidth}`);
        const parts = scrolls ? [list] : list.querySelectorAll<HTMLElement>('*');
        for (const part of parts) {
          if (!part.checkVisibility() || part.closest('.visually-hidden')) continue;
          const { left, right, width } = part.getBoundingClientRect();
          if (width > 0 && (left < box.left - 1 || right > box.right + 1))
            faults.push(`${name}: <${part.localName} class="${part.className}"> sticks out`);
        }
        for (const title of list.querySelectorAll<HTMLElement>('.card-title')) {
          headlines++;
          const { width } = title.getBoundingClientRect();
          if (width < least) faults.push(`${name}: headline of ${Math.round(width)} px`);
        }
      }
    }
    return { columns: columns.length, headlines, faults: [...new Set(faults)] };
  }, narrowest);

test.each(lookNames)(
  'in the look "%s" every list style fits columns of 3, 4 and 6 of 12, and a phone',
  async (look) => {
    await site.set({ look: { base: look } });
    for (const path of ['lists', 'alone']) {
      const page = await open(path, 1280);
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 900 });
        const { columns, headlines, faults } = await measure(page);
        expect(columns, path).toBe(spans.length * listStyles.length);
        expect(headlines, path).toBe(5 * columns);
        expect(faults, `${path} at ${width}`).toEqual([]);
        expect(await pageWidth(page), `${path} at ${width}`).toBe(width);
      }
      await page.close();
    }
  },
);

test('so do big grids, archives and slides, in windows of every width', async () => {
  await site.set({ look: null });
  const page = await open('others', 1280);
  for (const width of [1280, 1920, 1024, 768, 600, 375]) {
    await page.setViewportSize({ width, height: 900 });
    const { columns, headlines, faults } = await measure(page);
    expect([columns, headlines > columns]).toEqual([
      spans.length * (Object.keys(bigGrids).length + Object.keys(archiveShapes).length + 1),
      true,
    ]);
    expect(faults, `at ${width}`).toEqual([]);
  }
  await page.close();
});

test('a list as wide as its content is wide enough for its headlines, too', async () => {
  const list = block('post-list', { style: 'compact', limit: 3 });
  const content = [
    `<!-- wp:broadsheet/row {"layout":"inline"} -->\n${list}\n<!-- /wp:broadsheet/row -->`,
    `<!-- wp:broadsheet/column {"align":"centre"} -->\n${list}\n<!-- /wp:broadsheet/column -->`,
    `<!-- wp:group {"layout":{"type":"flex"}} --><div class="wp-block-group">${list}</div><!-- /wp:group -->`,
  ].join('\n\n');
  await site.write((tx) =>
    makePost(tx, {
      type: 'page',
      slug: 'shrinking',
      title: 'Shrinking',
      content,
      meta: { _wp_page_template: ['bare'] },
    }),
  );
  const page = await open('shrinking', 1280);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    const widths = await page
      .locator('.post-content .card-title')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(widths).toHaveLength(9);
    for (const headline of widths) expect(headline).toBeGreaterThanOrEqual(narrowest);
    expect(await pageWidth(page)).toBe(width);
  }
  await page.close();
});
