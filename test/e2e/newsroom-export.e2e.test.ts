import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  const sea = await makeTerm(tx, { name: 'Sea', slug: 'sea' });
  await makePost(tx, { title: 'Ferries return', authorIds: [ids.mirai], termIds: [sea] });
  await makePost(tx, { title: 'Council meets', authorIds: [ids.edda] });
  await makePost(tx, { type: 'page', title: 'Welcome', authorIds: [ids.mirai] });
});

const open = (path: string, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Export' });
const button = (page: Page) => page.getByRole('button', { name: 'Download export file' });

async function downloaded(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const text = readFileSync(await download.path(), 'utf8');
  const titles = [...text.matchAll(/<title><!\[CDATA\[(.*?)\]\]><\/title>/g)].map(([, title]) => title);
  return { name: download.suggestedFilename(), titles, text };
}

test('[IMP-31] all content is downloaded from the menu’s entry “Export”', async () => {
  const page = await open('/wp-admin/');
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Export' }).click();
  await heading(page).waitFor();
  const { name, titles, text } = await downloaded(page, () => button(page).click());
  expect(name).toMatch(/^[\w-]+\.wordpress\.\d{4}-\d\d-\d\d\.xml$/);
  expect(titles).toEqual(['Ferries return', 'Council meets', 'Welcome']);
  expect(text).toMatch(/<\/rss>\n$/);
  await page.locator('.components-snackbar__content').getByText('The download has started.').waitFor();
});

test('[IMP-31] posts are filtered by category, author, dates and status, by keyboard alone; the address holds the filters', async () => {
  const page = await open('/wp-admin/export.php');
  await heading(page).waitFor();
  await page.getByRole('radio', { name: 'All content' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('combobox', { name: 'Category' }).focus();
  await page.keyboard.type('Sea');
  await page.getByRole('option', { name: 'Sea' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/content=post.*cat=\d+/);
  await page.reload();
  await expect.poll(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('Sea');
  await button(page).focus();
  expect((await downloaded(page, () => page.keyboard.press('Enter'))).titles).toEqual(['Ferries return']);
  await page.goto(`${site.url}/wp-admin/export.php?content=post`);
  await page.getByRole('combobox', { name: 'Author' }).fill('Edda');
  await page.getByRole('option', { name: 'Edda' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Published' });
  expect((await downloaded(page, () => button(page).click())).titles).toEqual(['Council meets']);
});

test('[IMP-31] dates in the wrong order and refusals of the server are shown, and nothing is downloaded', async () => {
  const page = await open('/wp-admin/export.php?content=post&start=2026-02-02', {
    expectedMessages: /status of 400/,
  });
  await page.getByLabel('End date').fill('2026-02-01');
  await page.getByText('The end date is before the start date.').waitFor();
  expect(await button(page).getAttribute('aria-disabled')).toBe('true');
  await page.goto(`${site.url}/wp-admin/export.php?content=post&author=99999`);
  await button(page).click();
  await page.getByText('There is no user 99999.').first().waitFor();
});

test('[IMP-31] editors can’t export, and the address says which capability is missing', async () => {
  const page = await open('/wp-admin/export.php', {}, ids.edda);
  await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await page.getByText('“export”').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Export' }).count()).toBe(0);
});

test.each(drawnLooks('the export'))(
  '[IMP-31] the export has no serious accessibility faults: %s',
  async (_name, options) => {
    const page = await open('/wp-admin/export.php?content=post', options);
    await page.getByLabel('Status', { exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  },
);
