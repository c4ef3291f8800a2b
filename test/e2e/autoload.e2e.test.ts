import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makeComment, makePost, makeTerm } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids: number[] = [];
const site = useRealSite(async (tx) => {
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  const words =
    '<!-- wp:paragraph --><p>Words that fill a line or two of the text.</p><!-- /wp:paragraph -->'.repeat(60);
  const note =
    '<!-- wp:heading --><h2 id="details">Details</h2><!-- /wp:heading --><!-- wp:paragraph --><p><a href="#details">To the details</a>' +
    '</p><!-- /wp:paragraph -->';
  const box = '<!-- wp:broadsheet/copy-code {"code":"npm start"} /-->';
  for (let n = 1; n <= 5; n++) {
    ids[n] = await makePost(tx, {
      title: `Note ${n}`,
      slug: `note-${n}`,
      termIds: [science],
      content: note + (n === 4 ? box : '') + words,
    });
  }
  await makeComment(tx, { postId: ids[4] ?? 0 });
  const parts = [1, 2]
    .map((n) => `<!-- wp:paragraph --><p>Part ${n} of the text.</p><!-- /wp:paragraph -->`.repeat(30))
    .join('<!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage -->');
  await makePost(tx, { title: 'Slides', slug: 'slides', content: parts });
  await makePost(tx, { title: 'Newest', slug: 'newest', content: words });
});
const desktop: PageOptions = { viewport: { width: 1280, height: 900 } };
const area = '.autoload-article';

async function open(path = '/note-5/', options = desktop): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  return page;
}

/** Scrolls an element's top to a third of the window's height, like a reader reading on. */
async function readAt(page: Page, selector: string, index = 0): Promise<void> {
  await page
    .locator(selector)
    .nth(index)
    .evaluate((element) =>
      scrollTo({ top: scrollY + element.getBoundingClientRect().top - innerHeight / 3, behavior: 'instant' }),
    );
}

/** Scrolls into the next article, which loads near the end of this one. */
async function readInto(page: Page, index = 0): Promise<void> {
  await readAt(page, area, index);
  await page.locator(area).nth(index).locator('article h1').waitFor();
  await readAt(page, area, index);
}

const addressesOf = (page: Page) =>
  page.evaluate(() => [
    document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
    document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content,
  ]);
const addressAndTitle = async (page: Page) => [new URL(page.url()).pathname, await page.title()];

test('[ART-09] with the option on the next older article follows in its area, and address and title go with the reader', async () => {
  expect(await (await fetch(`${site.url}/note-5/`)).text()).not.toContain('autoload');
  await site.set({ autoload_posts: 'on', autoload_posts_limit: 2 });
  const page = await open();
  expect([await page.locator(area).count(), await page.locator(`${area} article h1`).count()]).toEqual([
    1, 0,
  ]);
  await readInto(page);
  await expect.poll(() => page.locator(`${area} h1`).allTextContents()).toEqual(['Note 4']);
  await expect.poll(() => addressAndTitle(page)).toEqual(['/note-4/', 'Note 4 – Broadsheet']);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => addressAndTitle(page)).toEqual(['/note-5/', 'Note 5 – Broadsheet']);
  // Elements that occur once per page are not duplicated, nor are ids.
  expect(
    await page
      .locator(`${area} :is(.ticker,.breadcrumbs,.post-comments,#jp-relatedposts,.reading-progress)`)
      .count(),
  ).toBe(0);
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('[id]')]
        .map(({ id }) => id)
        .filter((id, index, all) => all.indexOf(id) !== index),
    ),
  ).toEqual([]);
});

test('[ART-09] as many articles follow as set, then the area is a link', async () => {
  await site.set({ autoload_posts: 'on', autoload_posts_limit: 2 });
  const page = await open();
  for (const index of [0, 1]) await readInto(page, index);
  await readAt(page, `${area} .post-neighbours`, 1);
  await expect.poll(() => addressAndTitle(page)).toEqual(['/note-3/', 'Note 3 – Broadsheet']);
  await page.locator(area).nth(2).scrollIntoViewIfNeeded();
  await atRest(page);
  expect([
    await page.locator(`${area}>article h1`).allTextContents(),
    await page.locator(area).count(),
  ]).toEqual([['Note 4', 'Note 3'], 3]);
  await page.getByRole('link', { name: 'Next article Note 2' }).click();
  await page.waitForURL('**/note-2/');
});

test('an appended article works as on its own page: views, sharing, ads, countdown, parts and comments', async () => {
  await site.set({ autoload_posts: 'on', autoload_posts_limit: 5 });
  const counted: string[] = [];
  const page = await browser.newPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  page.on('request', (request) => {
    const fields = new URLSearchParams(request.postData() ?? '');
    if (fields.get('action') === 'broadsheet_view')
      counted.push(...(fields.get('post_ids') ?? '').split(','));
  });
  await page.goto(`${site.url}/note-5/`, { waitUntil: 'networkidle' });
  await readInto(page);
  const added = page.locator(`${area}>article`).first();
  await expect.poll(() => added.locator('.copy-code pre').textContent()).toContain('Wait');
  await readAt(page, `${area} .post-content`);
  await expect.poll(() => counted).toContain(String(ids[4]));
  expect(await page.locator('.reading-progress').evaluate((line) => line.getBoundingClientRect().width)).toBe(
    0,
  );
  await page.mouse.move(9, 9, { steps: 2 });
  await added.locator('.share:not([data-late])').waitFor();
  await added.locator('.share-copy').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/note-4/`);
  expect(await added.getByRole('link', { name: '1 comment' }).getAttribute('href')).toBe('/note-4/#comments');
  const target = await added.getByRole('link', { name: 'To the details' }).getAttribute('href');
  expect([target, await added.locator(`h2${target}`).count()]).toEqual([`#details-${ids[4]}`, 1]);
  await page
    .locator(`${area} .post-content`)
    .first()
    .evaluate((text) =>
      scrollBy({ top: text.getBoundingClientRect().bottom - innerHeight, behavior: 'instant' }),
    );
  await expect
    .poll(() =>
      page.locator('.reading-progress').evaluate((line) => Math.round(line.getBoundingClientRect().width)),
    )
    .toBe(1280);
});

test('back returns to the referring page, and from elsewhere to the article being read', async () => {
  await site.set({ autoload_posts: 'on', autoload_posts_limit: 5 });
  const page = await open('/');
  const entries = await page.evaluate(() => history.length);
  await page.goto(`${site.url}/note-5/`, { waitUntil: 'networkidle' });
  await readInto(page);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/note-4/');
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.goto(`${site.url}/category/science/`);
  await page.goBack();
  await expect.poll(() => page.locator('h1').allTextContents()).toContain('Note 4');
  expect(new URL(page.url()).pathname).toBe('/note-4/');
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test('the slides of an added article keep their own entries', async () => {
  await site.set({ autoload_posts: 'on' });
  const page = await open('/newest/');
  await readInto(page);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/slides/');
  await atRest(page); // until its script loads the link opens a separate page
  await page.locator(`${area} .part-step[rel=next]`).first().click();
  await expect.poll(() => page.locator(`${area} .post-content`).first().textContent()).toContain('Part 2');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/slides/2/');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => addressAndTitle(page)).toEqual(['/newest/', 'Newest – Broadsheet']);
  await readAt(page, area);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/slides/2/');
  await expect.poll(() => page.title()).toContain('Page 2');
  await expect.poll(() => addressesOf(page)).toEqual([`${site.url}/slides/2/`, `${site.url}/slides/2/`]);
});

test('[MORE-10] the box with further articles leaves out the one that is read, and the head names it', async () => {
  await site.set({ autoload_posts: 'on', more_articles: 'show' });
  const page = await open();
  const offered = () =>
    page
      .locator('.more-articles h3')
      .evaluateAll((titles) =>
        titles.filter((title) => title.closest('[hidden]') === null).map(({ textContent }) => textContent),
      );
  await readAt(page, '.post-content p', 20);
  await page.locator('.more-articles aside').waitFor();
  await expect
    .poll(async () => [await offered(), await addressesOf(page)])
    .toEqual([
      ['Note 4', 'Note 3'],
      [`${site.url}/note-5/`, `${site.url}/note-5/`],
    ]);
  await readInto(page);
  await expect.poll(offered).toEqual(['Note 3']);
  await expect.poll(() => addressesOf(page)).toEqual([`${site.url}/note-4/`, `${site.url}/note-4/`]);
  await site.set({ more_articles_limit: 1 });
  await page.goto(`${site.url}/note-5/`, { waitUntil: 'networkidle' });
  await readInto(page);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/note-4/');
  expect(await page.locator('.more-articles').isVisible()).toBe(false);
  await site.set({ more_articles: null, more_articles_limit: null });
});

test('without scripts, and when the call fails, the area is a link', async () => {
  await site.set({ autoload_posts: 'on' });
  const still = await open('/note-5/', { ...desktop, javaScriptEnabled: false });
  await still.getByRole('link', { name: 'Next article Note 4' }).click();
  await still.waitForURL(`${site.url}/note-4/`);
  const page = await browser.newPage({
    ...desktop,
    expectedMessages: /broadsheet_article|td_ajax_block|status of 500/,
  });
  await page.route('**/admin-ajax.php**', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto(`${site.url}/note-5/`, { waitUntil: 'networkidle' });
  await readAt(page, area);
  await page.getByRole('link', { name: 'Next article Note 4' }).click();
  await page.waitForURL('**/note-4/');
});
