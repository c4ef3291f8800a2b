import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makeMedia, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
let noor = 0;

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai' });
  noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'Noor' });
  const file = { file: { file: '', sourceUrl: '', alt: '', sizes: {} } };
  for (const [index, title] of ['The bridge', 'The river', 'The lake'].entries()) {
    await makeMedia(tx, { title, authorId: mirai, publishedAt: Date.UTC(2026, index, 5), ...file });
  }
  await makeMedia(tx, { title: 'Noor’s own', authorId: noor, publishedAt: Date.UTC(2026, 5, 5), ...file });
});

const open = (path = '/wp-admin/upload.php', userId = mirai, options: PageOptions = {}) =>
  openNewsroom(browser, site, path, userId, options);
const names = (page: Page) => page.locator('.media-name').allTextContents();
const item = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const folders = (page: Page) => page.getByRole('navigation', { name: 'Folders' });
const folder = (page: Page, name: string) => folders(page).locator('li').filter({ hasText: name });
const lines = async (page: Page) =>
  (await folders(page).locator('li>button').allTextContents()).map((text) => text.replace(/(\d+)$/, ' $1'));
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const dialog = (page: Page) => page.getByRole('dialog');
const act = async (page: Page, name: string, what: string) => {
  await folders(page)
    .getByRole('button', { name: `Folder “${name}”` })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
};

test('[IMP-04] folders are created, filled by dragging and by choosing, renamed and deleted; their files and addresses stay', async () => {
  const page = await open();
  await expect.poll(() => lines(page)).toEqual(['All files 4', 'No folder 4']);
  await folders(page).getByRole('button', { name: 'New folder' }).click();
  await dialog(page).getByLabel('Name').fill('Water & wind');
  await page.keyboard.press('Enter');
  await expect.poll(() => lines(page)).toEqual(['All files 4', 'No folder 4', 'Water & wind 0']);
  await expect.poll(() => page.locator('.media-empty').textContent()).toContain('This folder is empty');
  await page.waitForURL(/[?&]folder=[1-9]/);
  const id = new URL(page.url()).searchParams.get('folder');

  await folder(page, 'All files').getByRole('button').click();
  await expect.poll(() => names(page)).toHaveLength(4);
  for (const name of ['The river', 'The lake'])
    await item(page, name).click({ modifiers: ['ControlOrMeta'] });
  await item(page, 'The lake').dragTo(folder(page, 'Water & wind'));
  await expect.poll(() => toast(page).textContent()).toContain('2 files are now in “Water & wind”.');
  await expect.poll(() => lines(page)).toEqual(['All files 4', 'No folder 2', 'Water & wind 2']);
  expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
  await page.locator('.components-snackbar').last().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => lines(page)).toEqual(['All files 4', 'No folder 4', 'Water & wind 0']);

  await item(page, 'The lake').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Move to folder' }).click();
  await dialog(page).getByLabel('Folder').selectOption('Water & wind');
  await dialog(page).getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => lines(page)).toEqual(['All files 4', 'No folder 3', 'Water & wind 1']);
  await folder(page, 'Water & wind').getByRole('button').first().click();
  await expect.poll(() => names(page)).toEqual(['The lake']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['The lake']);

  // Uploads go to the open folder.
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#305070' } })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'wave.jpg', mimeType: 'image/jpeg', buffer });
  await expect.poll(() => names(page)).toEqual(['wave', 'The lake']);
  await item(page, 'wave').click();
  const address = await page.locator('.media-facts a').getAttribute('href');
  await expect.poll(() => page.locator('.media-details').getByLabel('Folder').inputValue()).toBe(id);
  await page.keyboard.press('Escape');

  await act(page, 'Water & wind', 'New subfolder…');
  await dialog(page).getByLabel('Name').fill('Lakes');
  await page.keyboard.press('Enter');
  await expect.poll(() => lines(page)).toEqual(['All files 5', 'No folder 3', 'Water & wind 2', 'Lakes 0']);
  await act(page, 'Water & wind', 'Rename or move…');
  await dialog(page).getByLabel('Name').fill('Water');
  // A folder can't be moved into itself or its descendants.
  expect(await dialog(page).getByLabel('Parent folder').count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => lines(page)).toEqual(['All files 5', 'No folder 3', 'Water 2', 'Lakes 0']);
  await atRest(page); // an earlier request would answer for a deleted folder
  await act(page, 'Water', 'Delete…');
  await expect
    .poll(() => dialog(page).textContent())
    .toMatch(/The 2 files in it stay in the media library.*Its subfolder moves to the media library/s);
  await dialog(page).getByRole('button', { name: 'Delete folder' }).click();
  await expect.poll(() => lines(page)).toEqual(['All files 5', 'No folder 5', 'Lakes 0']);
  expect((await fetch(address ?? '')).status).toBe(200);
  await act(page, 'Lakes', 'Delete…');
  await dialog(page).getByRole('button', { name: 'Delete folder' }).click();
  await expect.poll(() => lines(page)).toEqual(['All files 5', 'No folder 5']);
});

test('[IMP-04] authors move own files into folders, and can’t create any; a duplicate name is refused', async () => {
  const page = await open('/wp-admin/upload.php', mirai, { expectedMessages: /status of 400/ });
  for (const name of ['Town', 'Sport']) {
    await folders(page).getByRole('button', { name: 'New folder' }).click();
    await dialog(page).getByLabel('Name').fill(name);
    if (name === 'Sport') await dialog(page).getByLabel('Parent folder').selectOption('Media library');
    await page.keyboard.press('Enter');
    await folder(page, name).waitFor();
  }
  // A user who closes the dialog during creation sees a notice and keeps their place.
  const making = Promise.withResolvers<undefined>();
  await page.route('**/broadsheet/v1/media-folders', async (route) => {
    if (route.request().method() === 'POST') await making.promise;
    await route.continue();
  });
  const before = page.url();
  await folders(page).getByRole('button', { name: 'New folder' }).click();
  await dialog(page).getByLabel('Name').fill('Late');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  making.resolve(undefined);
  await expect.poll(() => toast(page).textContent()).toContain('Folder “Late” created.');
  expect(page.url()).toBe(before);
  await folders(page).getByRole('button', { name: 'New folder' }).click();
  await dialog(page).getByLabel('Name').fill('town');
  await dialog(page).getByLabel('Parent folder').selectOption('Media library');
  await dialog(page).getByRole('button', { name: 'Create folder' }).click();
  await expect
    .poll(() => dialog(page).getByRole('alert').textContent())
    .toContain('There is a folder “Town” in the same place already');

  const noors = await open('/wp-admin/upload.php', noor);
  await expect.poll(() => names(noors)).toContain('The lake');
  await folder(noors, 'Town').waitFor();
  expect(await noors.getByRole('button', { name: 'New folder' }).count()).toBe(0);
  expect(await noors.getByRole('button', { name: 'Folder “Town”' }).count()).toBe(0);
  for (const name of ['The lake', 'Noor’s own'])
    await item(noors, name).click({ modifiers: ['ControlOrMeta'] });
  await item(noors, 'Noor’s own').dragTo(folder(noors, 'Town'));
  await expect
    .poll(() => toast(noors).textContent())
    .toContain('“Noor’s own” is now in “Town”. You are not allowed to move 1 file.');
  // Files that stay, because they are there already or belong to another user, are listed, too.
  await item(noors, 'Noor’s own').dragTo(folder(noors, 'Town'));
  await expect.poll(() => toast(noors).textContent()).toContain('“Noor’s own” is already in “Town”.');
  await item(noors, 'The lake').click({ modifiers: ['ControlOrMeta'] });
  await item(noors, 'The lake').dragTo(folder(noors, 'Town'));
  await expect.poll(() => toast(noors).textContent()).toMatch(/^You are not allowed to move 1 file\./);
  // When another user deletes the open folder, the library shows all files.
  await folder(noors, 'Sport').click();
  await expect.poll(() => noors.locator('.media-empty').textContent()).toContain('This folder is empty');
  await noors.waitForURL(/[?&]folder=[1-9]/);
  const gone = noors.url();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await act(page, 'Sport', 'Delete…');
  await dialog(page).getByRole('button', { name: 'Delete folder' }).click();
  await folder(page, 'Sport').waitFor({ state: 'detached' });
  const later = await open(new URL(gone).pathname + new URL(gone).search, noor, {
    expectedMessages: /status of 400/,
  });
  await expect
    .poll(() => later.locator('.media-empty').textContent())
    .toContain('This folder no longer exists');
  await later.locator('.media-empty').getByRole('button', { name: 'All files' }).click();
  await expect.poll(() => names(later)).toContain('The lake');
});

test('the library with its folders is whole for axe and fits its window, on a phone, too, where folders are a list', async () => {
  const shots = process.env['SHOTS'];
  for (const [width, height] of [
    [1440, 900],
    [375, 812],
  ] as const) {
    for (const colorScheme of drawn(`folders at ${width}`, ['light', 'dark'] as const, 2)) {
      const page = await open('/wp-admin/upload.php', mirai, { viewport: { width, height }, colorScheme });
      await expect.poll(() => names(page)).toContain('The lake');
      if (shots) await page.screenshot({ path: `${shots}/folders-${width}-${colorScheme}.png` });
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
      if (width > 400) continue;
      await page.getByLabel('Folder', { exact: true }).selectOption('Town (1)');
      await expect.poll(() => names(page)).toEqual(['Noor’s own']);
      if (shots) await page.screenshot({ path: `${shots}/folder-open-${width}-${colorScheme}.png` });
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    }
  }
});
