import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Post } from '../../src/modules/posts/model.ts';
import { findPost } from '../../src/modules/posts/reader.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom, planFor2099, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
let noor = 0;
let politics = 0;
let stale = 0;

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai & Co' });
  noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'نور' });
  politics = await makeTerm(tx, { taxonomy: 'category', name: 'Politics', slug: 'politics' });
  const towns = await makeTerm(tx, {
    taxonomy: 'category',
    name: 'Towns',
    slug: 'towns',
    parentId: politics,
  });
  const tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Bridges', slug: 'bridges' });
  const at = (month: number) => Date.UTC(2026, month, 1);
  await makePost(tx, {
    title: 'The bridge opens',
    slug: 'bridge',
    authorId: mirai,
    publishedAt: at(0),
    termIds: [towns, tag],
  });
  await makePost(tx, {
    title: 'جسر جديد في المدينة',
    slug: 'jisr',
    authorId: noor,
    publishedAt: at(1),
    termIds: [politics],
  });
  await makePost(tx, { title: 'Unsorted', slug: 'unsorted', authorId: noor, publishedAt: at(1) + 5_000_000 });
  stale = await makePost(tx, {
    title: 'Many hands',
    slug: 'many-hands',
    authorId: mirai,
    publishedAt: at(2),
  });
  await makePost(tx, { title: 'About us', slug: 'about', type: 'page', authorId: mirai });
  await makePost(tx, { title: 'The team', slug: 'team', type: 'page', authorId: mirai });
});

const open = (path: string, options: NewsroomOptions = {}): Promise<Page> =>
  openNewsroom(browser, site, path, mirai, options);
const titles = (page: Page) => page.locator('.row-title').allTextContents();
const row = (page: Page, title: string) => page.locator('tr', { hasText: title });
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const dialog = (page: Page) => page.getByRole('dialog');

async function quickEdit(page: Page, title: string): Promise<void> {
  await row(page, title).hover();
  await row(page, title).getByRole('button', { name: 'Quick edit' }).click();
  await dialog(page).getByLabel('Title').waitFor();
}

test('[IMP-11] a list is filtered by category with its children, author, tag and month, and its address uses WordPress’ parameters', async () => {
  const page = await open('/wp-admin/edit.php');
  await expect.poll(async () => (await titles(page)).length).toBe(4);
  await expect.poll(() => row(page, 'The bridge opens').textContent()).toMatch(/Mirai & Co.*Towns/);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'Author' }).click();
  await page.getByRole('option', { name: 'نور' }).click();
  await expect.poll(() => titles(page)).toEqual(['Unsorted', 'جسر جديد في المدينة']);
  await expect.poll(() => new URL(page.url()).search).toBe(`?author=${noor}`);
  await page.goto(`${site.url}/wp-admin/edit.php?cat=${politics}`);
  await expect.poll(() => titles(page)).toEqual(['جسر جديد في المدينة', 'The bridge opens']);
  // The button names the filter.
  await expect.poll(() => page.getByRole('button', { name: /Categories.*Politics/ }).count()).toBe(1);
  await page.goto(`${site.url}/wp-admin/edit.php?tag=bridges`);
  await expect.poll(() => titles(page)).toEqual(['The bridge opens']);
  await page.goto(`${site.url}/wp-admin/edit.php?m=202602`);
  await expect.poll(() => titles(page)).toEqual(['Unsorted', 'جسر جديد في المدينة']);
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Mine 2/ })
    .click();
  await expect.poll(() => titles(page)).toEqual(['Many hands', 'The bridge opens']);
});

test('[IMP-11] menus of a list load when the first is opened, and work by keyboard from then on', async () => {
  const page = await open('/wp-admin/edit.php', { expectedMessages: /ERR_FAILED|dynamically imported/ });
  await expect.poll(async () => (await titles(page)).length).toBe(4);
  const isLoaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/menu-parts-')),
    );
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
  const header = (nth: number) => page.locator('.dataviews-view-table-header-button').nth(nth);
  expect(await isLoaded()).toBe(false);
  expect(await header(0).getAttribute('aria-haspopup')).toBe('menu');
  // A menu whose script is missing once is opened with the next try.
  let missing = 1;
  await page.route('**/menu-parts-*.js', (route) => (missing-- > 0 ? route.abort() : route.continue()));
  await header(0).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  expect(await isLoaded()).toBe(true);
  await expect.poll(focused).toBe('menuitemradio');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => header(0).evaluate((button) => button === document.activeElement)).toBe(true);
  await header(1).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toMatch(/^menuitem/);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
});

test('[IMP-11] columns and the last list filter are stored with the account', async () => {
  const before = await open('/wp-admin/edit.php?m=202601', { expectedMessages: /status of 409/ });
  const page = await open('/wp-admin/edit.php?m=202602');
  await expect.poll(async () => (await titles(page)).length).toBe(2);
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('button', { name: /Slug/ }).click();
  await expect.poll(() => page.locator('th').allTextContents()).toEqual(expect.arrayContaining(['Slug']));
  await page.keyboard.press('Escape');
  const saveView = async (window: Page, name: string) => {
    await window.getByRole('button', { name: 'Your views' }).click();
    await window.getByRole('menuitem', { name: /Save this view/ }).click();
    await dialog(window).getByLabel('Name').fill(name);
    await window.keyboard.press('Enter');
    await expect.poll(() => toast(window).textContent()).toContain(`“${name}”`);
  };
  await saveView(page, 'February');
  // A window opened earlier merges with values stored since then.
  const saved = before.waitForResponse((reply) => reply.url().includes('/users/me') && reply.ok());
  await saveView(before, 'January');
  await saved;
  await expect.poll(() => before.locator('th').allTextContents()).toEqual(expect.arrayContaining(['Slug']));

  const other = await open('/wp-admin/edit.php');
  await expect.poll(async () => (await titles(other)).length).toBe(4);
  await expect.poll(() => other.locator('th').allTextContents()).toEqual(expect.arrayContaining(['Slug']));
  await other.getByRole('button', { name: 'Your views' }).click();
  await expect
    .poll(() => other.getByRole('menuitemradio').allTextContents())
    .toEqual(['February', 'January']);
  await other.getByRole('menuitemradio', { name: 'February' }).click();
  await expect.poll(async () => (await titles(other)).length).toBe(2);
  await expect.poll(() => new URL(other.url()).search).toBe('?m=202602');
});

test('[IMP-02] quick edit changes the article’s row, and undo restores it', async () => {
  const page = await open('/wp-admin/edit.php');
  await quickEdit(page, 'Unsorted');
  const form = dialog(page);
  await form.getByLabel('Title').fill('Sorted at last');
  await form.getByLabel('Slug').fill('sorted');
  await form.getByLabel('Author').selectOption({ label: 'Mirai & Co' });
  await form.getByRole('checkbox', { name: 'Towns' }).check();
  await form.getByLabel('Tags').fill('Rivers');
  await page.keyboard.press('Enter');
  await form.getByRole('checkbox', { name: 'Allow comments' }).uncheck();
  await form.getByRole('checkbox', { name: 'Stick to the top of lists' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('“Sorted at last” updated.');
  await expect.poll(() => row(page, 'Sorted at last').textContent()).toMatch(/Sticky.*Mirai & Co.*Towns/);
  const article = await fetch(`${site.url}/sorted/`);
  expect([article.status, await article.text()]).toEqual([200, expect.stringMatching(/Rivers/)]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => titles(page)).toContain('Unsorted');
  await expect.poll(() => row(page, 'Unsorted').textContent()).toMatch(/نور/);
});

test('[IMP-02] another user’s concurrent change is shown, and overwritten only on confirmation', async () => {
  const page = await open('/wp-admin/edit.php', { expectedMessages: /status of 409/ });
  await quickEdit(page, 'Many hands');
  await site.write((tx) => updatePost(tx, stale, { title: 'Many other hands' }));
  await dialog(page).getByLabel('Slug').fill('my-hands');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog(page).getByRole('alert').textContent()).toContain('in the meantime');
  await dialog(page).getByRole('button', { name: 'View their version' }).click();
  await expect.poll(() => dialog(page).getByLabel('Title').inputValue()).toBe('Many other hands');
  await dialog(page).getByLabel('Slug').fill('our-hands');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('updated');
  expect((await fetch(`${site.url}/our-hands/`)).status).toBe(200);
});

test('undoing a change of author restores all authors', async () => {
  let id = 0;
  await site.write(async (tx) => {
    id = await makePost(tx, { title: 'By two', slug: 'by-two', authorId: noor, authorIds: [noor, mirai] });
  });
  const page = await open('/wp-admin/edit.php');
  const byline = async () => {
    let ids: readonly number[] | undefined;
    await site.write(async (tx) => {
      ids = (await findPost(tx.db, id))?.authorIds;
    });
    return ids;
  };
  await quickEdit(page, 'By two');
  await dialog(page).getByLabel('Author').selectOption({ label: 'Mirai & Co' });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(byline).toEqual([mirai]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(byline).toEqual([noor, mirai]);
  await site.write((tx) => deletePost(tx, id));
});

test('[IMP-02] several articles are edited together: terms are added to existing ones, and all of it can be undone', async () => {
  const page = await open(`/wp-admin/edit.php?author=${mirai}`);
  await expect.poll(async () => (await titles(page)).length).toBe(2);
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Bulk edit' })
    .click();
  await dialog(page).getByLabel('Status').selectOption('pending');
  await dialog(page).getByRole('checkbox', { name: 'Politics' }).check();
  // The list re-renders behind the form, which keeps its values.
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
  expect(await dialog(page).getByLabel('Status').inputValue()).toBe('pending');
  await dialog(page).getByRole('button', { name: 'Save all 2' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('2 updated');
  await expect
    .poll(() => row(page, 'The bridge opens').textContent())
    .toMatch(/Pending.*Politics, Towns|Pending.*Towns, Politics/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => row(page, 'The bridge opens').textContent()).toMatch(/Published(?!.*Politics)/);
});

test('many categories and long names take no room from titles and dates, and can be read to their end in quick edit', async () => {
  // Uses a separate user: an earlier test adds a column to Mirai's list.
  let user = 0;
  await site.write(async (tx) => {
    user = await makeUser(tx, { login: 'usual', roles: ['administrator'] });
    const author = await makeUser(tx, {
      login: 'long',
      roles: ['author'],
      displayName: 'Wirtschaftsredaktion'.repeat(6),
    });
    const termIds = [];
    for (let at = 0; at < 9; at++)
      termIds.push(
        await makeTerm(tx, { taxonomy: 'category', name: `Donaudampfschiff ${at}`, slug: `ship-${at}` }),
      );
    termIds.push(
      await makeTerm(tx, { taxonomy: 'category', name: 'Donaudampfschiff'.repeat(8), slug: 'ship' }),
    );
    await makePost(tx, { title: 'On all ships', slug: 'ships', authorId: author, termIds });
  });
  const page = await openNewsroom(browser, site, '/wp-admin/edit.php?s=ships', user, {
    viewport: { width: 1280, height: 900 },
  });
  await row(page, 'On all ships').waitFor();
  const hiddenBy = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(() => hiddenBy('.dataviews-layout__container')).toBe(0);
  await quickEdit(page, 'On all ships');
  await dialog(page).getByRole('checkbox', { name: 'Donaudampfschiff 8' }).waitFor();
  await expect.poll(() => hiddenBy('.tree>div')).toBe(0);
});

test('[IMP-05] a page gets a parent in the list', async () => {
  const page = await open('/wp-admin/edit.php?post_type=page');
  await quickEdit(page, 'The team');
  await dialog(page).getByRole('combobox', { name: 'Parent' }).click();
  await dialog(page).getByRole('option', { name: 'About us' }).click();
  await dialog(page).getByLabel('Order').fill('');
  await dialog(page).getByLabel('Order').pressSequentially('-3');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('“The team” updated.');
  const [stored] = (await (await fetch(`${site.url}/wp-json/wp/v2/pages?slug=team`)).json()) as {
    menu_order: number;
    link: string;
  }[];
  expect([stored?.menu_order, stored?.link]).toEqual([-3, `${site.url}/about/team/`]);
});

test.each(
  drawn(
    'looks of lists',
    [
      ['wide and light', { viewport: { width: 1440, height: 900 } }, '0'],
      ['on a phone and dark', { viewport: { width: 375, height: 812 } }, '1'],
    ] as const,
    2,
  ),
)(
  '[IMP-29] %s: forms of lists have nothing serious for axe, and are not wider than the window',
  async (name, options, dark) => {
    const page = await open(`/wp-admin/edit.php?cat=${politics}`, { ...options, dark });
    await page.locator('.row-title').first().waitFor();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/list-${name.slice(0, 4)}.png` });
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    if (dark === '0') await quickEdit(page, 'The bridge opens');
    else {
      await page
        .locator('.dataviews-view-list__item-actions')
        .first()
        .getByRole('button', { name: 'Actions' })
        .click();
      await page.getByRole('menuitem', { name: 'Quick edit' }).click();
      await dialog(page).getByLabel('Title').waitFor();
    }
    await page.locator('.tree label').first().waitFor();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/quick-${name.slice(0, 4)}.png` });
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  },
);

test('a page number past the end shows the last page of the list', async () => {
  const page = await open('/wp-admin/edit.php?paged=3&per_page=20');
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(0);
  await expect.poll(() => new URL(page.url()).search).toBe('?per_page=20');
});

test('leaving a bulk edit while its tag is being created changes no post; it is sent once', async () => {
  const page = await open(`/wp-admin/edit.php?author=${noor}`);
  const making = Promise.withResolvers<undefined>();
  await page.route('**/wp/v2/tags', async (route) => {
    if (route.request().method() === 'POST') await making.promise;
    await route.continue();
  });
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/wp\/v2\/posts\/\d+$/.test(request.url())) sent++;
  });
  const begin = async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).first().check();
    await page
      .locator('.dataviews-bulk-actions-footer__container')
      .getByRole('button', { name: 'Bulk edit' })
      .click();
  };
  await begin();
  await dialog(page).getByLabel('Add tags').fill('Left behind');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Save all 2' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  const made = page.waitForResponse(
    (reply) => reply.url().endsWith('/wp/v2/tags') && reply.request().method() === 'POST',
  );
  making.resolve(undefined);
  await made;
  await begin();
  await dialog(page).getByLabel('Status').selectOption('pending');
  await dialog(page).getByRole('button', { name: 'Save all 2' }).dblclick();
  await expect.poll(() => toast(page).textContent()).toContain('2 updated');
  expect(sent).toBe(2);
});

/** A draft without a date. */
async function makeDraft(title: string): Promise<number> {
  let id = 0;
  await site.write(async (tx) => {
    id = await makePost(tx, { title, status: 'draft', authorId: mirai, publishedAt: 0 });
  });
  return id;
}

async function postOf(id: number): Promise<Post | undefined> {
  let post: Post | undefined;
  await site.write(async (tx) => {
    post = await findPost(tx.db, id);
  });
  return post;
}

test('[IMP-02] a draft shows its chosen date everywhere, and can clear it', async () => {
  const id = await makeDraft('For new year');
  const chosen = async () => (await postOf(id))?.publishedAt;
  const page = await open(`/wp-admin/post.php?post=${id}&action=edit`);
  await planFor2099(page);
  await page.keyboard.press('Control+s');
  await expect.poll(chosen).toBeGreaterThan(Date.UTC(2098, 6));
  await expect.poll(() => toast(page).textContent()).toContain(' saved');
  expect([
    await page.locator('.panel-date').textContent(),
    await page.getByRole('button', { name: 'Schedule', exact: true }).count(),
  ]).toEqual([expect.stringContaining('2099'), 1]);

  const list = await open('/wp-admin/edit.php?post_status=draft');
  await expect.poll(() => row(list, 'For new year').textContent()).toContain('2099');
  await quickEdit(list, 'For new year');
  expect(await dialog(list).getByLabel('Date').inputValue()).toMatch(/^2099-/);
  await list.keyboard.press('Escape');

  await page.reload();
  await page.getByRole('tab', { name: 'Post' }).click();
  await page.locator('.panel-date').click();
  await page.locator('.panel-calendar').getByRole('button', { name: 'Immediately' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(chosen).toBe(0);
  await expect.poll(() => page.locator('.panel-date').textContent()).toBe('Immediately');
});

test('[IMP-02] undo leaves a draft without the date that it did not have, and quick edit takes one away', async () => {
  const id = await makeDraft('Some day');
  const standing = async () => {
    const post = await postOf(id);
    return [post?.status, post?.publishedAt === 0];
  };
  const page = await open('/wp-admin/edit.php?post_status=draft,publish&s=Some');
  const change = async (act: () => Promise<unknown>, then: readonly unknown[]) => {
    await quickEdit(page, 'Some day');
    await act();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect.poll(standing).toEqual(then);
  };
  const undone = async () => {
    // An undo can be redone for a while, by a button of the same name.
    await page
      .locator('.components-snackbar', { hasText: '“Some day” updated.' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click();
    await expect.poll(standing).toEqual(['draft', true]);
    await expect.poll(() => row(page, 'Some day').textContent()).toContain('Modified');
  };
  await expect.poll(() => row(page, 'Some day').textContent()).toContain('Modified');
  await change(async () => {
    expect(await dialog(page).getByLabel('Date').inputValue()).toBe('');
    await dialog(page).getByLabel('Date').fill('2099-01-02T08:00');
  }, ['draft', false]);
  await undone();
  await change(() => dialog(page).getByLabel('Status').selectOption('publish'), ['publish', false]);
  await undone();
  await change(() => dialog(page).getByLabel('Date').fill('2099-01-02T08:00'), ['draft', false]);
  await expect.poll(() => row(page, 'Some day').textContent()).toContain('2099');
  await change(() => dialog(page).getByLabel('Date').fill(''), ['draft', true]);
});
