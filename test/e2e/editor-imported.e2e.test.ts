import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
let page = 0;
const classic = (words: string) => `<!-- wp:freeform -->\n<p>${words}</p>\n<!-- /wp:freeform -->`;
const group = (words: string) =>
  `<!-- wp:group -->\n<div class="wp-block-group">${classic(words)}</div>\n<!-- /wp:group -->`;
const content =
  `<!-- wp:broadsheet/row -->\n<!-- wp:broadsheet/column {"desktop":8} -->\n${group('We have moved house.')}\n<!-- /wp:broadsheet/column -->\n` +
  '<!-- /wp:broadsheet/row -->\n\n<p>Loose words</p>';
const typed =
  `<!-- wp:broadsheet/row -->\nBefore the columns.\n<!-- wp:broadsheet/column -->\nIn the <b>column</b>.\n<!-- /wp:broadsheet/column -->\n` +
  '<!-- /wp:broadsheet/row -->\n\n<!-- wp:columns -->\n<div class="wp-block-columns">Among the columns.<!-- wp:column -->\n<div class="wp-block-column">' +
  'In a column.<!-- wp:paragraph -->\n<p>A paragraph</p>\n<!-- /wp:paragraph -->\n\n<p>Below it.</p></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->' +
  '\n\n<!-- wp:group {"layout":{"type":"flex","flexWrap":"nowrap"}} -->\n<div class="wp-block-group">In a row.</div>\n<!-- /wp:group -->';
let loose = 0;
const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  page = await makePost(tx, { type: 'page', title: 'Home', slug: 'home', content, authorId: mirai });
  loose = await makePost(tx, {
    type: 'page',
    title: 'Loose',
    slug: 'loose',
    content: typed,
    authorId: mirai,
  });
});

const canvas = (tab: Page): FrameLocator => tab.frameLocator('iframe[name=editor-canvas]');
const open = (id = page) =>
  openNewsroom(browser, site, `/wp-admin/post.php?post=${id}&action=edit`, mirai, {
    expectedMessages: /The template prop of InnerBlocks/,
  });
const store = async (tab: Page) => {
  await tab.keyboard.press('Control+s');
  await expect.poll(() => tab.locator('.standing').textContent()).toBe('Saved');
};
const stored = (tab: Page, id = page): Promise<string> =>
  tab.evaluate(async (address) => {
    const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
    const reply = (await (await fetch(address, { headers: { 'x-wp-nonce': nonce.trim() } })).json()) as {
      readonly content: { readonly raw: string };
    };
    return reply.content.raw;
  }, `/wp-json/wp/v2/pages/${id}?context=edit`);

test('[ART-01] classic content stays a separate block inside others, when edited or inserted', async () => {
  const tab = await open();
  await canvas(tab).locator('.classic-block', { hasText: 'Loose words' }).click();
  await tab.getByRole('button', { name: 'Options', exact: true }).click();
  await tab.getByRole('menuitem', { name: 'Group', exact: true }).click();
  await canvas(tab).locator('.classic-block', { hasText: 'We have moved house.' }).click();
  await canvas(tab).getByLabel('Classic content').press('Control+End');
  await tab.keyboard.type('<p>Write to us.</p>');
  await store(tab);
  const markup = await stored(tab);
  expect(markup).toMatch(
    /<!-- wp:freeform -->\s*<p>We have moved house\.<\/p>\s*<p>Write to us\.<\/p>\s*<!-- \/wp:freeform -->/,
  );
  expect(markup).toMatch(
    /<div class="wp-block-group[^"]*"><!-- wp:freeform -->\s*<p>Loose words<\/p>\s*<!-- \/wp:freeform -->/,
  );
  const again = await open(); // the kit logs what it can't parse, and that fails a test
  await canvas(again).locator('.classic-block', { hasText: 'Loose words' }).waitFor();
  await expect.poll(() => canvas(again).locator('.classic-block').count()).toBe(2);
});

test('[IMP-02] text typed by hand between blocks opens as classic content, and is stored so when its neighbours change', async () => {
  const tab = await open(loose); // the kit logs what it can't parse, and that fails a test
  const words = canvas(tab).locator('.classic-block');
  await expect
    .poll(() => words.allTextContents())
    .toEqual([
      'Before the columns.\n',
      'In the column.\n',
      'Among the columns.\n',
      'In a column.\n',
      'Below it.\n',
      'In a row.\n',
    ]);
  expect(await canvas(tab).locator('.has-warning').count()).toBe(0);
  await tab.keyboard.press('Control+Shift+Alt+m');
  expect(await tab.getByLabel('Content as HTML').inputValue()).toBe(typed);
  await tab.keyboard.press('Control+Shift+Alt+m');
  await canvas(tab).getByText('A paragraph').click();
  await tab.keyboard.press('End');
  await tab.keyboard.type('!');
  await store(tab);
  const freeform = (text: string) => `<!-- wp:freeform -->\n${text}\n<!-- /wp:freeform -->`;
  expect(await stored(tab, loose)).toBe(
    typed
      .replace('A paragraph</p>', 'A paragraph!</p>')
      .replace('Among the columns.', freeform('Among the columns.'))
      .replace('In a column.', freeform('In a column.'))
      .replace('<p>Below it.</p>', freeform('<p>Below it.</p>')),
  );
});
