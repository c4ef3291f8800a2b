import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { folderTaxonomy } from '../../src/modules/types/names.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, noor: 0, post: 0, bridge: 0, ford: 0, folder: 0 };
const shots = process.env.SHOTS;

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'Noor' });
  ids.folder = await makeTerm(tx, { taxonomy: folderTaxonomy, name: 'Rivers' });
  const file = { file: { file: '', sourceUrl: '/favicon.ico', alt: '', sizes: {} } };
  const picture = (title: string, month: number, termIds: readonly number[] = []) =>
    makeMedia(tx, { title, authorId: ids.mirai, publishedAt: Date.UTC(2026, month, 5), termIds, ...file });
  ids.bridge = await picture('The bridge', 0);
  ids.ford = await picture('The ford', 1, [ids.folder]);
  await makeMedia(tx, {
    title: 'A film',
    authorId: ids.mirai,
    mimeType: 'video/mp4',
    publishedAt: Date.UTC(2026, 1, 6),
    ...file,
  });
  const blocks =
    '<!-- wp:image -->\n<figure class="wp-block-image"><img alt=""/></figure>\n<!-- /wp:image -->\n\n' +
    '<!-- wp:cover -->\n<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background has-background-dim-100 has-background-dim">' +
    '</span><div class="wp-block-cover__inner-container"></div></div>\n<!-- /wp:cover -->';
  ids.post = await makePost(tx, { title: 'Tides', slug: 'tides', authorId: ids.mirai, content: blocks });
});

const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');
const picker = (page: Page) => page.getByRole('dialog', { name: 'Media library' });
const names = (page: Page) => picker(page).locator('.media-grid button').allTextContents();
const open = (options?: NewsroomOptions, userId = ids.mirai) =>
  openNewsroom(browser, site, `/wp-admin/post.php?post=${ids.post}&action=edit`, userId, options);
const request = async (page: Page, block: 'Image' | 'Cover') => {
  const placeholder = canvas(page).getByRole('document', { name: `Block: ${block}` });
  // The buttons of a placeholder accept no clicks until its block is selected.
  await placeholder.click({ position: { x: 8, y: 8 } });
  await placeholder.getByRole('button', { name: 'Media Library' }).click();
  await picker(page).waitFor();
};
/** The same user stores an alt text in another tab. */
const changeElsewhere = async (page: Page, id: number, alt: string) =>
  page.evaluate(
    async ([file, text]) => {
      const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
      const headers = { 'x-wp-nonce': nonce.trim(), 'content-type': 'application/json' };
      await fetch(`/wp-json/wp/v2/media/${file}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ alt_text: text }),
      });
    },
    [id, alt] as const,
  );
const stored = async (id: number) =>
  (await fetch(`${site.url}/wp-json/wp/v2/media/${id}`)).json() as Promise<{ readonly alt_text: string }>;

test('[IMP-02] the media picker narrows the library by folder, type and date', async () => {
  const page = await open();
  await request(page, 'Cover');
  await expect.poll(() => names(page)).toEqual(['A film', 'The ford', 'The bridge']);
  await picker(page).getByLabel('Type').selectOption({ label: 'Videos' });
  await expect.poll(() => names(page)).toEqual(['A film']);
  await picker(page).getByLabel('Type').selectOption({ label: 'Images' });
  await picker(page).getByLabel('Folder').selectOption({ label: 'Rivers' });
  await expect.poll(() => names(page)).toEqual(['The ford']);
  await picker(page).getByLabel('Date').selectOption({ label: 'January 2026' });
  await expect.poll(() => picker(page).textContent()).toContain('No files found.');
  await picker(page).getByLabel('Folder').selectOption({ label: 'No folder' });
  await expect.poll(() => names(page)).toEqual(['The bridge']);
  await page.keyboard.press('Escape');
  await request(page, 'Image');
  await expect.poll(() => names(page)).toEqual(['The ford', 'The bridge']);
  expect(await picker(page).getByLabel('Type').count()).toBe(0);
});

test.each([
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['a phone', { viewport: { width: 375, height: 812 }, hasTouch: true }],
])(
  '[IMP-02] on %s alt text and caption are written while a file is chosen, and are those of the block',
  async (device, options) => {
    const page = await open(options);
    const alt = `Water on ${device}`;
    await request(page, 'Image');
    const select = picker(page).getByRole('button', { name: 'Select', exact: true });
    expect(await select.getAttribute('aria-disabled')).toBe('true');
    await picker(page).getByRole('button', { name: 'The ford' }).click();
    await picker(page).getByLabel('Alt text').fill(alt);
    await picker(page).getByLabel('Caption').fill('Where <em>carts</em> cross');
    if (shots) await page.screenshot({ path: `${shots}/picker-${device.split(' ')[1]}.png` });
    const { faults, tooWide } = await seriousFaults(page);
    expect([faults, tooWide]).toEqual([[], 0]);
    // The last edit is stored before the block uses the file.
    await select.click();
    await picker(page).waitFor({ state: 'detached' });
    const image = canvas(page).locator('.wp-block-image');
    await expect.poll(() => image.locator('img').getAttribute('alt')).toBe(alt);
    await expect.poll(() => image.locator('figcaption').innerHTML()).toContain('<em>carts</em>');
    expect(await stored(ids.ford)).toMatchObject({ alt_text: alt });
  },
);

test('[IMP-02] a file of another user is used as it is, and a text changed elsewhere in the meantime is not overwritten unseen', async () => {
  const author = await openNewsroom(browser, site, '/wp-admin/post-new.php', ids.noor);
  await author.getByRole('button', { name: 'Set featured image' }).click();
  await picker(author).getByRole('button', { name: 'The bridge' }).click();
  await picker(author).getByText('This file belongs to another user.').waitFor();
  expect(await picker(author).getByLabel('Alt text').count()).toBe(0);
  await author.close();

  const page = await open({ expectedMessages: /status of 409/ });
  await request(page, 'Image');
  await picker(page).getByRole('button', { name: 'The bridge' }).click();
  const field = picker(page).getByLabel('Alt text');
  await field.fill('Mine');
  await changeElsewhere(page, ids.bridge, 'Theirs');
  await picker(page).getByLabel('Caption').focus();
  await picker(page).getByRole('button', { name: 'Use their version' }).click();
  await expect.poll(() => field.inputValue()).toBe('Theirs');
});
