import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  for (const login of ['ada', 'bob']) await makeUser(tx, { login, roles: ['author'], displayName: login });
  for (let day = 1; day <= 20; day++) {
    await makePost(tx, {
      title: `Report ${String(day).padStart(2, '0')}`,
      slug: `report-${day}`,
      authorId: mirai,
      publishedAt: Date.UTC(2026, 0, day),
    });
  }
  const about = await makePost(tx, { title: 'About us', slug: 'about', type: 'page', authorId: mirai });
  for (const title of ['One', 'Two', 'Three'])
    await makePost(tx, { title, slug: title.toLowerCase(), type: 'page', authorId: mirai, status: 'draft' });
  for (const name of ['Amber', 'Blue', 'Coral', 'Drab'])
    await makeTerm(tx, { taxonomy: 'post_tag', name, slug: name.toLowerCase() });
  for (const [index, authorName] of ['Kim', 'Noor', 'Olga', 'Pia'].entries()) {
    await makeComment(tx, {
      postId: about,
      status: 'spam',
      authorName,
      content: 'Buy this.',
      createdAt: Date.UTC(2026, 0, 9 - index),
    });
  }
});

const open = (path: string, options: NewsroomOptions = {}): Promise<Page> =>
  openNewsroom(browser, site, path, mirai, options);
const row = (page: Page, title: string) => page.locator('tr,[role=row]', { hasText: title });
const dialog = (page: Page) => page.getByRole('dialog');
/** The focused element and its row. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return [
      one?.tagName,
      one?.closest('tr,[role=row],.comment')?.querySelector('.row-title,.comment-head strong')?.textContent ??
        one?.textContent,
    ];
  });
const press = async (page: Page, title: string, name: string) => {
  await row(page, title).hover();
  await row(page, title).getByRole('button', { name, exact: true }).press('Enter');
};

test('[IMP-02] quick edit and its input stay when the row leaves the page of the list, and when the window becomes narrow', async () => {
  const page = await open('/wp-admin/edit.php?per_page=20');
  await press(page, 'Report 01', 'Quick edit');
  await dialog(page).getByLabel('Title').fill('What we found');
  await site.write((tx) =>
    makePost(tx, { title: 'News', slug: 'news', authorId: mirai, publishedAt: Date.UTC(2026, 1, 1) }),
  );
  // As on returning to the window.
  await expect
    .poll(async () => {
      await page.evaluate(
        () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
      return page.locator('.row-title').allTextContents();
    })
    .toEqual(expect.not.arrayContaining(['Report 01']));
  expect(await dialog(page).getByLabel('Title').inputValue()).toBe('What we found');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.locator('.dataviews-view-list').waitFor();
  expect(await dialog(page).getByLabel('Title').inputValue()).toBe('What we found');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => page.locator('.components-snackbar__content').last().textContent())
    .toContain('“What we found” updated.');
  expect((await fetch(`${site.url}/report-01/`)).status).toBe(404);
  expect(await (await fetch(`${site.url}/report-1/`)).text()).toContain('What we found');
  // The row no longer has an element to return the focus to.
  await expect.poll(async () => (await focused(page))[0]).not.toBe('BODY');
});

test('after deleting rows the focus is in the next one, or at the heading if none is left', async () => {
  const page = await open('/wp-admin/edit.php?post_type=page&post_status=draft&orderby=title');
  await press(page, 'One', 'Trash');
  await expect.poll(() => focused(page)).toEqual(['A', 'Three']);
  await press(page, 'Two', 'Trash');
  await expect.poll(() => row(page, 'Two').count()).toBe(0);
  await expect.poll(() => focused(page)).toEqual(['A', 'Three']);
  await press(page, 'Three', 'Trash');
  await expect.poll(() => focused(page)).toEqual(['H1', 'Pages']);

  await page.goto(`${site.url}/wp-admin/edit.php?post_type=page&post_status=trash&orderby=title`);
  await row(page, 'Three').getByRole('checkbox').check();
  await row(page, 'One').getByRole('checkbox').check();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Delete permanently' })
    .press('Enter');
  await dialog(page).getByRole('button', { name: 'Delete permanently' }).press('Enter');
  await expect.poll(() => focused(page)).toEqual(['INPUT', 'Two']);
});

test('so it is in lists of terms and accounts, and on a phone', async () => {
  const page = await open('/wp-admin/edit-tags.php?taxonomy=post_tag');
  const drop = async (title: string) => {
    await press(page, title, 'Delete');
    await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter');
  };
  await drop('Blue');
  await expect.poll(() => focused(page)).toEqual(['A', 'Coral']);
  await drop('Drab');
  await expect.poll(() => focused(page)).toEqual(['A', 'Coral']);
  await page.setViewportSize({ width: 390, height: 800 });
  const request = async () => {
    await row(page, 'Amber').getByRole('button', { name: 'Actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  };
  await request();
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toEqual(['BUTTON', 'Amber']);
  await request();
  await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect.poll(() => focused(page)).toEqual(['BUTTON', 'Coral']);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.url}/wp-admin/users.php?orderby=name`);
  await drop('ada');
  await expect.poll(() => focused(page)).toEqual(['A', expect.stringContaining('bob')]);
});

test('so it is in comments', async () => {
  const page = await open('/wp-admin/edit-comments.php?comment_status=spam');
  const comment = (name: string) => page.locator('.comment', { hasText: name });
  await comment('Noor').getByRole('button', { name: 'Trash' }).press('Enter');
  await expect.poll(() => focused(page)).toEqual(['LI', 'Olga']);
  await comment('Pia').getByRole('button', { name: 'Trash' }).press('Enter');
  await expect.poll(() => focused(page)).toEqual(['LI', 'Olga']);
  await comment('Kim').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete permanently' }).press('Enter');
  await dialog(page).getByRole('button', { name: 'Delete permanently' }).press('Enter');
  await expect.poll(() => page.locator('.comment').count()).toBe(1);
  await expect.poll(() => focused(page)).toEqual(['INPUT', expect.anything()]);
  await comment('Olga').getByRole('button', { name: 'Trash' }).press('Enter');
  await expect.poll(() => focused(page)).toEqual(['H1', 'Comments']);
});

test('[IMP-02] making a post private removes its password, by quick edit and in the editor', async () => {
  let slow = 0;
  await site.write(async (tx) => {
    const secret = { authorId: mirai, password: 'sesame', publishedAt: Date.UTC(2026, 2, 1) };
    await makePost(tx, { ...secret, title: 'Quick secret', slug: 'quick-secret' });
    slow = await makePost(tx, { ...secret, title: 'Slow secret', slug: 'slow-secret' });
  });
  const page = await open('/wp-admin/edit.php');
  await press(page, 'Quick secret', 'Quick edit');
  await dialog(page).getByLabel('Status').selectOption('private');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => page.locator('.components-snackbar__content').last().textContent())
    .toContain('“Quick secret” updated.');
  await page.goto(`${site.url}/wp-admin/post.php?post=${slow}&action=edit`);
  await page.getByRole('tab', { name: 'Post' }).click();
  await page.getByLabel('Status').selectOption('private');
  await page.keyboard.press('Control+s');
  await page.locator('.components-snackbar__content', { hasText: '“Slow secret” saved' }).waitFor();
  let stored: unknown;
  await site.write(async ({ db }) => {
    stored = await db
      .selectFrom('post')
      .select(['status', 'password'])
      .where('slug', 'in', ['quick-secret', 'slow-secret'])
      .execute();
  });
  expect(stored).toEqual([
    { status: 'private', password: '' },
    { status: 'private', password: '' },
  ]);
});

test('[IMP-02] the list and the palette show a formatted headline as plain text', async () => {
  await site.write((tx) =>
    makePost(tx, {
      title: '<em>Sea</em> &amp; land <',
      slug: 'sea-land',
      type: 'page',
      authorId: mirai,
      status: 'draft',
    }),
  );
  const page = await open('/wp-admin/edit.php?post_type=page');
  await expect.poll(() => row(page, 'land').locator('.row-title').textContent()).toBe('Sea & land <');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search screens and content' }).fill('land');
  await expect
    .poll(() => page.getByRole('option', { name: 'land' }).allTextContents())
    .toEqual([expect.stringContaining('Sea & land <')]);
});
