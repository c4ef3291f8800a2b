import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, noted: 0 };
const paragraph = (words: string) => `<!-- wp:paragraph -->\n<p>${words}</p>\n<!-- /wp:paragraph -->`;
const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.noted = await makePost(tx, {
    title: 'Noted',
    slug: 'noted',
    status: 'draft',
    authorId: ids.mirai,
    content: ['One', 'Two', ...Array.from({ length: 40 }, () => 'Between')].map(paragraph).join('\n\n'),
  });
});

const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');
const numbers = (page: Page) => canvas(page).locator('sup.fn').allTextContents();
const listed = async (page: Page) =>
  (await canvas(page).locator('.wp-block-footnotes li > span').allTextContents()).map((words) =>
    words.replace('\uFEFF', ''),
  );

/** Inserts a footnote after a paragraph by the toolbar, and types it. */
async function insertFootnote(page: Page, words: string, note: string): Promise<void> {
  const place = canvas(page).getByText(words, { exact: true }).first();
  await place.hover({ position: { x: 2, y: 2 } });
  await place.click();
  await page.keyboard.press('End');
  await page
    .getByRole('toolbar', { name: 'Block tools' })
    .getByRole('button', { name: 'More', exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Footnote', exact: true }).click();
  await canvas(page).locator('.wp-block-footnotes li span:focus').waitFor({ state: 'attached' });
  await page.keyboard.type(note);
}

test('footnotes are inserted, typed, renumbered, undone in one step, previewed, published, and link both ways for readers', async () => {
  const page = await openNewsroom(
    browser,
    site,
    `/wp-admin/post.php?post=${ids.noted}&action=edit`,
    ids.mirai,
  );
  await insertFootnote(page, 'Two', 'Behind two');
  await expect.poll(() => listed(page)).toEqual(['Behind two']);
  await insertFootnote(page, 'One', 'Behind one');
  await expect.poll(() => numbers(page)).toEqual(['1', '2']);
  await expect.poll(() => listed(page)).toEqual(['Behind one', 'Behind two']);

  // Undo reverts typing first, then text and note together.
  await page.keyboard.press('Control+z');
  await expect.poll(() => listed(page)).toEqual(['', 'Behind two']);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => [await numbers(page), await listed(page)]).toEqual([['1'], ['Behind two']]);
  for (const _ of [1, 2]) await page.keyboard.press('Control+Shift+z');
  await expect
    .poll(async () => [await numbers(page), await listed(page)])
    .toEqual([
      ['1', '2'],
      ['Behind one', 'Behind two'],
    ]);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => page.locator('.standing').textContent()).toBe('Saved');

  const reader = await page.context().newPage();
  await reader.goto(`${site.url}/noted/`);
  const second = reader.locator('sup.fn a').nth(1);
  const isSeen = (place: string) =>
    reader.locator(place).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  const address = (await second.getAttribute('href')) ?? '';
  expect(address).toMatch(/^#[\da-f-]{36}$/);
  const note = `.wp-block-footnotes [id="${address.slice(1)}"]`;
  expect(await isSeen(note)).toBe(false);
  await second.click();
  await expect.poll(() => isSeen(note)).toBe(true);
  expect(await reader.locator(note).textContent()).toBe('Behind two ↩︎');
  await reader.getByRole('link', { name: 'Jump to footnote reference 2' }).click();
  await expect.poll(() => isSeen(`[id="${address.slice(1)}-link"]`)).toBe(true);
  await reader.close();

  // The editor reopens it as stored, and removing a reference removes its footnote.
  await page.reload();
  await expect.poll(() => listed(page)).toEqual(['Behind one', 'Behind two']);
  await canvas(page).getByText('One').first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('New');
  await expect.poll(async () => [await numbers(page), await listed(page)]).toEqual([['1'], ['Behind two']]);
});
