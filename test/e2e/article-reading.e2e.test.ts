import { afterAll, beforeAll, expect, test } from 'vitest';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../../src/modules/menus/store.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { onDatabase } from '../harness/databases.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';
import { pageWidth } from '../harness/page-width.ts';

const browser = useChromium();
const word = 'x'.repeat(60);

onDatabase('sqlite', 'reading an article', (get, place) => {
  let server: HostedServer;

  beforeAll(async () => {
    await get().write(async (tx) => {
      const author = await makeUser(tx, { displayName: 'Ada Quill', bio: 'Looks up at night.' });
      const category = await makeTerm(tx, { name: 'Science', slug: 'science' });
      await makePost(tx, { title: 'Earlier', slug: 'earlier', termIds: [category] });
      const id = await makePost(tx, {
        title: `A comet returns to ${word}`,
        slug: 'a-comet-returns',
        authorId: author,
        termIds: [category],
        meta: detailsMeta({ subtitle: 'In short.' }),
        content: [
          `<p>Opening words and ${word}.</p>`,
          '<p>See <a href="https://example.org/far">elsewhere</a>.</p>',
          `<table><tr>${`<td>${word}</td>`.repeat(6)}</tr></table>`,
          `<pre><code>${word.repeat(5)}</code></pre>`,
          '<figure class="wp-block-pullquote"><blockquote><p>Set apart.</p></blockquote></figure>',
          '<figure class="wp-block-pullquote alignwide"><blockquote><p>Wider than the text.</p></blockquote></figure>',
        ].join('\n'),
      });
      const words = 'Words that go on for more than one line of a text. '.repeat(8);
      for (const layout of ['no-sidebar', 'wide']) {
        await makePost(tx, {
          title: `Laid out ${layout}`,
          slug: `laid-out-${layout}`,
          authorId: author,
          termIds: [category],
          meta: { _wp_page_template: [layout] },
          content: [
            `<!-- wp:html -->${words}<em>bare</em><!-- /wp:html -->`,
            `<p>${words}</p>`,
            ...['wide', 'full'].map(
              (align) =>
                `<figure class="wp-block-pullquote align${align}"><blockquote><p>Wider than the text.</p></blockquote></figure>`,
            ),
          ].join('\n'),
        });
      }
      let parentId = 0;
      for (let depth = 1; depth <= 8; depth++)
        parentId = await makeComment(tx, { postId: id, parentId, content: `Level ${depth} ${word}` });
      const menu = await createMenu(tx, { name: 'Main' });
      await replaceMenuItems(tx, menu, [{ type: 'taxonomy', object: 'category', objectId: category }]);
      await assignMenu(tx, 'primary', menu);
    });
    server = await startHostedServer(place());
  });
  afterAll(() => server?.stop());

  test('[IMP-28] works without script: text, navigation, search and comments', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, javaScriptEnabled: false });
    await page.goto(`${server.url}/a-comet-returns/`);
    await expect.poll(() => page.getByText('Opening words').isVisible()).toBe(true);
    expect(await page.getByText(`Level 8 ${word}`).isVisible()).toBe(true);
    await page.locator('.header-search summary').click();
    await page.locator('.header-search input[name=s]').fill('comet');
    await page.locator('.header-search input[name=s]').press('Enter');
    await page.waitForURL('**/?s=comet');
    await page
      .getByRole('link', { name: /A comet returns/ })
      .first()
      .click();
    await page.waitForURL('**/a-comet-returns/');
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Science' })
      .click();
    await page.waitForURL('**/category/science/');
    await page.locator('.site-header nav').getByRole('link', { name: 'Science' }).first().click();
    await page.waitForURL('**/category/science/');
  });

  test('[IMP-28] in print there is only the article: black on white also in dark mode, no navigation, addresses after links', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.context().addCookies([{ name: 'broadsheet_dark', value: '1', url: server.url }]);
    await page.goto(`${server.url}/a-comet-returns/`);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
      'rgb(255, 255, 255)',
    );
    await page.locator('link[rel=stylesheet][href*="/late-"]').waitFor({ state: 'attached' });
    await atRest(page);
    await page.emulateMedia({ media: 'print' });
    const colors = await page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.body).color,
    ]);
    expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    await page.setViewportSize({ width: 700, height: 900 }); // about an A4 page
    const [name, title] = await Promise.all(
      ['.site-title-date', '.post-title'].map((selector) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => element.getBoundingClientRect().left),
      ),
    );
    expect(name ?? NaN).toBeCloseTo(title ?? 0, 0);
    for (const hidden of [
      '.nav-menu',
      '.breadcrumbs',
      '.post-neighbours',
      '.related-posts',
      '.column-sidebar',
      '.header-search',
      '.ticker',
    ]) {
      expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
    }
    for (const shown of ['.post-title', '.post-standfirst', '.post-content', '.comment-list']) {
      expect([shown, await page.locator(shown).first().isVisible()]).toEqual([shown, true]);
    }
    expect(
      await page.evaluate(
        () => getComputedStyle(document.querySelector('.post-content a') ?? document.body, '::after').content,
      ),
    ).toContain('https://example.org/far');
  });

  test.each([
    [320, 1],
    [375, 1],
    [768, 1],
    [640, 2],
    [1280, 1],
    [1920, 1],
  ])(
    '[IMP-28] at %i px (scale %i) nothing is wider than the screen, ' +
      'and the sidebar appears where there is room',
    async (width, deviceScaleFactor) => {
      const page = await browser.newPage({ viewport: { width, height: 800 }, deviceScaleFactor });
      await page.goto(`${server.url}/a-comet-returns/`);
      expect(await pageWidth(page)).toBe(width);
      const main = width < 1024 ? '.column-main' : '.post-content>p';
      const [text, side] = await Promise.all([
        page.locator(main).first().boundingBox(),
        page.locator('.column-sidebar').boundingBox(),
      ]);
      if (!text || !side) throw new Error('The article has no columns.');
      if (width < 1024) expect(side.y).toBeGreaterThanOrEqual(text.y + text.height);
      else expect(side.x).toBeGreaterThanOrEqual(text.x + text.width);
      const table = page.getByRole('region', { name: 'Table' });
      await table.focus();
      expect(
        await table.evaluate((element) => [
          element.scrollWidth > element.clientWidth,
          element === document.activeElement,
        ]),
      ).toEqual([true, true]);
    },
  );

  test('[IMP-28] text lines have 65 to 72 characters, aligned with the headline, and wider content avoids the sidebar', async () => {
    for (const [width, start, measure] of [
      [1024, 0, 596],
      [1280, 244, 608],
      [1920, 476, 608],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(`${server.url}/a-comet-returns/`);
      const found = await page.evaluate(() => {
        const box = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const [row, text, wide] = [
          box('.row-sidebar'),
          box('.post-content>p:not(:first-child)'),
          box('.post-content>.alignwide'),
        ];
        const sample = document.querySelector('.post-content>p')?.cloneNode() as HTMLElement;
        sample.textContent =
          'The quick brown fox jumps over the lazy dog while the parliament debates a new law. ';
        sample.style.cssText = 'display:inline-block;max-width:none;white-space:pre';
        document.querySelector('.post-content')?.append(sample);
        const characters = Math.round(
          (text.width / sample.getBoundingClientRect().width) * sample.textContent.length,
        );
        return {
          start: Math.round(text.left - row.left),
          title: Math.round(box('.post-title').left - row.left),
          width: Math.round(text.width),
          characters,
          wide: wide.left <= text.left && wide.right >= text.right,
          clear: wide.right <= box('.column-sidebar').left || wide.top >= box('.column-sidebar').bottom,
        };
      });
      expect([width, found.start, found.title, found.width, found.wide, found.clear]).toEqual([
        width,
        start,
        start,
        measure,
        true,
        true,
      ]);
      expect(found.characters).toBeGreaterThanOrEqual(65);
      expect(found.characters).toBeLessThanOrEqual(72);
    }
  });

  test.each([
    ['no-sidebar', 1000],
    ['wide', 1240],
  ])(
    '[IMP-03] [IMP-28] the layout %s has one column, the text in its middle, and wide blocks of %i px',
    async (name, wide) => {
      const page = await browser.newPage({ viewport: { width: 1280 + 64, height: 900 } });
      await page.goto(`${server.url}/laid-out-${name}/`);
      expect(await page.locator('.column-sidebar').count()).toBe(0);
      const parts = [
        '#content',
        '.post-content>div',
        '.post-content>p',
        '.alignwide',
        '.alignfull',
        '.post-comments',
      ];
      const found = await page.evaluate(
        (selectors) =>
          selectors.map((selector) => {
            const { left, right, width } =
              document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
            return [selector, width, left - (document.documentElement.clientWidth - right)];
          }),
        parts,
      );
      expect(
        found.map(([selector, width, aside]) => [
          selector,
          Math.round(Number(width)),
          Math.round(Number(aside)),
        ]),
      ).toEqual([
        ['#content', 1344, 0],
        ['.post-content>div', 608, 0],
        ['.post-content>p', 608, 0],
        ['.alignwide', wide, 0],
        ['.alignfull', 1240, 0],
        ['.post-comments', 608, 0],
      ]);
      for (const width of [320, 375, 768, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await pageWidth(page)).toBe(width);
      }
    },
  );
});
