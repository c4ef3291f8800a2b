import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deleteMedia } from '../../src/modules/media/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
let noor = 0;

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai' });
  noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'Noor' });
  const file = { file: { file: '', sourceUrl: '', alt: '', sizes: {} } };
  await makeMedia(tx, { title: 'The bridge', authorId: mirai, publishedAt: Date.UTC(2026, 0, 5), ...file });
  await makeMedia(tx, {
    title: 'A speech',
    authorId: mirai,
    mimeType: 'audio/mpeg',
    publishedAt: Date.UTC(2026, 1, 5),
    ...file,
  });
});

const open = (userId: number, path = '/wp-admin/upload.php') => openNewsroom(browser, site, path, userId);
const names = (page: Page) => page.locator('.media-name').allTextContents();
const views = (page: Page) => page.getByRole('button', { name: 'Your views' });

test('[IMP-04] a filtered view of the library is saved under a name, is available in another window, and is private', async () => {
  const page = await open(mirai);
  await expect.poll(() => names(page)).toHaveLength(2);
  await page.getByLabel('Show', { exact: true }).selectOption('Audio');
  await expect.poll(() => names(page)).toEqual(['A speech']);
  await page.getByRole('button', { name: 'List view' }).click();
  await page.locator('.media-lines').waitFor();
  await views(page).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const viewSaved = page.waitForResponse(
    (reply) => reply.url().includes('/users/me') && reply.request().method() === 'POST' && reply.ok(),
  );
  await page.getByLabel('Name').fill('Speeches');
  await page.keyboard.press('Enter');
  await expect.poll(() => views(page).textContent()).toBe('Speeches');
  await viewSaved;

  const other = await open(mirai);
  await expect.poll(() => names(other)).toHaveLength(2);
  await views(other).click();
  await other.getByRole('menuitemradio', { name: 'Speeches' }).click();
  await expect.poll(() => names(other)).toEqual(['A speech']);
  await expect.poll(() => other.locator('.media-lines').count()).toBe(1);
  await expect.poll(() => other.getByLabel('Show', { exact: true }).inputValue()).toBe('audio');
  await other.getByRole('button', { name: 'A speech' }).click();
  await other.locator('.media-details').waitFor();
  await expect.poll(() => other.locator('.views button').textContent()).toBe('Speeches');

  const noors = await open(noor);
  await views(noors).click();
  await noors.getByRole('menuitem', { name: 'Save this view…' }).waitFor();
  expect(await noors.getByRole('menuitemradio').count()).toBe(0);
});

test('[IMP-04] the focal point of a uniform picture is its centre', async () => {
  const page = await open(mirai);
  await expect.poll(() => names(page)).toHaveLength(2);
  const buffer = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#a03020' } })
    .jpeg()
    .toBuffer();
  const reply = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/wp/v2/media'),
  );
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'wall.jpg', mimeType: 'image/jpeg', buffer });
  const { id } = (await (await reply).json()) as { id: number };
  // Its sizes are generated in the background, and include the focal point.
  await expect
    .poll(
      async () =>
        Object.keys((await (await fetch(`${site.url}/wp-json/wp/v2/media/${id}`)).json()).media_details.sizes)
          .length,
    )
    .toBeGreaterThan(2);
  await page.reload();
  await page.getByRole('button', { name: 'wall', exact: true }).click();
  await page.getByRole('button', { name: 'Set focal point' }).click();
  await page.getByRole('button', { name: 'Focal point: 50 % from the left, 50 % from the top' }).waitFor();
});

test('[IMP-04] the library is filtered by unused files, and by duplicates', async () => {
  let shown = 0;
  let lonely = 0;
  await site.write(async (tx) => {
    const sheet = (title: string, hash: string) =>
      makeMedia(tx, {
        title,
        authorId: noor,
        mimeType: 'application/pdf',
        publishedAt: Date.UTC(2026, 2, 5),
        file: { hash, sizes: {} },
      });
    shown = await sheet('Shown', 'ab'.repeat(16));
    await sheet('Shown again', 'ab'.repeat(16));
    lonely = await sheet('Lonely', 'cd'.repeat(16));
    await makePost(tx, { title: 'It opens', slug: 'opens', featuredMediaId: shown });
  });
  const page = await open(mirai, `/wp-admin/upload.php?author=${noor}`);
  await expect.poll(() => names(page)).toHaveLength(3);
  await page.getByLabel('Show', { exact: true }).selectOption('Duplicates');
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Shown', 'Shown again']);
  await expect.poll(() => new URL(page.url()).searchParams.get('attachment-filter')).toBe('copies');
  await page.getByLabel('Show', { exact: true }).selectOption('Unused');
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Lonely', 'Shown again']);
  // Back restores the earlier filter; a file used since then is in neither.
  await page.goBack();
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Shown', 'Shown again']);
  await site.write(async (tx) => {
    await makePost(tx, { title: 'It leads', slug: 'leads', featuredMediaId: lonely });
    await deleteMedia(tx, shown);
  });
  await page.goto(`${site.url}/wp-admin/upload.php?attachment-filter=copies&author=${noor}`);
  await expect.poll(() => page.locator('.media-empty p').textContent()).toBe('No files found.');
  await page.getByLabel('Show', { exact: true }).selectOption('Unused');
  await expect.poll(() => names(page)).toEqual(['Shown again']);
});
