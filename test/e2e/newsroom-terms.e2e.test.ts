import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updateTerm } from '../../src/modules/terms/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let edda = 0;
let author = 0;
let tides = 0;

const site = useRealSite(async (tx) => {
  edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  author = await makeUser(tx, { login: 'ann', roles: ['author'] });
  const category = (name: string, parentId = 0) =>
    makeTerm(tx, { taxonomy: 'category', name, slug: name.toLowerCase().replaceAll(/\W+/g, '-'), parentId });
  const usual = await category('General');
  const world = await category('World');
  const asia = await category('Asia & Pacific', world);
  await category('طوكيو', asia);
  await category('Culture');
  await saveSettings(tx, { default_category: usual });
  await makePost(tx, { title: 'Islands', slug: 'islands', authorId: author, termIds: [asia] });
  tides = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Tides', slug: 'tides' });
  await makePost(tx, { title: 'High water', slug: 'high-water', authorId: author, termIds: [tides] });
  for (let n = 1; n <= 30; n++)
    await makeTerm(tx, { taxonomy: 'post_tag', name: `Tag ${n}`, slug: `tag-${n}` });
});

const open = (path: string, options: NewsroomOptions = {}): Promise<Page> =>
  openNewsroom(browser, site, path, edda, options);
const names = async (page: Page) =>
  (await page.locator('.row-title').allTextContents()).map((name) =>
    name.replace(/^Level (\d): /, (_all, level: string) => '— '.repeat(Number(level) - 1)),
  );
const row = (page: Page, name: string) => page.locator('tr', { hasText: name });
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const dialog = (page: Page) => page.getByRole('dialog');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click();
const categories = '/wp-admin/edit-tags.php?taxonomy=category';

test('[IMP-11] categories are shown as a tree; one is added below another, and the addition is undone', async () => {
  const page = await open(categories);
  await expect
    .poll(() => names(page))
    .toEqual(['Culture', 'General', 'World', '— Asia & Pacific', '— — طوكيو']);
  expect(
    await page
      .getByRole('navigation', { name: 'Newsroom' })
      .getByRole('link', { name: 'Categories' })
      .getAttribute('aria-current'),
  ).toBe('page');
  const form = page.getByRole('form', { name: 'Add category' });
  await form.getByLabel('Name').fill('Rivers');
  await form.getByRole('combobox', { name: 'Parent' }).fill('asia');
  await page.getByRole('option', { name: 'Asia & Pacific' }).click();
  await form.getByLabel('Description').fill('All that flows.');
  await form.getByRole('button', { name: 'Add category' }).click();
  await expect
    .poll(() => names(page))
    .toEqual(['Culture', 'General', 'World', '— Asia & Pacific', '— — Rivers', '— — طوكيو']);
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('');
  expect((await fetch(`${site.url}/category/world/asia-pacific/rivers/`)).status).toBe(200);
  await undo(page);
  await expect.poll(() => names(page)).not.toContain('— — Rivers');
});

test('[IMP-11] a term is edited in the list and on its own screen; another user’s concurrent change is shown', async () => {
  const page = await open('/wp-admin/edit-tags.php?taxonomy=post_tag&s=tides', {
    expectedMessages: /status of 409/,
  });
  await row(page, 'Tides').hover();
  await row(page, 'Tides').getByRole('button', { name: 'Quick edit' }).click();
  await dialog(page).getByLabel('Name').fill('Tides & floods');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('“Tides & floods” updated.');
  await expect.poll(() => names(page)).toEqual(['Tides & floods']);
  await undo(page);
  await expect.poll(() => names(page)).toEqual(['Tides']);
  await page.getByRole('link', { name: 'Tides', exact: true }).click();
  await page.getByRole('heading', { name: 'Edit tag' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe(`?taxonomy=post_tag&tag_ID=${tides}`);
  await page.getByLabel('Slug').fill('high-tides');
  await site.write((tx) => updateTerm(tx, tides, { name: 'Tides of theirs' }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('in the meantime');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(() => toast(page).textContent()).toContain(' updated.');
  const made = await fetch(`${site.url}/tag/high-tides/`);
  expect([made.status, await made.text()]).toEqual([200, expect.stringContaining('Tides of theirs')]); // only fields edited here are sent
});

test('[IMP-11] deleting a category moves its posts to the default one, which stays; the list says so first', async () => {
  const page = await open(categories);
  await row(page, 'Asia & Pacific').hover();
  await row(page, 'Asia & Pacific').getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(() => dialog(page).textContent())
    .toMatch(/those without another category get “General”.*Items below it move up one level/);
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => names(page)).toEqual(['Culture', 'General', 'World', '— طوكيو']);
  await expect
    .poll(() =>
      row(page, 'General')
        .getByRole('link', { name: /posts in General/ })
        .textContent(),
    )
    .toMatch(/^1/);
  expect(await row(page, 'General').getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await row(page, 'General')
    .getByRole('link', { name: /posts in General/ })
    .click();
  await expect.poll(() => page.locator('.row-title').allTextContents()).toEqual(['Islands']);
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?cat=\d+$/);
});

test('[IMP-11] a category and one below it are deleted together', async () => {
  const page = await open(categories);
  for (const name of ['World', 'طوكيو']) await row(page, name).getByRole('checkbox').check();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Delete' })
    .click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('2 deleted');
  await expect.poll(() => names(page)).toEqual(['Culture', 'General']);
});

test('[IMP-11] tags are sorted, searched, paged, saved as a view, and deleted together', async () => {
  const page = await open('/wp-admin/edit-tags.php?taxonomy=post_tag&orderby=count&order=desc');
  await expect.poll(async () => (await names(page)).length).toBe(20);
  expect((await names(page))[0]).toContain('Tides');
  await page.getByRole('searchbox', { name: 'Search tags' }).fill('tag 2');
  await expect.poll(async () => (await names(page)).length).toBe(11);
  await expect.poll(() => new URL(page.url()).searchParams.get('s')).toBe('tag 2');
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Delete' })
    .click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('11 deleted');
  await expect.poll(() => page.locator('main').textContent()).toContain('No results for “tag 2”.');
});

test.each(
  drawn(
    'looks of terms',
    [
      ['wide and light', { viewport: { width: 1440, height: 900 } }, '0'],
      ['on a phone and dark', { viewport: { width: 375, height: 812 } }, '1'],
    ] as const,
    2,
  ),
)(
  '[IMP-29] %s: screens of terms have nothing serious for axe, and are not wider than the window',
  async (name, options, dark) => {
    const page = await open(categories, { ...options, dark });
    for (const [what, path, sign] of [
      ['terms', categories, '.row-title'],
      ['term', `/wp-admin/term.php?taxonomy=post_tag&tag_ID=${tides}`, '.form-end'],
    ] as const) {
      if (path !== categories) await page.goto(site.url + path);
      await page.locator(sign).first().waitFor();
      if (what === 'terms' && dark === '1') await page.getByRole('button', { name: 'Add category' }).click();
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${what}-${name.slice(0, 4)}.png`,
          fullPage: true,
        });
      expect([what, await seriousFaults(page)]).toEqual([what, { faults: [], tooWide: 0 }]);
    }
  },
);

test('a long slug takes no column out of the list', async () => {
  const slug = encodeURIComponent('الاقتصاد-العالمي-والأسواق-المالية-في-الشرق-الأوسط').slice(0, 190);
  await site.write((tx) => makeTerm(tx, { taxonomy: 'post_tag', name: 'A long one', slug }));
  const page = await open('/wp-admin/edit-tags.php?taxonomy=post_tag&s=long', {
    viewport: { width: 1366, height: 800 },
  });
  await row(page, 'A long one').waitFor();
  expect(
    await page
      .locator('.dataviews-view-table')
      .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0);
});
