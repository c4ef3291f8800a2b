import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, wide: 0, narrow: 0 };
const paragraph = (words: string) => `<!-- wp:paragraph -->\n<p>${words}</p>\n<!-- /wp:paragraph -->`;
const content = ['One', 'Two', 'Three'].map(paragraph).join('\n\n');
const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.wide = await makePost(tx, {
    title: 'Wide',
    slug: 'wide',
    status: 'draft',
    authorId: ids.mirai,
    content,
  });
  ids.narrow = await makePost(tx, {
    title: 'Narrow',
    slug: 'narrow',
    status: 'draft',
    authorId: ids.mirai,
    content,
  });
});

const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');
/** Name or text of the focused element; within the text, its block. */
const keysAt = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const inside =
      activeElement instanceof HTMLIFrameElement ? activeElement.contentDocument?.activeElement : undefined;
    const at = inside ?? activeElement;
    if (!at || at.localName === 'body') return 'nothing';
    return inside ? `text: ${at.textContent}` : (at.getAttribute('aria-label') ?? at.textContent);
  });
const words = (page: Page) => canvas(page).locator('p.wp-block-paragraph').allTextContents();

const windows = [
  ['wide', 1280, 900],
  ['narrow', 375, 812],
] as const;
test.each(windows)(
  '[IMP-29] %s: a text is changed, stored, published and left by keys, which are never in nothing',
  async (name, width, height) => {
    const page = await openNewsroom(
      browser,
      site,
      `/wp-admin/post.php?post=${ids[name]}&action=edit`,
      ids.mirai,
      { viewport: { width, height } },
    );
    const isWide = name === 'wide';
    const press = async (label: string, key = 'Enter') =>
      page.getByRole('button', { name: label, exact: true }).first().press(key);
    const choose = async (label: string) => {
      await press('More');
      await page
        .getByRole('menuitem', { name: label })
        .or(page.getByRole('menuitemcheckbox', { name: label }))
        .first()
        .press('Enter');
    };
    const at = (place: string) => expect.poll(() => keysAt(page)).toBe(place);
    await canvas(page).getByText('Three').waitFor();
    await page.locator('.writing-bar').waitFor();
    expect(['nothing', 'Wide', 'Narrow']).toContain(await keysAt(page)); // opening a text moves no focus

    await (isWide ? press('List view') : choose('List view'));
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain('list-view-block-select-button');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => keysAt(page)).toMatch(/^text: (?:One|Two)$/);
    await (isWide ? press('List view') : press('Close list view'));
    await at(isWide ? 'List view' : 'More');

    await canvas(page).getByText('Two').focus();
    await at('text: Two');
    await page.keyboard.press('Control+Alt+Shift+T');
    await expect.poll(() => words(page)).toEqual(['Two', 'One', 'Three']);
    await page.keyboard.press('Shift+Alt+Z');
    await expect.poll(() => words(page)).toEqual(['One', 'Three']);
    expect(await keysAt(page)).toMatch(/^text: /);
    await page.keyboard.press('Control+z');
    await expect.poll(() => words(page)).toEqual(['Two', 'One', 'Three']);
    await expect.poll(() => keysAt(page)).toMatch(/^text: /);

    await page.keyboard.press('Control+Shift+Alt+M');
    await at('Content as HTML');
    await press('Exit code editor');
    await expect.poll(() => keysAt(page)).toMatch(/^text: /);

    // The preview, and on a phone the settings above it.
    await choose('Preview');
    await press('Close preview');
    await at(isWide ? 'Preview' : 'More');
    if (!isWide) {
      await press('Settings');
      await press('Close settings');
      await at('Settings');
    }

    await canvas(page).getByText('Three').focus();
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.locator('.standing').textContent()).toBe('Saved');
    await at('text: Three');
    await press('Publish');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).press('Enter');
    await at('Update');
    await page.locator('.writing-back').press('Enter');
    await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  },
);

test('[IMP-29] Ctrl+` cycles through the editor’s regions, from within the text too, and Ctrl+Shift+` goes back; not behind a dialog', async () => {
  const page = await openNewsroom(
    browser,
    site,
    `/wp-admin/post.php?post=${ids.wide}&action=edit`,
    ids.mirai,
    { viewport: { width: 1280, height: 900 } },
  );
  const region = () =>
    page.evaluate(
      () =>
        document.activeElement?.matches('[role=region]') === true &&
        document.activeElement.getAttribute('aria-label'),
    );
  await canvas(page).getByText('Two').click();
  const visits: readonly (readonly [key: string, region: string])[] = [
    ['Control+`', 'Settings'],
    ['Control+`', 'Footer'],
    ['Control+`', 'Top bar'],
    ['Alt+Shift+n', 'Text'],
    ['Control+Shift+`', 'Top bar'],
    ['Alt+Shift+p', 'Footer'],
    ['Control+Shift+`', 'Settings'],
  ];
  for (const [key, name] of visits) {
    await page.keyboard.press(key);
    await expect.poll(region, { message: key }).toBe(name);
  }
  expect(
    await page
      .locator('.writing-panel')
      .evaluate((element) => getComputedStyle(element, '::after').outlineStyle),
  ).toBe('solid');
  await page.getByRole('button', { name: 'List view' }).click();
  await page.getByRole('region', { name: 'List view' }).locator(':focus').waitFor();
  await page.keyboard.press('Control+`');
  await expect.poll(region).toBe('Text');

  await page.locator('.writing-more').click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Next region of the editor').waitFor();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Control+`');
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});
