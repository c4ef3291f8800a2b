import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { endSessionsOf } from '../../src/modules/users/session.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const password = 'correct horse 1';
const ids = { edda: 0, noor: 0, tides: 0 };

const site = useRealSite(async (tx) => {
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['administrator'], displayName: 'Edda' });
  await updateUser(tx, ids.edda, { password: await hashPassword(password) });
  ids.noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'Noor' });
  ids.tides = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Tides', slug: 'tides' });
  const postId = await makePost(tx, {
    title: 'High water',
    slug: 'high-water',
    authorId: ids.noor,
    termIds: [ids.tides],
  });
  await makePost(tx, { title: 'Ebb', slug: 'ebb', authorId: ids.noor });
  await makeComment(tx, { postId, status: 'approved', authorName: 'Kim', content: 'First of all.' });
  await makeComment(tx, { postId, status: 'approved', authorName: 'Omar', content: 'Last of all.' });
});

const open = (path: string, options?: NewsroomOptions): Promise<Page> =>
  openNewsroom(browser, site, path, ids.edda, options);
const leaveDialog = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name }).click();
/** The browser's question when the page is closed. */
const closing = async (page: Page): Promise<boolean> => {
  const asks: string[] = [];
  page.once('dialog', (dialog) => {
    asks.push(dialog.type());
    void dialog.accept();
  });
  await page.goto(`${site.url}/robots.txt`);
  return asks.includes('beforeunload');
};

test('[IMP-11] leaving an unsaved term asks, by links, Back and closing the page; after saving nothing asks', async () => {
  const page = await open('/wp-admin/edit-tags.php?taxonomy=post_tag');
  await page.getByRole('link', { name: 'Tides', exact: true }).click();
  await page.getByRole('heading', { name: 'Edit tag', exact: true }).waitFor();
  const description = page.getByLabel('Description');
  await description.fill('What the moon does to the sea.');
  await goTo(page, 'Posts');
  await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
  expect(await description.inputValue()).toBe('What the moon does to the sea.');
  await page.goBack();
  await leaveDialog(page).getByRole('button', { name: 'Stay' }).and(page.locator(':focus')).waitFor();
  expect((await seriousFaults(page)).faults).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await description.inputValue()).toBe('What the moon does to the sea.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Tags', exact: true }).waitFor();
  // Input in the form next to a list survives a search.
  await page.getByLabel('Name').fill('Ebb');
  await page.getByLabel('Search tags').fill('tid');
  await expect.poll(() => page.url()).toContain('s=tid');
  expect([await page.getByLabel('Name').inputValue(), await leaveDialog(page).count()]).toEqual(['Ebb', 0]);
  await goTo(page, 'Categories');
  await leaveDialog(page).getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Categories', exact: true }).waitFor();
  await page.getByLabel('Name').fill('Flood');
  expect(await closing(page)).toBe(true);
});

test('[IMP-11] leaving an account or an invitation asks, too', async () => {
  const page = await open(`/wp-admin/user-edit.php?user_id=${ids.noor}`);
  await page.getByLabel('Biography').fill('Writes about rivers.');
  await goTo(page, 'Comments');
  await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.components-snackbar__content', { hasText: 'updated' }).waitFor();
  expect(await page.getByLabel('Biography').inputValue()).toBe('Writes about rivers.');
  await goTo(page, 'Users');
  await page.getByRole('link', { name: 'Invite user' }).click();
  await page.getByLabel('Email').fill('ruth@mail.example');
  await goTo(page, 'Media');
  await leaveDialog(page).getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Media', exact: true }).waitFor();
});

test('[IMP-10] leaving a reply to a comment asks, too, even one replaced by another', async () => {
  const page = await open('/wp-admin/edit-comments.php');
  const of = (name: string) => page.locator('.comment', { hasText: name });
  await of('Kim').getByRole('button', { name: 'Reply', exact: true }).click();
  const reply = page.getByRole('textbox', { name: /^Reply to/ });
  await reply.fill('Half an answer');
  await of('Omar').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Comment', { exact: true }).waitFor();
  await goTo(page, 'Posts');
  await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await of('Kim').getByRole('button', { name: 'Reply', exact: true }).click();
  expect(await reply.inputValue()).toBe('Half an answer');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await closing(page)).toBe(false);
});

test('[IMP-02] neither a click outside quick edit nor Ctrl K discards anything, and going back asks', async () => {
  const page = await open('/wp-admin/');
  await goTo(page, 'Posts');
  await page.locator('tr', { hasText: 'High water' }).getByRole('button', { name: 'Quick edit' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.fill('Higher water');
  await page.mouse.click(4, 4);
  expect(await title.inputValue()).toBe('Higher water');
  await page.keyboard.press('Control+k');
  expect(await title.inputValue()).toBe('Higher water');
  await page.goBack();
  await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
  expect(await title.inputValue()).toBe('Higher water');
});

test('[IMP-11] a user signed out during quick edit logs in above it, and its values stay', async () => {
  const page = await open('/wp-admin/edit.php', { expectedMessages: /status of (?:400|401|403)/ });
  await page.locator('tr', { hasText: 'High water' }).getByRole('button', { name: 'Quick edit' }).click();
  const quick = page.getByRole('dialog').filter({ hasText: 'Quick edit' });
  await quick.getByLabel('Title').fill('Highest water');
  await site.write(async (tx) => {
    await endSessionsOf(tx, ids.edda);
    tx.emit(`user:${ids.edda}`, 'change');
  });
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).status))
    .toBe(400);
  await quick.getByLabel('Tags').fill('tid');
  const over = page.getByRole('dialog', { name: 'Your session has ended' });
  const form = page.frameLocator('.session-dialog iframe');
  await form.locator('[name=log]').fill('edda');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect((await seriousFaults(page)).faults).toEqual([]);
  await form.locator('[name=pwd]').fill(password);
  await form.locator('.account-form button[type=submit]').click();
  await expect.poll(() => over.count()).toBe(0);
  expect(await quick.getByLabel('Title').inputValue()).toBe('Highest water');
  await quick.getByRole('button', { name: 'Save' }).click();
  await page.locator('.components-snackbar__content', { hasText: '“Highest water” updated.' }).waitFor();
});

test('[IMP-02] closing quick edit or bulk edit with changes asks, and so does going back from the latter', async () => {
  const page = await open('/wp-admin/');
  await goTo(page, 'Posts');
  const opener = page.locator('tr', { hasText: /High\w* water/ }).getByRole('button', { name: 'Quick edit' });
  await opener.click();
  const title = page.getByRole('dialog').getByLabel('Title');
  const closingAsked = page.getByRole('dialog', { name: 'Close without saving?' });
  await title.fill('Higher water');
  await page.keyboard.press('Escape');
  await closingAsked.getByRole('button', { name: 'Stay' }).and(page.locator(':focus')).waitFor();
  expect((await seriousFaults(page)).faults).toEqual([]);
  await page.keyboard.press('Escape');
  await title.and(page.locator(':focus')).waitFor();
  expect(await title.inputValue()).toBe('Higher water');
  await page.getByRole('dialog', { name: 'Quick edit' }).getByRole('button', { name: 'Close' }).click();
  await closingAsked.getByRole('button', { name: 'Close without saving' }).click();
  await opener.and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  // An empty form asks nothing.
  await opener.click();
  await title.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Bulk edit' })
    .click();
  const status = page.getByRole('dialog').getByLabel('Status');
  await status.selectOption('draft');
  await page.keyboard.press('Escape');
  await closingAsked.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
  expect(await status.inputValue()).toBe('draft');
});

test('[IMP-02] neither a click outside the dialog for a view’s or folder’s name nor Escape discards the name', async () => {
  const page = await open('/wp-admin/edit.php?s=water');
  await page.getByRole('button', { name: 'Your views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  const closingAsked = page.getByRole('dialog', { name: 'Close without saving?' });
  await name.fill('All about water');
  await page.mouse.click(4, 4);
  await page.keyboard.press('Escape');
  await closingAsked.getByRole('button', { name: 'Stay' }).click();
  expect(await name.inputValue()).toBe('All about water');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.components-snackbar__content', { hasText: ' saved.' }).waitFor();
  await goTo(page, 'Media');
  await page.getByRole('button', { name: 'New folder' }).click();
  await name.fill('Floods');
  await page.mouse.click(4, 4);
  await page.keyboard.press('Escape');
  await closingAsked.getByRole('button', { name: 'Stay' }).click();
  expect(await name.inputValue()).toBe('Floods');
});

test('[IMP-02] Cancel asks like Escape, in dialogs and next to lists, and only about changes', async () => {
  const page = await open('/wp-admin/edit.php');
  const closingAsked = page.getByRole('dialog', { name: 'Close without saving?' });
  const dialog = page.getByRole('dialog').filter({ hasText: 'Quick edit' });
  const opener = page.locator('tr', { hasText: 'Ebb' }).getByRole('button', { name: 'Quick edit' });
  const cancel = (within: Page | ReturnType<Page['locator']>) =>
    within.getByRole('button', { name: 'Cancel', exact: true }).click();
  await opener.click();
  await dialog.getByLabel('Title').fill('Ebb and flood');
  await cancel(dialog);
  expect((await seriousFaults(page)).faults).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Ebb and flood');
  await cancel(dialog);
  await closingAsked.getByRole('button', { name: 'Close without saving' }).click();
  await opener.and(page.locator(':focus')).waitFor();
  await opener.click();
  await dialog.getByLabel('Title').waitFor();
  await cancel(dialog);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  // A term on its own screen.
  await goTo(page, 'Tags');
  await page.getByRole('link', { name: 'Tides', exact: true }).click();
  await page.getByRole('heading', { name: 'Edit tag', exact: true }).waitFor();
  await page.getByLabel('Description').fill('Twice a day, and a little later each day.');
  await cancel(page);
  await closingAsked.getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByLabel('Description').inputValue()).toBe('Twice a day, and a little later each day.');
  await cancel(page);
  await closingAsked.getByRole('button', { name: 'Close without saving' }).click();
  await page.getByRole('heading', { name: 'Tags', exact: true }).waitFor();
  expect(await leaveDialog(page).count()).toBe(0);
});
