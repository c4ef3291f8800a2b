import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, noor: 0, cleo: 0, bridge: 0, about: 0, gone: 0, towns: 0, handed: 0 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'Noor' });
  ids.cleo = await makeUser(tx, { login: 'cleo', roles: ['contributor'], displayName: 'Cleo' });
  ids.towns = await makeTerm(tx, { taxonomy: 'category', name: 'Towns', slug: 'towns' });
  ids.bridge = await makePost(tx, { title: 'The bridge opens', slug: 'bridge', authorId: ids.mirai });
  await makePost(tx, { title: 'Second', slug: 'second', authorId: ids.noor });
  ids.gone = await makePost(tx, { title: 'Thrown away', slug: 'gone', authorId: ids.mirai, status: 'trash' });
  ids.handed = await makePost(tx, {
    title: 'To hand in',
    slug: 'to-hand-in',
    authorId: ids.cleo,
    status: 'draft',
  });
  ids.about = await makePost(tx, { title: 'About us', slug: 'about', type: 'page', authorId: ids.mirai });
});

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const open = (path: string, options: NewsroomOptions = {}): Promise<Page> =>
  openNewsroom(browser, site, path, ids.mirai, { ...phone, ...options });
/** Taps on a row's text, where a thumb would. */
const tap = (page: Page, words: string) =>
  page
    .locator('.dataviews-view-list [role=row]', { hasText: words })
    .locator('.dataviews-view-list__item')
    .tap({ position: { x: 40, y: 20 } });
const text = (page: Page) => page.frameLocator('iframe[name=editor-canvas]').getByLabel('Title');
const where = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test('[IMP-11] on a phone a tap on a row opens its item, and so does its button', async () => {
  const page = await open('/wp-admin/edit.php');
  await page.locator('.row-title', { hasText: 'The bridge opens' }).waitFor();
  let goOn = () => {};
  const held = new Promise<void>((done) => (goOn = done));
  await page.route('**/wp-admin/editor.css', async (route) => {
    await held;
    await route.continue();
  });
  await tap(page, 'The bridge opens');
  const seen = () =>
    page.locator('iframe[name=editor-canvas]').evaluate((frame) => getComputedStyle(frame).opacity);
  expect(await seen()).toBe('0');
  goOn();
  await expect.poll(() => text(page).textContent()).toBe('The bridge opens');
  expect(await seen()).toBe('1');
  await expect.poll(() => where(page)).toBe(`/wp-admin/post.php?post=${ids.bridge}&action=edit`);
  await expect.poll(() => page.title()).toMatch(/^The bridge opens · /);
  await page.goBack();
  await page
    .locator('.dataviews-view-list [role=row]', { hasText: 'Second' })
    .getByRole('button', { name: 'Edit', exact: true })
    .tap();
  await expect.poll(() => text(page).textContent()).toBe('Second');
  await page.goto(`${site.url}/wp-admin/edit.php?post_type=page`);
  await page.locator('.row-title', { hasText: 'About us' }).waitFor();
  await tap(page, 'About us');
  await expect.poll(() => text(page).textContent()).toBe('About us');
});

test('[IMP-11] on a phone a tap on a row opens categories and accounts, but not trashed items', async () => {
  const page = await open('/wp-admin/edit-tags.php?taxonomy=category');
  await page.locator('.row-title', { hasText: 'Towns' }).waitFor();
  await tap(page, 'Towns');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Towns');
  await expect.poll(() => where(page)).toBe(`/wp-admin/term.php?taxonomy=category&tag_ID=${ids.towns}`);
  await page.goto(`${site.url}/wp-admin/users.php`);
  await page.locator('.row-title', { hasText: 'Noor' }).waitFor();
  await tap(page, 'Noor');
  await expect.poll(() => where(page)).toBe(`/wp-admin/user-edit.php?user_id=${ids.noor}`);
  await page.goto(`${site.url}/wp-admin/edit.php?post_status=trash`);
  await page.locator('.row-title', { hasText: 'Thrown away' }).waitFor();
  await tap(page, 'Thrown away');
  await page.getByRole('button', { name: 'Restore' }).tap();
  await expect
    .poll(() => page.locator('.components-snackbar__content').last().textContent())
    .toContain('“Thrown away”');
});

test('[IMP-02] on a phone several rows are marked by taps, and edited together', async () => {
  const page = await open('/wp-admin/edit.php');
  await page.locator('.row-title', { hasText: 'The bridge opens' }).waitFor();
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  for (const title of ['The bridge opens', 'Second'])
    await page.getByRole('row', { name: title }).getByRole('checkbox').tap();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Bulk edit' })
    .tap();
  const form = page.getByRole('dialog', { name: 'Bulk edit: 2' });
  await form.getByLabel('Comments', { exact: true }).selectOption('closed');
  await form.getByRole('button', { name: 'Save all 2' }).tap();
  await page.locator('.components-snackbar__content', { hasText: '2 updated' }).waitFor();
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await page.locator('.dataviews-view-list .row-title', { hasText: 'Second' }).waitFor();
  expect(
    new Set(
      (
        (await (await fetch(`${site.url}/wp-json/wp/v2/posts`)).json()) as readonly {
          readonly comment_status: string;
        }[]
      ).map((post) => post.comment_status),
    ),
  ).toEqual(new Set(['closed']));
});

test('[IMP-11] on a phone the whole toolbar above a text fits the window, also for contributors', async () => {
  for (const [width, author, post, words, name] of [
    [375, ids.cleo, ids.handed, 'Submit', 'Submit for review'],
    [320, ids.cleo, ids.handed, 'Submit', 'Submit for review'],
    [320, ids.mirai, ids.bridge, 'Update', 'Update'],
  ] as const) {
    const page = await openNewsroom(browser, site, `/wp-admin/post.php?post=${post}&action=edit`, author, {
      ...phone,
      viewport: { width, height: 812 },
    });
    await page.locator('.standing', { hasText: 'Saved' }).waitFor();
    expect(await page.getByRole('button', { name, exact: true }).textContent()).toBe(words);
    const parts = page.locator('.writing-bar').locator('a, button, .standing');
    const boxes = await parts.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    );
    expect(boxes.filter(({ left, right }) => left < 8 || right > width - 8)).toEqual([]);
    expect(boxes).toHaveLength(7);
  }
});

test('[IMP-29] on a phone Escape closes the settings after any open popover and returns the focus; next to a text they stay open', async () => {
  const page = await open(`/wp-admin/post.php?post=${ids.bridge}&action=edit`);
  const panel = page.getByRole('region', { name: 'Settings', exact: true });
  const opener = page.getByRole('button', { name: 'Settings', exact: true });
  const tab = panel.getByRole('tab', { name: 'Post' });
  for (const from of [opener, tab]) {
    await opener.press('Enter');
    await from.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  }
  await opener.press('Enter');
  await panel.locator('.panel-date').press('Enter');
  await page.getByLabel('Year').press('Escape');
  await page.getByLabel('Year').waitFor({ state: 'detached' });
  const tags = panel.getByRole('combobox', { name: 'Tags' });
  await tags.fill('riv');
  await tags.press('Escape');
  expect([await panel.count(), await tags.inputValue()]).toEqual([1, 'riv']);
  await page.setViewportSize({ width: 1280, height: 900 });
  await panel.getByRole('button', { name: 'Close settings' }).waitFor({ state: 'detached' });
  await tab.press('Escape');
  expect(await panel.count()).toBe(1);
});

test('[IMP-11] on a phone the text never overlaps open panels: settings, inserter, list of blocks, preview', async () => {
  const page = await open('/wp-admin/post-new.php');
  await page.frameLocator('iframe[name=editor-canvas]').locator('p').first().tap(); // an empty paragraph with an inserter button and a toolbar above
  const own = page.locator(
    '.block-editor-block-list__empty-block-inserter button, .writing-tools button >> visible=true',
  );
  await expect.poll(() => own.count()).toBeGreaterThan(3);
  const isCovered = async (part: string) => {
    await page.locator(part).waitFor();
    await expect
      .poll(() =>
        own.evaluateAll(
          (buttons, covering) =>
            buttons
              .filter((button) => {
                const { x, y, width, height } = button.getBoundingClientRect();
                return !document.elementFromPoint(x + width / 2, y + height / 2)?.closest(covering);
              })
              .map((button) => button.getAttribute('aria-label')),
          part,
        ),
      )
      .toEqual([]);
  };
  const more = async (role: 'menuitem' | 'menuitemcheckbox', name: string) => {
    await page.locator('.writing-more').tap();
    await page.getByRole(role, { name, exact: true }).tap();
  };
  await page.getByRole('button', { name: 'Settings', exact: true }).tap();
  await isCovered('.writing-panel');
  await page.getByRole('button', { name: 'Close settings' }).tap();
  await page.getByRole('button', { name: 'Insert a block' }).tap();
  await isCovered('.writing-drawer');
  await page.getByRole('button', { name: 'Insert a block' }).tap();
  await more('menuitem', 'List view');
  await isCovered('.writing-drawer');
  await page.getByRole('button', { name: 'Close list view' }).tap();
  await more('menuitemcheckbox', 'Preview');
  await isCovered('.writing-preview');
  await page.getByRole('button', { name: 'Close preview' }).tap();
  await page.locator('.writing-preview').waitFor({ state: 'detached' });
});

test('[IMP-11] on a phone the preview leaves the line above it whole while the server is away, too', async () => {
  const page = await open('/wp-admin/post-new.php', { expectedMessages: /ERR_FAILED/ });
  await text(page).fill('Far away');
  await page.route('**/wp-json/**', (route) => route.abort());
  await text(page).press('Control+s');
  await page.locator('.away', { hasText: 'is not responding' }).waitFor();
  await page.locator('.writing-more').tap();
  await page.getByRole('menuitemcheckbox', { name: 'Preview', exact: true }).tap();
  const line = await page.locator('.writing-bar').boundingBox();
  // The pane replaces its skeleton: for a moment neither has a box.
  await expect
    .poll(async () => (await page.locator('.writing-preview').boundingBox())?.y ?? 0)
    .toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 999) - 1);
});
