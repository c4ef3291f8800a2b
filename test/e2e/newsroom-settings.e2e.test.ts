import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isSet, readSettings, saveSettings } from '../../src/modules/settings/store.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
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
const write = (values: Record<string, unknown>) =>
  site.write(async (tx) => void (await saveSettings(tx, values)));
const isStored = async (key: string) => {
  let found = false;
  await site.write(async (tx) => void (found = await isSet(tx.db, key)));
  return found;
};
const setting = (page: Page, key: string) => page.locator(`[data-setting=${key}]`);
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Settings' });

test('[IMP-12] a setting is found, changed, marked as changed, seen by readers, undone and reset', async () => {
  const page = await open('/wp-admin/options-general.php');
  await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
  await page.getByLabel('Site title', { exact: true }).fill('The Harbour Post');
  await page.getByText('1 unsaved change', { exact: true }).waitFor();
  await save(page);
  await expect.poll(async () => (await stored())['blogname']).toBe('The Harbour Post');
  expect(await (await fetch(site.url)).text()).toContain('The Harbour Post');
  await expect.poll(() => setting(page, 'blogname').textContent()).toContain('Changed');
  expect(await setting(page, 'blogname').textContent()).toContain('Default: Broadsheet');
  await page.reload(); // without the first message
  await page.getByLabel('Site title', { exact: true }).fill('The Undone Post');
  await save(page);
  await page.getByText('1 setting saved.').last().waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  // The form, too: its next save names the stored value.
  await expect
    .poll(() => page.getByLabel('Site title', { exact: true }).inputValue())
    .toBe('The Harbour Post');
  expect((await stored())['blogname']).toBe('The Harbour Post');
  await page.getByRole('button', { name: 'Reset Site title' }).click();
  await save(page);
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

test('[IMP-12] a refused value or a conflict far from the button is shown and focused, and numbers out of bounds are not replaced', async () => {
  const page = await open('/wp-admin/options-reading.php', { expectedMessages: /status of 4(?:00|09)/ });
  const isFocused = (key: string) =>
    setting(page, key).evaluate((element) => element.contains(document.activeElement));
  const isVisible = (key: string) =>
    setting(page, key).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  const last = page.locator('.settings-form .setting').last();
  const number = setting(page, 'posts_per_page').getByRole('spinbutton');
  await number.fill('0');
  await last.scrollIntoViewIfNeeded();
  await save(page);
  await expect.poll(() => setting(page, 'posts_per_page').getByRole('alert').count()).toBe(1);
  await expect.poll(() => isFocused('posts_per_page')).toBe(true);
  await expect.poll(() => isVisible('posts_per_page')).toBe(true);
  expect([await number.inputValue(), (await stored())['posts_per_page']]).toEqual(['0', 10]);
  await number.fill('12');
  await write({ posts_per_page: 30 });
  await last.scrollIntoViewIfNeeded();
  await save(page);
  await setting(page, 'posts_per_page').getByRole('button', { name: 'Keep mine' }).waitFor();
  await expect.poll(() => isFocused('posts_per_page')).toBe(true);
  await expect.poll(() => isVisible('posts_per_page')).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // Keep mine
  await page.getByRole('button', { name: 'Save changes' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())['posts_per_page']).toBe(12);
  // The button is gone; the keyboard continues at the setting.
  await expect.poll(() => isFocused('posts_per_page')).toBe(true);
  await write({ posts_per_page: 10 });
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
  await page.getByText('2 unsaved changes').waitFor();
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

test('[IMP-12] a page is picked after the list of pages was quick-edited, and the other way round', async () => {
  const page = await open('/wp-admin/options-reading.php');
  const homepage = page.getByRole('combobox', { name: 'Homepage', exact: true });
  await homepage.waitFor();
  const newsroom = page.getByRole('navigation', { name: 'Newsroom' });
  await newsroom.getByRole('link', { name: 'Pages' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Welcome' });
  await row.hover();
  await row.getByRole('button', { name: 'Quick edit' }).click();
  await page.getByRole('combobox', { name: 'Parent' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await newsroom.getByRole('link', { name: 'Settings' }).click();
  await menu(page).getByRole('link', { name: 'Reading' }).click();
  await homepage.fill('Welc');
  await page.getByRole('option', { name: 'Welcome' }).waitFor();
});

test('[IMP-12] a secret survives a character typed and deleted, and undo of other settings', async () => {
  await write({ captcha_secret_key: 'k-1' });
  const page = await open('/wp-admin/options-discussion.php');
  const secret = page.getByLabel('Captcha secret key', { exact: true });
  await secret.fill('x');
  await page.getByText('1 unsaved change', { exact: true }).waitFor();
  await secret.fill('');
  await expect.poll(() => page.getByText('1 unsaved change', { exact: true }).count()).toBe(0);
  await secret.fill('k-2');
  await page.getByLabel('Order of comments', { exact: true }).selectOption({ label: 'Newest first' });
  await save(page);
  await expect.poll(() => toast(page).textContent()).toContain('2 settings saved.');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored())['comment_order']).toBe('asc');
  expect((await stored())['captcha_secret_key']).toBe('k-2');
  await expect.poll(() => toast(page).textContent()).toContain('Settings restored.');
  await page.getByRole('button', { name: 'Reset Captcha secret key' }).click();
  await save(page);
  await expect.poll(() => toast(page).textContent()).toContain('1 setting saved.');
  expect(await toast(page).getByRole('button').count()).toBe(0);
  expect((await stored())['captcha_secret_key']).toBe('');
});

test('[IMP-12] defaults follow the site’s language, and a reset setting stores nothing', async () => {
  await write({ site_language: 'de', related_posts_headline: 'Mehr davon' });
  const page = await open('/wp-admin/options-general.php?page=related');
  const headline = setting(page, 'related_posts_headline');
  await page.getByRole('button', { name: 'Reset Headline' }).click();
  await expect.poll(() => headline.getByText('Changed').count()).toBe(0);
  await save(page);
  await expect.poll(() => isStored('related_posts_headline')).toBe(false);
  await expect.poll(() => page.getByText('1 unsaved change', { exact: true }).count()).toBe(0);
  expect(await headline.getByText('Changed').count()).toBe(0);
  await write({ site_language: null });
});

test('[IMP-12] faults and conflicts of settings on another page are listed where they are saved', async () => {
  const page = await open('/wp-admin/options-general.php', { expectedMessages: /status of 4(?:00|09)/ });
  await page.getByLabel('Tagline', { exact: true }).fill('Mine');
  await page.getByLabel('Time zone', { exact: true }).fill('Mars/Olympus');
  await menu(page).getByRole('link', { name: 'Reading' }).click();
  await save(page);
  await expect
    .poll(() => page.locator('.settings-form .problem').textContent())
    .toMatch(/Time zone: .*expected a time zone/);
  await menu(page).getByRole('link', { name: 'General' }).click();
  await page.getByLabel('Time zone', { exact: true }).fill('Europe/Oslo');
  await write({ blogdescription: 'Theirs' });
  await menu(page).getByRole('link', { name: 'Reading' }).click();
  await save(page);
  const conflict = page.getByRole('alert').filter({ hasText: 'Another user saved “Theirs”' });
  await expect.poll(() => conflict.textContent()).toContain('Tagline');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await expect.poll(async () => (await stored())['blogdescription']).toBe('Mine');
  await write({ blogdescription: null, timezone_string: null });
});

test('[IMP-12] a solved conflict leaves no message, and a value typed back is no change', async () => {
  await write({ posts_per_page: null, posts_per_rss: null });
  const page = await open('/wp-admin/options-reading.php', { expectedMessages: /status of 409/ });
  const [inPages, inFeeds] = [
    page.getByLabel('Posts per page', { exact: true }),
    page.getByLabel('Posts in feeds', { exact: true }),
  ];
  await inPages.fill('30');
  await write({ posts_per_page: 12 });
  await save(page);
  await setting(page, 'posts_per_page').getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => page.locator('.problem').count()).toBe(0);
  await inPages.fill('31');
  await inPages.fill('12');
  await inFeeds.fill('14');
  await page.getByText('1 unsaved change', { exact: true }).waitFor();
  await write({ posts_per_page: 13 });
  await save(page);
  await expect.poll(async () => (await stored())['posts_per_rss']).toBe(14);
  await expect.poll(() => inPages.inputValue()).toBe('13');
  expect(await page.getByText('1 unsaved change', { exact: true }).count()).toBe(0);
  await write({ posts_per_page: null, posts_per_rss: null });
});

test('[IMP-12] Reset, Use theirs and Keep mine move the focus to the setting', async () => {
  const page = await open('/wp-admin/options-reading.php', { expectedMessages: /status of 409/ });
  const [inPages, inFeeds] = [
    page.getByLabel('Posts per page', { exact: true }),
    page.getByLabel('Posts in feeds', { exact: true }),
  ];
  const isFocused = (field: typeof inPages) =>
    field.evaluate((element) => element === element.ownerDocument.activeElement);
  await inPages.fill('30');
  await page.getByRole('button', { name: 'Reset Posts per page' }).press('Enter');
  await expect.poll(() => isFocused(inPages)).toBe(true);
  expect(await inPages.inputValue()).toBe('10');
  await inPages.fill('30');
  await inFeeds.fill('40');
  await write({ posts_per_page: 12, posts_per_rss: 13 });
  await save(page);
  await setting(page, 'posts_per_page').getByRole('button', { name: 'Use theirs' }).press('Enter');
  await expect.poll(() => isFocused(inPages)).toBe(true);
  await setting(page, 'posts_per_rss').getByRole('button', { name: 'Keep mine' }).press('Enter');
  await expect.poll(() => isFocused(inFeeds)).toBe(true);
  await write({ posts_per_page: null, posts_per_rss: null });
});

test('[IMP-12] saving doesn’t wait for the preview', async () => {
  const page = await open('/wp-admin/options-general.php');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.frameLocator('.settings-preview iframe').getByText('Ferries return').first().waitFor();
  await page.route('**/settings/preview', () => undefined);
  await page.getByLabel('Tagline', { exact: true }).fill('Saved at once');
  await page.getByText('Updating…').waitFor();
  await save(page);
  await expect.poll(async () => (await stored())['blogdescription']).toBe('Saved at once');
  await expect.poll(() => page.getByText('1 unsaved change', { exact: true }).count()).toBe(0);
  await write({ blogdescription: null });
});

test('[IMP-12] the preview follows an undo', async () => {
  const page = await open('/wp-admin/options-general.php');
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('.settings-preview iframe');
  await page.getByLabel('Site title', { exact: true }).fill('The Undone Times');
  await frame.getByText('The Undone Times').first().waitFor();
  await save(page);
  await expect.poll(() => toast(page).textContent()).toContain('1 setting saved.');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await frame.getByText('Ferries return').first().waitFor();
  await expect.poll(() => frame.getByText('The Undone Times').count()).toBe(0);
});

test('[IMP-12] editors can’t open settings, and their address says which capability is missing', async () => {
  const page = await open('/wp-admin/options-general.php', {}, ids.edda);
  await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await page.getByText('“manage_options”').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
});

test.each(drawnLooks('settings'))(
  '[IMP-12] settings have no serious accessibility faults: %s',
  async (name, options) => {
    const page = await open('/wp-admin/options-general.php', options);
    await page.getByLabel('Tagline', { exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    if (name.includes('phone')) {
      await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Discussion' });
      await page.getByRole('heading', { level: 1, name: 'Discussion' }).waitFor();
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    }
  },
);
