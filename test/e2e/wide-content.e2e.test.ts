import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { coveredParts } from '../harness/covered-parts.ts';
import { makeComment, makePost, makeTerm } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const box = (style: string) => `<div data-evil style="${style}">${'evil<br>'.repeat(40)}</div>`;

/** Content that reaches out of its column, to one side or both. */
const variants: readonly string[] = [
  box('width:300vw'),
  box('margin-left:-900px'),
  box('margin-right:-3000px'),
  box('margin-inline:-100vw'),
  box('margin:0 -590px;position:relative;z-index:19'),
  box('position:relative;left:900px;z-index:19'),
  box('position:relative;right:-3000px;z-index:19'),
  box('position:relative;inset-inline-start:1900px'),
  box('position:absolute;left:0;width:300vw;z-index:19'),
  box('transform:translateX(900px)'),
  box('transform:translate(50%)'),
  box('translate:900px'),
  box('transform:scaleX(40)'),
  box('scale:40 1'),
  box('transform:skewX(80deg)'),
  box('transform:rotate(90deg);height:3000px'),
  box('text-indent:3000px;white-space:nowrap'),
  box('text-indent:-3000px'),
  box('padding-left:3000px'),
  box('border-left:3000px solid red'),
  box('letter-spacing:300px;white-space:nowrap'),
  box('min-width:9000px'),
  box('zoom:40'),
  box('columns:9 900px'),
  box('float:right;width:3000px'),
  box('display:grid;grid-template-columns:3000px'),
  box('direction:rtl;width:3000px'),
  box('font-size:2000px'),
  box('outline:90px solid;width:200vw'),
  `<div style="display:flex">${box('flex:none;width:3000px')}</div>`,
  `<pre>${'word'.repeat(2000)}</pre>`,
  `<p>${'word'.repeat(2000)}</p>`,
  `<style>[data-evil]{width:300vw!important;margin-left:-900px;position:relative;left:2000px}html,body{overflow-x:visible!important}</style>${box('')}`,
  '<img data-evil src="/x.png" width="9000" height="90" alt="" style="width:9000px;max-width:none">',
  '<table><tr><td width="9000">evil</td></tr></table>',
  '<svg data-evil width="9000" height="90"></svg>',
  '<math data-evil><mspace width="9000px"/></math>',
  '<input size="9000" data-evil>',
  '<hr width="9000" data-evil>',
];
const slugs = variants.map((_, index) => `wide-${index}`);
/** A band as wide as the window, and the alignments of the block editor. */
const harmless =
  '<div id="band" style="margin-left:calc(50% - 50vw);margin-right:calc(50% - 50vw)">Band</div>' +
  '<!-- wp:cover {"align":"full"} --><div class="wp-block-cover alignfull" id="cover"><div class="wp-block-cover__inner-container"><p>Words</p></div></div>' +
  '<!-- /wp:cover --><p id="pulled" style="margin-left:-8px">Pulled</p>';

const site = useRealSite(async (tx) => {
  for (const [index, content] of variants.entries())
    await makePost(tx, { title: 'Harbour', slug: slugs[index] ?? '', content });
  const all = variants.join('\n');
  await makeComment(tx, {
    postId: await makePost(tx, { title: 'Harbour', slug: 'commented', content: '' }),
    content: all,
  });
  await makeTerm(tx, { name: 'Wide', slug: 'wide', description: all });
  await makePost(tx, { title: 'Harbour', slug: 'harmless', content: harmless });
});

/** How far a page can be scrolled sideways, by script and by focus. */
async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    scrollTo({ left: 900, behavior: 'instant' });
    document.querySelector('[data-evil]')?.scrollIntoView({ inline: 'end', behavior: 'instant' });
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
    return Math.abs(scrollX) + document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
}

/** Content that a click on the sidebar would hit. */
async function coveringSidebar(page: Page): Promise<string[]> {
  return page
    .locator('.column-sidebar')
    .first()
    .evaluate((side) => {
      const found: string[] = [];
      for (const across of [0.05, 0.5, 0.95]) {
        for (const down of [0.02, 0.3, 0.6]) {
          side.scrollIntoView({ block: 'start', behavior: 'instant' });
          const area = side.getBoundingClientRect();
          const hit = document.elementFromPoint(
            area.left + area.width * across,
            area.top + Math.min(area.height, innerHeight - area.top) * down,
          );
          if (hit?.closest('[data-evil], .post-content')) found.push(hit.outerHTML.slice(0, 100));
        }
      }
      return found;
    });
}

test('no content makes a page wider than a phone, in either text direction', async () => {
  const page = await browser.newPage({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    expectedMessages: /./,
  });
  for (const slug of [...slugs, 'commented', 'category/wide', 'harmless']) {
    await page.goto(`${site.url}/${slug}/`);
    expect([slug, await sidewaysScroll(page)]).toEqual([slug, 0]);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect([slug, 'rtl', await sidewaysScroll(page)]).toEqual([slug, 'rtl', 0]);
  }
  // Without the clipping rule, the page would scroll.
  await page.goto(`${site.url}/${slugs[0]}/`);
  await page.addStyleTag({ content: 'html,#content{overflow:visible!important}' });
  expect(await sidewaysScroll(page)).toBeGreaterThan(100);
});

test('content does not cover the sidebar', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, expectedMessages: /./ });
  let compared = 0;
  for (const [index, slug] of slugs.entries()) {
    await page.goto(`${site.url}/${slug}/`);
    const sidebar = page.locator('.column-sidebar');
    if ((await sidebar.count()) === 0 || !(await sidebar.first().isVisible())) continue;
    compared++;
    const hits = await coveringSidebar(page);
    expect([variants[index]?.slice(0, 60), hits]).toEqual([variants[index]?.slice(0, 60), []]);
    expect(await coveredParts(page)).toEqual([]);
  }
  expect(compared).toBeGreaterThan(20);
  // Without its own stacking level, the sidebar would be covered.
  await page.goto(`${site.url}/${slugs[5]}/`);
  await page.addStyleTag({ content: '.column-sidebar{z-index:auto!important}' });
  expect(await coveringSidebar(page)).not.toEqual([]);
});

test('bands, full width and small negative margins keep their effect', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 } });
  await page.goto(`${site.url}/harmless/`);
  const edges = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [Math.round(left), Math.round(right)];
    });
  expect([await edges('#band'), await edges('#cover')]).toEqual([
    [0, 375],
    [0, 375],
  ]);
  expect((await edges('#pulled'))[0]).toBe(8);
});
