import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createType } from '../../src/modules/types/definition-commands.ts';
import { suggestedType } from '../../src/modules/types/own-definition.ts';
import { operator } from '../../src/modules/users/role.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { startRealServer } from '../harness/real-server.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;

const site = useRealSite(
  async (tx) => {
    mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
    await makePost(tx, { type: 'page', title: 'Films', slug: 'films' });
    await makePost(tx, { type: 'recipe', title: 'Soup', slug: 'soup', authorId: mirai });
    await makePost(tx, { type: 'long', title: '1 &lt; 2', slug: 'long-one', authorId: mirai });
  },
  () => ({}),
  undefined,
  startRealServer,
);

const screen = '/wp-admin/admin.php?page=types';
const open = (path = screen, options: NewsroomOptions = {}): Promise<Page> =>
  openNewsroom(browser, site, path, mirai, options);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Newsroom' });
const status = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).status;
const row = (page: Page, text: string) => page.locator('.types-row').filter({ hasText: text });

test('[IMP-20] a type made with the mouse is in the menu, its item is written, listed, filed and read', async () => {
  const page = await open('/wp-admin/');
  await menu(page).getByRole('link', { name: 'Content types' }).click();
  await page.getByRole('link', { name: 'Add post type' }).click();
  await page.getByLabel('Plural name').fill('Reviews');
  await page.getByLabel('Singular name').fill('Review');
  await expect.poll(() => page.getByLabel('Slug', { exact: true }).inputValue()).toBe('reviews');
  await page.getByText('Advanced').click();
  await expect.poll(() => page.getByLabel('REST base').inputValue()).toBe('reviews');
  await expect.poll(() => page.getByLabel('Name in the database').inputValue()).toBe('review');
  await page.getByRole('button', { name: 'Add post type' }).click();
  await page.getByText('“Reviews” saved').waitFor();
  await menu(page).getByRole('link', { name: 'Reviews' }).waitFor();
  await page.getByRole('link', { name: 'Define its fields' }).click();
  await expect.poll(() => page.getByLabel('Content type').inputValue()).toBe('review');
  await page.goto(site.url + screen);

  await page.getByRole('link', { name: 'Add taxonomy' }).click();
  await page.getByLabel('Plural name').fill('Brands');
  await page.getByLabel('Singular name').fill('Brand');
  await page.getByLabel('Reviews').check();
  await page.getByRole('button', { name: 'Add taxonomy' }).click();
  await page.getByText('“Brands” saved').waitFor();
  await menu(page).getByRole('link', { name: 'Brands' }).click();
  const form = page.getByRole('form', { name: 'Add brand' });
  await form.getByLabel('Name').fill('Acme');
  await form.getByRole('button', { name: 'Add brand' }).click();
  await page.locator('.list tbody tr').filter({ hasText: 'Acme' }).waitFor();

  await page.goto(`${site.url}/wp-admin/post-new.php?post_type=review`);
  const title = page.frameLocator('iframe[name="editor-canvas"]').getByLabel('Title');
  await expect.poll(() => title.evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.keyboard.type('The folding phone');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Xylophone hinges.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => status('/reviews/the-folding-phone/')).toBe(200);
  expect(await (await fetch(`${site.url}/reviews/`)).text()).toContain('The folding phone');

  await page.goto(`${site.url}/wp-admin/edit.php?post_type=review`);
  await page.locator('.list tbody tr').filter({ hasText: 'The folding phone' }).waitFor();
  await page.goto(site.url + screen);
  await expect.poll(() => row(page, 'Reviews').textContent()).toContain('1 item');
});

test('[IMP-20] a changed slug redirects; a deleted type says what it keeps, and is restored', async () => {
  const page = await open();
  await row(page, 'Reviews').getByRole('link', { name: 'Reviews' }).click();
  await page.getByLabel('Slug', { exact: true }).fill('tests');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Reviews” saved').waitFor();
  const moved = await fetch(`${site.url}/reviews/the-folding-phone/`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/tests/the-folding-phone/']);

  await row(page, 'Reviews').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Reviews”?' });
  expect(await dialog.textContent()).toContain('1 item is kept');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Reviews” deleted').waitFor();
  expect(await menu(page).getByRole('link', { name: 'Reviews' }).count()).toBe(0);
  expect(await status('/tests/the-folding-phone/')).toBe(404);
  await row(page, 'Reviews').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('“Reviews” saved').waitFor();
  expect(await status('/tests/the-folding-phone/')).toBe(200);
});

test('[IMP-20] a server uses what another process defines, and forgets its cached pages', async () => {
  await site.write((tx) => makePost(tx, { type: 'event', title: 'Fair', slug: 'fair' }));
  expect(await (await fetch(`${site.url}/event/`)).text()).toContain('>Event</h1>');
  await site.write((tx) =>
    createType(tx, operator(), { name: 'event', ...suggestedType('event'), archive_title: 'What is on' }),
  );
  await expect.poll(() => status('/wp-json/wp/v2/event')).toBe(200);
  await expect.poll(async () => (await fetch(`${site.url}/event/`)).text()).toContain('>What is on</h1>');
});

test('[IMP-20] a taken address is explained at its field, and nothing typed is lost', async () => {
  const page = await open(`${screen}&edit=type%3A`, { expectedMessages: /status of 400/ });
  await page.getByLabel('Plural name').fill('Films');
  await page.getByLabel('Singular name').fill('<b>Film</b>');
  await page.getByRole('button', { name: 'Add post type' }).click();
  await page
    .getByText(/belongs to the page "Films"/)
    .first()
    .waitFor();
  expect(await page.getByLabel('Plural name').inputValue()).toBe('Films');
  await page.getByLabel('Slug', { exact: true }).fill('movies');
  await page.getByRole('button', { name: 'Add post type' }).click();
  await page.getByText('“Films” saved').waitFor();
});

test('[IMP-20] a type that an import left is defined as it is', async () => {
  const page = await open();
  await row(page, 'Recipe').getByRole('link', { name: 'Define' }).click();
  await page.getByLabel('Plural name').fill('Recipes');
  await page.getByRole('button', { name: 'Add post type' }).click();
  await page.getByText('“Recipes” saved').waitFor();
  await menu(page).getByRole('link', { name: 'Recipes' }).click();
  await page.locator('.list tbody tr').filter({ hasText: 'Soup' }).waitFor();
  expect(await status('/recipe/soup/')).toBe(200);
});

test('[IMP-20] another administrator’s change is shown, and overwritten only on request', async () => {
  const page = await open(`${screen}&edit=type%3Arecipe`, { expectedMessages: /status of 409/ });
  await page.getByLabel('Plural name').waitFor();
  const other = await open(`${screen}&edit=type%3Arecipe`);
  await other.getByLabel('Plural name').fill('Dishes');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('“Dishes” saved').waitFor();
  await page.getByLabel('Plural name').fill('Meals');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'View their version' }).click();
  await expect.poll(() => page.getByLabel('Plural name').inputValue()).toBe('Dishes');
});

test('[IMP-20] a name that is too long is refused with the limit, not cut, and a long one fits into the menu', async () => {
  // The browser logs that the deleted type is not found.
  const page = await open(`${screen}&edit=type:`, { expectedMessages: /status of 404/ });
  const plural = page.getByLabel('Plural name');
  await plural.fill('L'.repeat(61));
  await page.getByLabel('Singular name').fill('Long');
  await page.getByText('At most 60 characters are allowed; these are 61.').waitFor();
  await page.getByRole('button', { name: 'Add post type' }).click();
  expect((await plural.inputValue()).length).toBe(61);
  expect(await plural.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain('At most 60');
  const name = 'Longitudinal observations of very long names and 1 < 2';
  await plural.fill(name);
  await page.getByRole('button', { name: 'Add post type' }).click();
  await page.getByText(`“${name}” saved`).waitFor();
  const entry = menu(page).getByRole('link', { name });
  expect(await entry.getAttribute('title')).toBe(name);
  expect((await entry.boundingBox())?.height ?? 0).toBeLessThan(40);
  await page.goto(`${site.url}/wp-admin/edit.php?post_type=long`);
  await page.getByRole('main').getByRole('link', { name: '1 < 2', exact: true }).click();
  await page.frameLocator('iframe[name="editor-canvas"]').getByLabel('Title').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' < 3');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('“1 < 2 < 3” updated').first().waitFor();
  expect(await page.getByText('&lt;').count()).toBe(0);
  await page.goto(site.url + screen);
  await row(page, name).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(`“${name}” deleted`).waitFor();
  for (const path of [
    'edit.php?post_type=long',
    'post-new.php?post_type=long',
    'options-fields.php?type=long',
  ]) {
    await page.goto(`${site.url}/wp-admin/${path}`);
    await page.getByText(/can be restored under|restore it under/).waitFor();
    expect(await page.getByText('Invalid post type').count()).toBe(0);
  }
});

test('[IMP-20] axe finds nothing serious, light and dark, wide and on a phone', async () => {
  for (const dark of ['0', '1'] as const)
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 375, height: 812 },
    ]) {
      const page = await open(screen, { dark, viewport });
      await row(page, 'Reviews').waitFor();
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
      await page.goto(`${site.url}${screen}&edit=type%3Areview`);
      await page.getByText('Advanced').click();
      await page.getByLabel('REST base').waitFor();
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
      await page.close();
    }
});
