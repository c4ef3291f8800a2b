import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { addMissingPages } from '../../src/modules/redirects/missing-pages.ts';
import {
  addRedirect,
  findRedirect,
  listRedirects,
  updateRedirect,
} from '../../src/modules/redirects/store.ts';
import type { Redirect } from '../../src/modules/redirects/model.ts';
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
});

const screen = '/wp-admin/tools.php?page=redirects';
const phone = { width: 375, height: 812 };
const open = (path = screen, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const stored = async (source: string) => {
  let found: Redirect | undefined;
  await site.write(async (tx) => void (found = await findRedirect(tx.db, source)));
  return found;
};
const all = async () => {
  let sources: readonly string[] = [];
  await site.write(
    async (tx) =>
      void (sources = (await listRedirects(tx.db, { limit: 100 })).redirects.map(({ source }) => source)),
  );
  return sources;
};
const locationOf = async (path: string) =>
  (await fetch(site.url + path, { redirect: 'manual' })).headers.get('location');
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click();
const row = (page: Page, text: string) => page.locator('.list tbody tr').filter({ hasText: text });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

beforeEach(() =>
  site.write(async (tx) => {
    await tx.db.deleteFrom('redirect').execute();
    await tx.db.deleteFrom('missing_page').execute();
    await addRedirect(tx, { source: '/old-about/', target: '/about/' });
    await addRedirect(tx, { source: '/old-contact/', target: '/contact/', status: 302 });
    await addRedirect(tx, { source: '/shop/*', target: '/store/*' });
    await addMissingPages(
      tx,
      new Map([
        ['/lost-tickets/', 12],
        ['/lost-story/', 3],
      ]),
      Date.now(),
    );
  }),
);

test('[IMP-12] a redirect is added from the menu, applies at once, and is undone', async () => {
  const page = await open('/wp-admin/');
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Redirects' }).click();
  await page.getByRole('button', { name: 'Add redirect' }).click();
  const form = dialog(page, 'Add redirect');
  await form.getByLabel('From').fill('/ferries/*');
  await form.getByLabel('To', { exact: true }).fill('/ferries-return/');
  await form.getByRole('button', { name: 'Add redirect' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('“/ferries/*” is redirected.');
  await row(page, '/ferries/*').getByText('Pattern').waitFor();
  await expect.poll(() => locationOf('/ferries/2024/')).toBe('/ferries-return/');
  await undo(page);
  await expect.poll(() => stored('/ferries/*')).toBeUndefined();
  await expect.poll(() => locationOf('/ferries/2024/')).toBeNull();
});

test('[IMP-12] a redirect is edited to say that the page is gone, and that is undone', async () => {
  const page = await open();
  await page.getByRole('link', { name: '/old-about/' }).click();
  const form = dialog(page, 'Edit redirect');
  expect(page.url()).toContain('edit=');
  await form.getByLabel('Type').selectOption({ label: 'Permanently removed (410)' });
  expect(await form.getByLabel('To', { exact: true }).count()).toBe(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => stored('/old-about/')).toMatchObject({ status: 410, target: '' });
  expect((await fetch(`${site.url}/old-about/`)).status).toBe(410);
  await undo(page);
  await expect.poll(() => stored('/old-about/')).toMatchObject({ status: 301, target: '/about/' });
});

test('[IMP-12] invalid redirects are refused in the form, and nothing typed is lost', async () => {
  const page = await open(screen, { expectedMessages: /status of (?:400|409)/ });
  await page.getByRole('button', { name: 'Add redirect' }).click();
  const form = dialog(page, 'Add redirect');
  for (const [source, target, message] of [
    ['old page', '/x/', 'can\'t start at "old page"'],
    ['/blog/*', 'https://evil.example/*', 'A pattern can\'t lead to "https://evil.example/*"'],
    ['/blog/*', '//evil.example/*', "A pattern can't lead to"],
    ['/blog/*', '/blog/*', 'leads back to itself'],
    ['/old-about/', '/x/', '"/old-about/" is redirected already'],
  ] as const) {
    await form.getByLabel('From').fill(source);
    await form.getByLabel('To', { exact: true }).fill(target);
    await form.getByRole('button', { name: 'Add redirect' }).click();
    await expect.poll(() => form.getByRole('alert').textContent()).toContain(message);
    expect(await form.getByLabel('From').inputValue()).toBe(source);
  }
  await page.keyboard.press('Escape');
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Close without saving' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await all()).toHaveLength(3);
});

test('[IMP-12] a concurrent change is shown, and only overwritten on request', async () => {
  const page = await open(screen, { expectedMessages: /status of 409/ });
  await page.getByRole('link', { name: '/old-about/' }).click();
  const form = dialog(page, 'Edit redirect');
  await form.getByLabel('To', { exact: true }).fill('/mine/');
  await site.write(async (tx) => {
    const { id = 0 } = (await findRedirect(tx.db, '/old-about/')) ?? {};
    await updateRedirect(tx, id, { source: '/old-about/', target: '/theirs/' });
  });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('button', { name: 'View their version' }).click();
  expect(await form.getByLabel('To', { exact: true }).inputValue()).toBe('/theirs/');
  await form.getByLabel('To', { exact: true }).fill('/both/');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await stored('/old-about/'))?.target).toBe('/both/');
});

test('[IMP-12] redirects are deleted together, and restored', async () => {
  const page = await open();
  await row(page, '/old-about/').getByRole('checkbox').check();
  await row(page, '/shop/*').getByRole('checkbox').check();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Delete' })
    .click();
  await dialog(page, 'Delete redirects?').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('2 deleted');
  expect(await all()).toEqual(['/old-contact/']);
  await undo(page);
  await expect.poll(all).toEqual(['/old-about/', '/old-contact/', '/shop/*']);
});

test('[IMP-12] the list is searched and sorted, and its URL holds that', async () => {
  const page = await open();
  await page.getByRole('searchbox', { name: 'Search redirects' }).fill('OLD-');
  await expect.poll(() => page.locator('.list tbody tr').count()).toBe(2);
  await expect.poll(() => new URL(page.url()).searchParams.get('s')).toBe('OLD-');
  await page.goto(`${page.url()}&orderby=target&order=desc`);
  await expect
    .poll(() => page.locator('.list tbody tr .row-title').allTextContents())
    .toEqual(['/old-contact/', '/old-about/']);
  await page.getByRole('searchbox', { name: 'Search redirects' }).fill('nothing-like-this');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => page.locator('.list tbody tr').count()).toBe(3);
});

test('[IMP-12] a test of an address shows each step and where readers end', async () => {
  const page = await open(screen, { expectedMessages: /status of 400/ });
  const field = page.getByRole('textbox', { name: 'Test an address' });
  const result = page.getByRole('region', { name: 'Test an address' });
  const tests = async (path: string, expected: RegExp) => {
    await field.fill(path);
    await page.keyboard.press('Enter');
    await expect.poll(() => result.textContent()).toMatch(expected);
  };
  await tests(
    '/shop/cups/',
    /\/shop\/cups\/.*\/store\/cups\/.*301.*by the redirect from \/shop\/\*.*no page at \/store\/cups\//,
  );
  await tests(
    '/ferries-return/',
    /A page exists at \/ferries-return\/, so no redirect applies\. Ferries return/,
  );
  await tests('/nothing/', /No page and no redirect at \/nothing\//);
  await tests('//elsewhere.example/', /path of an address on this site/);
  expect(new URL(page.url()).searchParams.get('test')).toBe('//elsewhere.example/');
  // A pasted address of the old site is tested by its path.
  await tests('https://elsewhere.example/shop/cups/', /\/shop\/cups\/.*\/store\/cups\//);
  expect(await field.inputValue()).toBe('/shop/cups/');
});

test('[IMP-12] redirects are exported, and a file is imported after a preview', async () => {
  const page = await open();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('redirects.csv');
  expect(readFileSync(await download.path(), 'utf8')).toBe(
    '\uFEFFsource,target,status\r\n/old-about/,/about/,301\r\n/old-contact/,/contact/,302\r\n/shop/*,/store/*,301\r\n',
  );
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const form = dialog(page, 'Import redirects');
  const choose = (text: string) =>
    form
      .getByLabel('CSV file')
      .setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  // Screen readers announce changes of a region that exists before them.
  const status = await form.getByRole('status').elementHandle();
  await choose('source,target,status\n/csv-one/,/about/\nbroken,/x/\n');
  await expect.poll(() => status?.textContent()).toBe('1 added, 0 changed, 0 unchanged, 1 refused');
  await form.getByText('Line 3', { exact: true }).waitFor();
  expect(await form.getByRole('button', { name: 'Import', exact: true }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await choose('source,target,status\n/csv-one/,/about/\n/old-contact/,/about/,301\n/shop/*,/store/*,301\n');
  await form.getByText('1 added, 1 changed, 1 unchanged, 0 refused').waitFor();
  expect(await stored('/csv-one/')).toBeUndefined();
  await form.getByRole('button', { name: 'Import 2 redirects' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Redirects imported: 1 added, 1 changed.');
  expect(await stored('/old-contact/')).toMatchObject({ target: '/about/', status: 301 });
});

test('[IMP-12] an import that would do something else than its preview is refused', async () => {
  const page = await open(screen, { expectedMessages: /status of 409/ });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const form = dialog(page, 'Import redirects');
  await form.getByLabel('CSV file').setInputFiles({
    name: 'r.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('/old-about/,/elsewhere/'),
  });
  await form.getByText('0 added, 1 changed').waitFor();
  await site.write(async (tx) => {
    const { id = 0 } = (await findRedirect(tx.db, '/old-about/')) ?? {};
    await updateRedirect(tx, id, { source: '/old-about/', target: '/theirs/' });
  });
  await form.getByRole('button', { name: 'Import 1 redirect' }).click();
  await expect.poll(() => form.getByRole('alert').textContent()).toContain('changed since the preview');
  expect(await stored('/old-about/')).toMatchObject({ target: '/theirs/' });
});

test('[IMP-12] an address that readers missed is redirected, and another one dismissed', async () => {
  const page = await open();
  await page.getByRole('link', { name: 'Pages not found' }).click();
  await expect
    .poll(() => page.locator('.list tbody tr .row-title').allTextContents())
    .toEqual(['/lost-tickets/', '/lost-story/']);
  await row(page, '/lost-tickets/').getByRole('link', { name: 'Redirect this' }).click();
  const form = dialog(page, 'Add redirect');
  expect(await form.getByLabel('From').inputValue()).toBe('/lost-tickets/');
  await form.getByLabel('To', { exact: true }).fill('/ferries-return/');
  await form.getByRole('button', { name: 'Add redirect' }).click();
  await row(page, '/lost-tickets/').waitFor({ state: 'detached' });
  expect(await locationOf('/lost-tickets/')).toBe('/ferries-return/');
  await row(page, '/lost-story/').hover();
  await row(page, '/lost-story/').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('No reader requested a missing page in the last seven days.').waitFor();
});

test('[IMP-12] a missed address with spaces and other characters is redirected as it is', async () => {
  await site.write((tx) => addMissingPages(tx, new Map([['/verlorene Grüße [2*4] 100%/', 20]]), Date.now()));
  const page = await open(`${screen}&tab=missing`);
  await row(page, '/verlorene Grüße [2*4] 100%/').getByRole('link', { name: 'Redirect this' }).click();
  const form = dialog(page, 'Add redirect');
  expect(await form.getByLabel('From').inputValue()).toBe('/verlorene%20Gr%C3%BC%C3%9Fe%20[2%2A4]%20100%25/');
  await form.getByLabel('To', { exact: true }).fill('/ferries-return/');
  await form.getByRole('button', { name: 'Add redirect' }).click();
  await row(page, '/verlorene Grüße [2*4] 100%/').waitFor({ state: 'detached' });
  await expect
    .poll(() => locationOf('/verlorene%20Gr%C3%BC%C3%9Fe%20[2*4]%20100%25/'))
    .toBe('/ferries-return/');
  await expect.poll(() => locationOf('/verlorene%20Gr%C3%BC%C3%9Fe%20[2x4]%20100%25/')).toBeNull();
});

test('[IMP-12] a redirect is added with the keyboard alone', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add redirect' }).focus();
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Add redirect');
  await form.getByLabel('From').focus();
  await page.keyboard.type('/by-keys/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('/ferries-return/');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => stored('/by-keys/')).toMatchObject({ target: '/ferries-return/', status: 301 });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add redirect');
});

test('[IMP-12] on a phone, a tap opens a redirect, or prefills one', async () => {
  const page = await open(screen, { viewport: phone });
  const tap = (text: string) =>
    page
      .locator('.dataviews-view-list [role=row]', { hasText: text })
      .locator('.dataviews-view-list__item')
      .click();
  await tap('/old-about/');
  const form = dialog(page, 'Edit redirect');
  await form.getByLabel('To', { exact: true }).fill('/phone/');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await stored('/old-about/'))?.target).toBe('/phone/');
  await page.getByRole('link', { name: 'Pages not found' }).click();
  await tap('/lost-story/');
  expect(await dialog(page, 'Add redirect').getByLabel('From').inputValue()).toBe('/lost-story/');
});

test('[IMP-12] the list of tools links to each of them', async () => {
  const page = await open('/wp-admin/tools.php');
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
  for (const [name, address] of [
    ['Redirects', '/wp-admin/tools.php?page=redirects'],
    ['Import', '/wp-admin/import.php'],
    ['Settings', '/wp-admin/options-general.php'],
  ] as const)
    expect(await main.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(address);
  await page.goto(`${site.url}/wp-admin/tools.php?page=no-such-tool`);
  await main.getByText('The tool “no-such-tool” does not exist.').waitFor();
});

test('[IMP-12] editors can’t open tools, and their address says which capability is missing', async () => {
  const page = await open(screen, {}, ids.edda);
  await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await page.getByText('“manage_options”').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Redirects' }).count()).toBe(0);
});

test.each(drawnLooks('redirects'))(
  '[IMP-12] redirects have no serious accessibility faults: %s',
  async (_name, options) => {
    const page = await open(`${screen}&test=/shop/cups/`, options);
    const isSound = async () => expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await page.getByText('by the redirect from').waitFor();
    await page.getByText('/old-contact/').waitFor();
    await isSound();
    await page.getByRole('button', { name: 'Add redirect' }).click();
    await dialog(page, 'Add redirect').waitFor();
    await isSound();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog(page, 'Import redirects')
      .getByLabel('CSV file')
      .setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from('/a/,/b/\nno,/b/') });
    await page.getByText('1 added, 0 changed, 0 unchanged, 1 refused').waitFor();
    await isSound();
    await page.goto(`${site.url}${screen}&tab=missing`);
    await page.getByText('/lost-tickets/').first().waitFor();
    await isSound();
    await page.goto(`${site.url}/wp-admin/tools.php`);
    await page.getByRole('heading', { name: 'Tools' }).waitFor();
    await isSound();
  },
);
