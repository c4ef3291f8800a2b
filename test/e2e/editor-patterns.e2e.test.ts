import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { codeOf, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
/** As an export has it, with whitespace that current editors don't write. */
const imported =
  '<!-- wp:paragraph   {"align":"center" } -->\n<p   class="has-text-align-center">A warning to readers</p>\n<!-- /wp:paragraph -->';
const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const ids = { mirai: 0, kim: 0, first: 0, second: 0, copied: 0 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.kim = await makeUser(tx, { login: 'kim', roles: ['contributor'], displayName: 'Kim' });
  const post = (title: string, slug: string, content: string) =>
    makePost(tx, { title, slug, content, authorId: ids.mirai });
  ids.first = await post(
    'First',
    'first',
    [block('Before'), imported, block('and what it means'), block('Behind')].join('\n\n'),
  );
  await makePost(tx, {
    type: 'wp_block',
    title: 'House rules',
    slug: 'house-rules',
    content: block('As we do it here'),
    authorId: ids.mirai,
  });
  ids.second = await post('Second', 'second', block('Another article'));
});

const open = (path: string, options: PageOptions = {}, user = ids.mirai) =>
  openNewsroom(browser, site, path, user, options);
const editing = (post: number) => `/wp-admin/post.php?post=${post}&action=edit`;
const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');
const dialog = (page: Page) => page.getByRole('dialog');
const read = async (path: string) => (await fetch(site.url + path)).text();
const stored = (page: Page) => expect.poll(() => page.locator('.standing').textContent()).toBe('Saved');
const menuOfBlock = async (page: Page, item: string) => {
  await page.getByRole('toolbar', { name: 'Block tools' }).getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const insert = async (page: Page, pattern: string) => {
  await page.getByRole('button', { name: 'Insert a block' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(pattern);
  await page
    .getByRole('region', { name: 'Blocks to insert' })
    .getByRole('option', { name: pattern })
    .first()
    .click();
};

test('[IMP-02] [IMP-05] blocks become a synced pattern that is used in another article and edited for all from its list', async () => {
  const page = await open(editing(ids.first));
  await canvas(page).getByText('A warning to readers').click();
  await page.keyboard.press('Escape');
  await canvas(page)
    .getByText('and what it means')
    .click({ modifiers: ['Shift'] });
  await menuOfBlock(page, 'Create pattern');
  await dialog(page).getByLabel('Name').fill('Warning');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/pattern-dialog.png` });
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.locator('.components-snackbar__content').last().textContent())
    .toContain('Pattern “Warning” created');
  await canvas(page).getByText('A warning to readers').waitFor();
  await expect
    .poll(async () => (await codeOf(page)).replace(/"ref":\d+/, '"ref":0'))
    .toBe([block('Before'), '<!-- wp:block {"ref":0} /-->', block('Behind')].join('\n\n'));
  await page.keyboard.press('Control+s');
  await stored(page);
  expect(await read('/first/')).toContain('A warning to readers');

  await page.goto(site.url + editing(ids.second));
  await canvas(page).getByText('Another article').click();
  await insert(page, 'Warning');
  await canvas(page).getByText('A warning to readers').waitFor();
  await page.keyboard.press('Control+s');
  await stored(page);

  await page.goto(`${site.url}/wp-admin/edit.php?post_type=wp_block`);
  await page.getByRole('link', { name: 'Warning' }).click();
  // The selection is in it byte for byte.
  await canvas(page).getByText('A warning to readers').waitFor();
  expect(await codeOf(page)).toBe(`${imported}\n\n${block('and what it means')}`);
  expect(await page.getByRole('button', { name: 'Preview', exact: true }).count()).toBe(0);
  await canvas(page).getByText('and what it means').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' today');
  await page.getByRole('button', { name: 'Update' }).click();
  await stored(page);
  for (const path of ['/first/', '/second/'])
    expect([path, (await read(path)).includes('and what it means today')]).toEqual([path, true]);

  await page.getByRole('link', { name: 'All patterns' }).click();
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('link', { name: 'Second' }).click();
  await canvas(page).getByText('and what it means today').waitFor();
});

test('[IMP-02] a pattern that is not synced is inserted as a copy; one is detached, and thrown away', async () => {
  const page = await open(editing(ids.second));
  await canvas(page).getByText('Another article').click();
  await menuOfBlock(page, 'Create pattern');
  await dialog(page).getByLabel('Name').fill('Opening');
  await dialog(page).getByLabel('Synced').click();
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect
    .poll(() => page.locator('.components-snackbar__content').last().textContent())
    .toContain('It is inserted as a copy');
  await expect.poll(() => codeOf(page)).toContain(block('Another article'));
  await canvas(page).getByText('Another article').click();
  await insert(page, 'Opening');
  await expect.poll(() => canvas(page).getByText('Another article').count()).toBe(2);
  await canvas(page).locator('[data-type="core/block"]').click();
  await menuOfBlock(page, 'Detach pattern');
  await expect.poll(() => codeOf(page)).not.toContain('wp:block {');
  expect(await codeOf(page)).toContain('A warning to readers');

  await page.goto(`${site.url}/wp-admin/edit.php?post_type=wp_block`);
  const row = page.locator('tr', { hasText: 'Opening' });
  await row.hover();
  await row.getByRole('button', { name: 'Trash' }).click();
  await expect.poll(() => page.locator('.row-title').allTextContents()).toEqual(['Warning', 'House rules']);
});

test('[IMP-02] a user without `publish_posts` uses patterns but can’t create them', async () => {
  const page = await open('/wp-admin/edit.php?post_type=wp_block', {}, ids.kim);
  await page.getByText('No patterns yet.').waitFor(); // other users' patterns
  expect(await page.getByRole('link', { name: 'Add pattern' }).count()).toBe(0);
  await page.goto(`${site.url}/wp-admin/post-new.php`);
  await canvas(page).getByLabel('Title').fill('By Kim');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Words of mine');
  await insert(page, 'House rules');
  await canvas(page).getByText('As we do it here').waitFor();
  await canvas(page).getByText('Words of mine').click();
  await page.getByRole('toolbar', { name: 'Block tools' }).getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: 'Copy' }).first().waitFor();
  await atRest(page);
  expect(await page.getByRole('menuitem', { name: 'Create pattern' }).count()).toBe(0);
});
