import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readSettings, saveSettings } from '../../src/modules/settings/store.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  await makePost(tx, { title: 'Ferries return', slug: 'ferries-return', authorId: ids.mirai });
  await makePost(tx, { type: 'page', title: 'Welcome', slug: 'welcome', authorId: ids.mirai });
});

const open = (path: string, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const stored = async () => {
  let settings: Record<string, unknown> = {};
  await site.write(async (tx) => void (settings = { ...(await readSettings(tx.db)).settings }));
  return settings;
};
const setting = (page: Page, key: string) => page.locator(`[data-setting=${key}]`);
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Settings' });

test('[IMP-12] a setting is found, changed, marked as changed, seen by readers, undone and reset', async () => {
  const page = await open('/wp-admin/options-general.php');
  await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
  await page.getByLabel('Site title', { exact: true }).fill('The Harbour Post');
  expect(await page.getByText('1 unsaved change', { exact: true }).count()).toBe(1);
  await save(page);
  await expect.poll(() => toast(page).textContent()).toContain('1 setting saved.');
  expect(await (await fetch(site.url)).text()).toContain('The Harbour Post');
  await expect.poll(() => setting(page, 'blogname').textContent()).toContain('Changed');
  expect(await setting(page, 'blogname').textContent()).toContain('Default: Broadsheet');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await stored())['blogname']).toBe('Broadsheet');
  await menu(page).getByRole('searchbox').fill('posts per page');
  await expect.poll(() => page.locator('[data-setting]').count()).toBe(1);
  await setting(page, 'posts_per_page').getByRole('spinbutton').fill('25');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())['posts_per_page']).toBe(25);
  await page.getByRole('button', { name: 'Reset Posts per page' }).click();
  await save(page);
  await expect.poll(async () => (await stored())['posts_per_page']).toBe(10);
});

test('[IMP-12] WordPress’ addresses lead to its pages of settings, and ours are next to them', async () => {
  const page = await open('/wp-admin/options-general.php');
  for (const [path, title] of [
    ['options-writing.php', 'Writing'],
    ['options-reading.php', 'Reading'],
    ['options-discussion.php', 'Discussion'],
    ['options-media.php', 'Media'],
    ['options-permalink.php', 'Permalinks'],
    ['options-privacy.php', 'Privacy'],
    ['options-general.php?page=push', 'Push notifications'],
  ] as const) {
    await page.goto(`${site.url}/wp-admin/${path}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => page.locator('[data-setting]').count()).toBeGreaterThan(0);
    expect(await menu(page).locator('[aria-current=page]').textContent()).toBe(title);
  }
  await menu(page).getByRole('link', { name: 'Ads' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ads' }).waitFor();
});

test('[IMP-12] unsaved changes follow to other pages of settings, and leaving them asks', async () => {
  const page = await open('/wp-admin/options-general.php');
  await page.getByLabel('Tagline', { exact: true }).fill('News of the coast');
  await menu(page).getByRole('link', { name: 'Reading' }).click();
  await page.getByLabel('Posts in feeds', { exact: true }).fill('15');
  expect(await page.getByText('2 unsaved changes').count()).toBe(1);
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Users' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await save(page);
  await expect.poll(async () => (await stored())['posts_per_rss']).toBe(15);
  expect((await stored())['blogdescription']).toBe('News of the coast');
});

test('[IMP-12] invalid values are refused next to their settings, and nothing is saved or lost', async () => {
  const page = await open('/wp-admin/options-general.php', { expectedMessages: /status of 400/ });
  await page.getByLabel('Time zone', { exact: true }).fill('Mars/Olympus');
  await page.getByLabel('Administration email address', { exact: true }).fill('not an address');
  await page.getByLabel('Tagline', { exact: true }).fill('Typed before');
  await save(page);
  await expect
    .poll(() => setting(page, 'timezone_string').getByRole('alert').textContent())
    .toContain('expected a time zone');
  expect(await setting(page, 'admin_email').getByRole('alert').textContent()).toContain('an email address');
  expect(await page.getByLabel('Tagline', { exact: true }).inputValue()).toBe('Typed before');
  expect((await stored())['blogdescription']).not.toBe('Typed before');
  await page.getByLabel('Time zone', { exact: true }).fill('Europe/Lisbon');
  await page.getByLabel('Administration email address', { exact: true }).fill('desk@paper.example');
  await save(page);
  await expect.poll(async () => (await stored())['timezone_string']).toBe('Europe/Lisbon');
});

test('[IMP-12] a concurrent change shows both values; either can be kept', async () => {
  const page = await open('/wp-admin/options-reading.php', { expectedMessages: /status of 409/ });
  await page.getByLabel('Posts per page', { exact: true }).fill('30');
  await page.getByLabel('Posts in feeds', { exact: true }).fill('40');
  await site.write(async (tx) => void (await saveSettings(tx, { posts_per_page: 12, posts_per_rss: 13 })));
  await save(page);
  const conflict = (key: string) => setting(page, key).getByRole('alert');
  await expect
    .poll(() => conflict('posts_per_page').textContent())
    .toContain('Another user saved “12” in the meantime.');
  await conflict('posts_per_page').getByRole('button', { name: 'Use theirs' }).click();
  await conflict('posts_per_rss').getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await expect.poll(async () => (await stored())['posts_per_rss']).toBe(40);
  expect((await stored())['posts_per_page']).toBe(12);
});

test('[IMP-12] the history lists past changes with both values, and restores one', async () => {
  const page = await open('/wp-admin/options-discussion.php');
  await page.getByLabel('Order of comments', { exact: true }).selectOption({ label: 'Newest first' });
  await save(page);
  await expect.poll(async () => (await stored())['comment_order']).toBe('desc');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'Settings history' });
  const entry = history.getByRole('listitem').first();
  await expect
    .poll(() => entry.textContent())
    .toMatch(/Mirai.*Order of comments.*Oldest first → Newest first/);
  await entry.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored())['comment_order']).toBe('asc');
});

test('[IMP-12] a preview shows unsaved settings and saves nothing', async () => {
  const page = await open('/wp-admin/options-general.php');
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('.settings-preview iframe');
  await frame.getByText('Ferries return').first().waitFor();
  await page.getByLabel('Site title', { exact: true }).fill('The Unsaved Times');
  await frame.getByText('The Unsaved Times').first().waitFor();
  expect((await stored())['blogname']).not.toBe('The Unsaved Times');
  expect(await (await fetch(site.url)).text()).not.toContain('The Unsaved Times');
});

test('[IMP-12] a page is picked as homepage by its title', async () => {
  const page = await open('/wp-admin/options-reading.php');
  await page.getByLabel('Your homepage displays', { exact: true }).selectOption({ label: 'A static page' });
  const field = page.getByRole('combobox', { name: 'Homepage', exact: true });
  await field.fill('Welc');
  await page.getByRole('option', { name: 'Welcome' }).click();
  await save(page);
  await expect.poll(async () => (await stored())['show_on_front']).toBe('page');
  expect(await (await fetch(site.url)).text()).toContain('Welcome');
  await site.write(async (tx) => void (await saveSettings(tx, { show_on_front: null, page_on_front: null })));
});

test('[IMP-12] editors can’t open settings, and their address says which capability is missing', async () => {
  const page = await open('/wp-admin/options-general.php', {}, ids.edda);
  await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await page.getByText('“manage_options”').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
});

test.each([
  ['light', '0', undefined],
  ['dark', '1', undefined],
  ['on a phone', '0', { width: 375, height: 812 }],
] as const)('[IMP-12] settings have no serious accessibility faults: %s', async (_name, dark, viewport) => {
  const page = await open('/wp-admin/options-general.php', { dark, ...(viewport ? { viewport } : {}) });
  await page.getByLabel('Tagline', { exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  if (viewport) {
    await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Discussion' });
    await page.getByRole('heading', { level: 1, name: 'Discussion' }).waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  }
});
