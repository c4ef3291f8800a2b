import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { lookNames } from '../../src/lib/look/looks.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeComment, makePost, makeTerm } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();

const paragraph = `<p>${'Words of a long article that goes on well below its sidebar, as most articles do. '.repeat(5)}</p>`;
const picture = (id: string, align: string) =>
  `<!-- wp:image {"align":"${align}"} --><figure class="wp-block-image align${align}" id="${id}"><img src="data:image/svg+xml,` +
  `%3Csvg xmlns='http://www.w3.org/2000/svg' width='1600' height='800'/%3E" alt="" width="1600" height="800"/></figure><!-- /wp:image -->`;
const quote =
  '<figure class="wp-block-pullquote" id="quote"><blockquote><p>Set apart from the text.</p></blockquote></figure>';
const long = [
  paragraph,
  picture('beside', 'wide'),
  ...Array.from({ length: 14 }, () => paragraph),
  picture('wide', 'wide'),
  paragraph,
  picture('full', 'full'),
  paragraph,
  quote,
  ...Array.from({ length: 6 }, () => paragraph),
].join('\n');

const site = useRealSite(async (tx) => {
  await saveSettings(tx, { related_posts: false });
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  for (let n = 1; n <= 16; n++) {
    const id = await makePost(tx, { title: `Note ${n}`, termIds: [science] });
    if (n < 6) await makeComment(tx, { postId: id });
  }
  const id = await makePost(tx, {
    title: 'A long article',
    slug: 'long',
    termIds: [science],
    content: long,
    excerpt: 'In short.',
  });
  for (let n = 1; n <= 3; n++) await makeComment(tx, { postId: id });
  await makePost(tx, { title: 'A short article', slug: 'short', termIds: [science], content: paragraph });
  await makePost(tx, {
    title: 'Full',
    slug: 'full-screen',
    termIds: [science],
    content: long,
    meta: detailsMeta({ fullScreenHeader: true }),
  });
});

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
async function boxesOf(page: Page, ...selectors: readonly string[]): Promise<Box[]> {
  return page.evaluate(
    (all) =>
      all.map((selector) => {
        const element = document.querySelector(selector);
        if (!element) throw new Error(`No ${selector}`);
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const { clientWidth, dir } = document.documentElement;
        const [start, end] = dir === 'rtl' ? [clientWidth - right, clientWidth - left] : [left, right];
        return { left: start, right: end, top: top + scrollY, bottom: bottom + scrollY };
      }),
    selectors,
  );
}
const middle = ({ left, right }: Box) => (left + right) / 2;

async function expectGrid(page: Page, width: number): Promise<void> {
  const [title, text, row, sidebar, beside, wide, full, quoted, comments, related] = (await boxesOf(
    page,
    '.post-title',
    '.post-content>p',
    '.row-sidebar',
    '.column-sidebar',
    '#beside',
    '#wide',
    '#full',
    '#quote',
    '.post-comments',
    '.related-posts',
  )) as [Box, Box, Box, Box, Box, Box, Box, Box, Box, Box];
  expect(Math.abs(title.left - text.left)).toBeLessThanOrEqual(1);
  // Next to the sidebar a picture keeps clear of it; below the sidebar it is centered in the row and wider than the
  // text on both sides.
  expect(beside.top).toBeLessThan(sidebar.bottom);
  expect(beside.right).toBeLessThanOrEqual(sidebar.left);
  expect(wide.top).toBeGreaterThanOrEqual(sidebar.bottom);
  for (const one of [wide, full]) {
    expect(Math.abs(middle(one) - middle(row))).toBeLessThanOrEqual(2);
    expect(one.right - one.left).toBeGreaterThan(text.right - text.left + 100);
    expect(one.left).toBeLessThanOrEqual(text.left);
    expect(one.right).toBeGreaterThan(text.right);
  }
  if (width >= 1200) expect(quoted.left).toBeGreaterThanOrEqual(text.right + 28);
  expect(quoted.right).toBeLessThanOrEqual(row.right + 1);
  for (const one of [comments, related])
    expect([one.left - row.left, row.right - one.right].map((rest) => Math.abs(rest) <= 2)).toEqual([
      true,
      true,
    ]);
  const measures = await page
    .locator('.post-content>p')
    .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().width)))]);
  expect(measures).toHaveLength(1);
  expect(await pageWidth(page)).toBe(width);
}

test.each([1024, 1280, 1440, 1680, 1920])(
  'at %i px the content below the sidebar is one centred grid',
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(`${site.url}/long/`);
    await expectGrid(page, width);
    const [side] = await boxesOf(page, '.column-sidebar');
    expect(side && side.right - side.left).toBe(324);
  },
);

test('the grid is mirrored on a page that is read from right to left', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/long/`);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await expectGrid(page, 1280);
});

test('the grid is the same in every look, light and dark', async () => {
  for (const [index, look] of lookNames.entries()) {
    await site.set({ look: { base: look } });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    if (index % 2 === 1)
      await page.context().addCookies([{ name: 'broadsheet_dark', value: '1', url: site.url }]);
    await page.goto(`${site.url}/long/`);
    await expectGrid(page, 1280);
  }
  await site.set({ look: null });
});

test('at 1023 px an article has one column', async () => {
  const page = await browser.newPage({ viewport: { width: 1023, height: 900 } });
  await page.goto(`${site.url}/long/`);
  const [main, side] = await boxesOf(page, '.column-main', '.column-sidebar');
  expect(side?.top).toBeGreaterThanOrEqual(main?.bottom ?? Infinity);
  expect([side?.left, side?.right]).toEqual([main?.left, main?.right]);
  expect(await pageWidth(page)).toBe(1023);
  const [quoted, text] = await boxesOf(page, '#quote', '.post-content>p');
  expect([quoted?.left, quoted?.right]).toEqual([text?.left, text?.right]);
});

test('below a full-screen header, headline and text share an edge, too', async () => {
  for (const width of [1280, 1680]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(`${site.url}/full-screen/`);
    const [title, text] = await boxesOf(page, '.post-title', '.post-content>p');
    expect(Math.abs((title?.left ?? 0) - (text?.left ?? 9))).toBeLessThanOrEqual(1);
    expect(await pageWidth(page)).toBe(width);
  }
});

test('a short article keeps its two columns, without a gap above its comments', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/short/`);
  const [title, text, side, content, comments] = (await boxesOf(
    page,
    '.post-title',
    '.post-content>p',
    '.column-sidebar',
    '.post-content',
    '.post-comments',
  )) as [Box, Box, Box, Box, Box];
  expect(Math.abs(title.left - text.left)).toBeLessThanOrEqual(1);
  expect(text.right).toBeLessThanOrEqual(side.left);
  expect(comments.right).toBeLessThanOrEqual(side.left);
  expect(comments.top - content.bottom).toBeLessThan(600);
});

test('the grid does not shift while an article loads and scrolls', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) (globalThis as unknown as { shifts: number }).shifts += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${site.url}/long/`);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 700) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    await atRest(page);
  }
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBe(0);
});

test('the sidebar keeps its place when its list grows, and never overlaps a picture', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/long/`);
  const list = page.locator('.column-sidebar .trending');
  for (const place of [10, 20]) await page.mouse.move(place, place);
  await page.locator('.column-sidebar .trending[data-live]').waitFor();
  await list.dispatchEvent('pointerover');
  await list.locator('> [role=status]').waitFor({ state: 'attached' });
  await list.locator('.load-more a').click();
  await expect.poll(() => page.locator('.column-sidebar .trending li').count()).toBeGreaterThan(6);
  const [side, wide] = (await boxesOf(page, '.column-sidebar .column-inner', '#wide')) as [Box, Box];
  expect(side.bottom).toBeLessThanOrEqual(wide.top);
});

test('below the sidebar the related posts are as wide as the row', async () => {
  await site.set({ related_posts: true });
  try {
    for (const width of [1024, 1280, 1680]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(`${site.url}/long/`);
      await page.locator('.jp-relatedposts-post').first().waitFor();
      const [row, widget] = (await boxesOf(page, '.row-sidebar', '.jp-relatedposts')) as [Box, Box];
      expect([widget.left - row.left, row.right - widget.right].map(Math.abs)).toEqual([
        expect.closeTo(0, 0),
        expect.closeTo(0, 0),
      ]);
      expect(await pageWidth(page)).toBe(width);
      await page.close();
    }
  } finally {
    await site.set({ related_posts: false });
  }
});
