import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { coveredParts } from '../harness/covered-parts.ts';
import { coveringMarkup } from '../harness/covering-markup.ts';
import { drawn } from '../harness/drawn.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const slugs = Object.keys(coveringMarkup).map((_, index) => `variant-${index}`);
const ids = { editor: 0, author: 0 };

const site = useRealSite(async (tx) => {
  ids.editor = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  ids.author = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'Noor' });
  const harmless = '\n\n<!-- wp:paragraph --><p>Harmless words.</p><!-- /wp:paragraph -->';
  const post = (slug: string, content: string, more = {}) =>
    makePost(tx, { title: 'Harbour', slug, authorId: ids.author, content: content + harmless, ...more });
  for (const [index, content] of Object.values(coveringMarkup).entries())
    await post(slugs[index] ?? '', content);
  const all = Object.values(coveringMarkup).join('\n');
  const pattern = await makePost(tx, {
    type: 'wp_block',
    title: 'Cover',
    slug: 'cover',
    authorId: ids.author,
    content: all,
  });
  await post('pattern', `<!-- wp:block {"ref":${pattern}} /-->`);
  const commented = await post('commented', '');
  await makeComment(tx, { postId: commented, content: all });
  await makeTerm(tx, { name: 'Covering', slug: 'covering', description: all });
  await post('listed', '', { excerpt: all });
});

const path = (slug: string) => `/${slug}/`;

test('each way of covering the page leaves masthead, admin bar and footer to the page', async () => {
  const page = await openNewsroom(browser, site, path(slugs[0] ?? ''), ids.editor, {
    viewport: { width: 1280, height: 900 },
    expectedMessages: /./,
  });
  for (const [index, name] of Object.keys(coveringMarkup).entries()) {
    await page.goto(site.url + path(slugs[index] ?? ''));
    await page.locator('#wpadminbar').waitFor();
    expect([name, await coveredParts(page)]).toEqual([name, []]);
    expect(await page.locator('#content').textContent()).toContain('Harmless words.');
  }
  // Content that gets through would be visible.
  await page.locator('#content').evaluate((content) => {
    const box = Object.assign(document.createElement('div'), {
      style: 'position:fixed;inset:0;z-index:2147483647',
    });
    box.dataset['evil'] = '';
    content.append(box);
  });
  expect((await coveredParts(page)).length).toBeGreaterThan(1);
});

test('on a phone, and in patterns, comments, excerpts and descriptions, too', async () => {
  const page = await browser.newPage({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    expectedMessages: /./,
  });
  for (const slug of [
    ...drawn('ways of covering a phone', slugs, 2),
    'pattern',
    'commented',
    'category/covering',
    'listed',
  ]) {
    await page.goto(site.url + path(slug));
    expect([slug, await coveredParts(page)]).toEqual([slug, []]);
  }
});
