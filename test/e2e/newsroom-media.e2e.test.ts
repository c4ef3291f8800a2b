import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { moveToFolder } from '../../src/modules/media/writer.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { folderTaxonomy } from '../../src/modules/types/names.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
let noor = 0;
let bridge = 0;

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai & Co' });
  noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'نور' });
  const file = (name: string) => ({ file: { file: '', sourceUrl: '', alt: name, sizes: {} } });
  bridge = await makeMedia(tx, {
    title: 'The bridge',
    authorId: mirai,
    publishedAt: Date.UTC(2026, 0, 5),
    ...file('A bridge'),
  });
  await makeMedia(tx, {
    title: 'A speech',
    authorId: mirai,
    mimeType: 'audio/mpeg',
    publishedAt: Date.UTC(2026, 1, 5),
    ...file(''),
  });
  await makeMedia(tx, {
    title: 'The budget',
    authorId: mirai,
    mimeType: 'application/pdf',
    publishedAt: Date.UTC(2026, 2, 5),
    ...file(''),
  });
  await makePost(tx, { title: 'It opens', slug: 'opens', featuredMediaId: bridge });
});

const open = (path = '/wp-admin/upload.php', userId = mirai, options: NewsroomOptions = {}): Promise<Page> =>
  openNewsroom(browser, site, path, userId, options);
const names = (page: Page) => page.locator('.media-name').allTextContents();
const item = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const details = (page: Page) => page.locator('.media-details');
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const picture = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
const onDisk = () =>
  (existsSync(join(site.dataDir, 'media'))
    ? readdirSync(join(site.dataDir, 'media'), { recursive: true }).map(String)
    : []
  )
    .filter((name) => /\.(?:jpg|png)$/.test(name) && !/-\d+x\d+\./.test(name))
    .map((name) => name.split('/').at(-1));

async function drop(
  page: Page,
  files: readonly (readonly [name: string, bytes: Buffer])[],
  as: 'drop' | 'paste' = 'drop',
  onto = 'body',
): Promise<void> {
  await page.evaluate(
    ([sent, kind, where]) => {
      const data = new DataTransfer();
      for (const [name, base64] of sent) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: name.endsWith('png') ? 'image/png' : 'image/jpeg' }));
      }
      const init = { bubbles: true, cancelable: true };
      const place = document.querySelector(where);
      if (kind === 'paste')
        place?.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
      else
        for (const type of ['dragenter', 'dragover', 'drop'])
          place?.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }));
    },
    [files.map(([name, bytes]) => [name, bytes.toString('base64')] as const), as, onto] as const,
  );
}

test('[IMP-04] the library is filtered by kind, month, author and text, sorted, and its address says so', async () => {
  const page = await open();
  await expect.poll(() => names(page)).toEqual(['The budget', 'A speech', 'The bridge']);
  await page.getByLabel('Show', { exact: true }).selectOption('Documents');
  await expect.poll(() => names(page)).toEqual(['The budget']);
  await expect.poll(() => new URL(page.url()).search).toBe('?attachment-filter=document');
  await page.goto(`${site.url}/wp-admin/upload.php?m=202602`);
  await expect.poll(() => names(page)).toEqual(['A speech']);
  // Two at once, the second before the screen has shown the first.
  await page.evaluate(
    (chosen) => {
      for (const [label, value] of chosen) {
        const select = [...document.querySelectorAll('select')].find(
          ({ labels, ariaLabel }) => ariaLabel === label || labels[0]?.textContent === label,
        );
        if (!select) throw new Error(`there is no ${label}`);
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    [
      ['Month', ''],
      ['Order', 'title-asc'],
    ] as const,
  );
  await expect.poll(() => names(page)).toEqual(['A speech', 'The bridge', 'The budget']);
  await page.getByLabel('Search media').fill('brid');
  await expect.poll(() => names(page)).toEqual(['The bridge']);
  expect(await page.getByLabel('Search media').evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  await page.goto(`${site.url}/wp-admin/upload.php?mode=list&author=${noor}`);
  await expect.poll(() => page.locator('.media-empty p').textContent()).toBe('No files found.');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => page.locator('.media-lines tbody tr').count()).toBe(3);
});

test('[IMP-04] a picture that fails to load is shown by its file type, like other files, and not as broken', async () => {
  let id = 0;
  await site.write(async (tx) => {
    id = await makeMedia(tx, {
      title: 'Left behind',
      authorId: mirai,
      file: { file: '', sourceUrl: `${site.url}/gone/left.jpg`, alt: '', sizes: {} },
    });
  });
  const page = await open('/wp-admin/upload.php?s=Left', mirai, { expectedMessages: /404/ });
  await expect.poll(() => page.locator('.media-kind').textContent()).toBe('jpg');
  expect(await page.locator('.media-squares img').count()).toBe(0);
  await site.write(async (tx) => deletePost(tx, id));
});

test('[IMP-04] file details are saved on leaving a field, and their uses are listed', async () => {
  const page = await open(`/wp-admin/upload.php?item=${bridge}`);
  await details(page).getByLabel('Caption').fill('It was opened in May');
  await details(page).getByLabel('Credit').fill('Anna Berg');
  await details(page).getByRole('button', { name: 'Previous' }).click();
  await expect.poll(() => details(page).getByRole('heading', { level: 1 }).textContent()).toBe('A speech');
  await details(page).getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => details(page).getByLabel('Credit').inputValue()).toBe('Anna Berg');
  await expect.poll(() => details(page).getByLabel('Caption').inputValue()).toBe('It was opened in May');
  await expect
    .poll(() => details(page).locator('.media-uses').textContent())
    .toContain('It opensfeatured image');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('item=');
  // Another user's file is readable, but editable only by its owner.
  const other = await open(`/wp-admin/upload.php?item=${bridge}`, noor);
  await expect.poll(() => details(other).textContent()).toContain('This file belongs to another user');
  expect(await details(other).getByLabel('Caption').count()).toBe(0);
});

test('[IMP-04] saving over another user’s concurrent change writes only the edited fields', async () => {
  const page = await open(`/wp-admin/upload.php?item=${bridge}`, mirai, {
    expectedMessages: /status of 40[49]/,
  });
  await details(page).getByLabel('Description').fill('Seen from the north');
  await site.write((tx) => updatePost(tx, bridge, { excerpt: 'It was opened in June' }));
  await details(page).getByLabel('Title').focus();
  await details(page).getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(() => details(page).getByLabel('Caption').inputValue()).toBe('It was opened in June');
  await site.write((tx) => updatePost(tx, bridge, { excerpt: 'It was opened in May' }));
  expect(await details(page).getByLabel('Description').inputValue()).toBe('Seen from the north');
  // Selections are saved over it as well.
  let towns = 0;
  await site.write(
    async (tx) => void (towns = await makeTerm(tx, { taxonomy: folderTaxonomy, name: 'Towns' })),
  );
  await page.reload();
  await details(page).getByLabel('Folder').waitFor();
  await site.write((tx) => updatePost(tx, bridge, { excerpt: 'It was opened in July' }));
  await details(page).getByLabel('Folder').selectOption('Towns');
  await details(page).getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(() => details(page).getByLabel('Caption').inputValue()).toBe('It was opened in July');
  expect(await details(page).getByLabel('Folder').inputValue()).toBe(String(towns));
  await expect
    .poll(() => page.locator('.folders li').filter({ hasText: 'Towns' }).textContent())
    .toContain('Towns1');
  // Reopened, it shows the values stored by then.
  await details(page).getByLabel('Folder').press('Escape');
  await expect.poll(() => page.url()).not.toContain('item=');
  await site.write(async (tx) => {
    await updatePost(tx, bridge, { excerpt: 'It was opened in May' });
    await moveToFolder(tx, bridge, 0);
  });
  await item(page, 'The bridge').click();
  await expect.poll(() => details(page).getByLabel('Caption').inputValue()).toBe('It was opened in May');
  expect(await details(page).getByLabel('Folder').inputValue()).toBe('0');
  // Details of a deleted file can't be saved, which does not block closing it.
  let brief = 0;
  const file = { file: '', sourceUrl: '', alt: '', sizes: {} };
  await site.write(
    async (tx) => void (brief = await makeMedia(tx, { title: 'Brief', authorId: mirai, file })),
  );
  await page.goto(`${site.url}/wp-admin/upload.php?item=${brief}`);
  await details(page).getByLabel('Title').fill('For ever');
  await site.write((tx) => deletePost(tx, brief));
  await page.keyboard.press('Escape');
  await details(page).getByRole('button', { name: 'Close without saving' }).click();
  await expect.poll(() => page.url()).not.toContain('item=');
  await expect.poll(() => names(page)).not.toContain('Brief');
});

test('[IMP-04] a failed request for more files is not retried automatically; files that others deleted are not requested', async () => {
  const page = await open('/wp-admin/upload.php', mirai, { expectedMessages: /status of (?:400|500)/ });
  await expect.poll(() => names(page)).toHaveLength(3);
  let isLonger = true;
  let requestCount = 0;
  await page.route(/\/wp\/v2\/media\?per_page=60&page=1&/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), ...(isLonger ? { 'x-wp-total': '61' } : {}) },
    });
  });
  await page.route(/\/wp\/v2\/media\?per_page=60&page=2&/, (route) => {
    requestCount++;
    return route.fulfill({ status: 500, json: { message: 'The disk is full.' } });
  });
  await page.getByLabel('Order').selectOption('title-asc');
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('The disk is full.');
  await atRest(page);
  expect(requestCount).toBe(1);
  isLonger = false;
  await page.unroute(/\/wp\/v2\/media\?per_page=60&page=2&/);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  await atRest(page);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('[IMP-04] many files are dropped anywhere or pasted; failures explain themselves and are retried, cancelled ones do not arrive', async () => {
  const page = await open('/wp-admin/upload.php', noor, { expectedMessages: /status of (?:40[01]|500)/ });
  await expect.poll(() => names(page)).toHaveLength(3);
  const asksBeforeLeaving = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  let refusals = 1;
  await page.route('**/wp-json/wp/v2/media', (route) =>
    route.request().method() === 'POST' && refusals-- > 0
      ? route.fulfill({ status: 500, json: { message: 'The disk is full.' } })
      : route.continue(),
  );
  const [red, green] = [await picture('#a03020'), await picture('#20a030')];
  await drop(page, [
    ['first.jpg', red],
    ['sham.jpg', Buffer.from('no picture')],
    ['third.jpg', green],
    ['x.exe', Buffer.from('MZ')],
  ]);
  await expect.poll(() => tray(page).getByRole('status').textContent()).toBe('1 of 4 uploaded, 3 failed');
  const texts = await tray(page).locator('.uploads-fault').allTextContents();
  expect(texts).toEqual([
    expect.stringContaining('Files of this type are not allowed'),
    expect.stringContaining('It is no picture'),
    'The disk is full.',
  ]);
  await tray(page).getByRole('button', { name: 'Try again first.jpg' }).click();
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['first', 'third']));
  await drop(
    page,
    [
      [
        'image.png',
        await sharp(await picture('#3020a0'))
          .png()
          .toBuffer(),
      ],
    ],
    'paste',
  );
  await expect
    .poll(() => names(page))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^pasted-2026/)]));
  // A cancelled upload does not arrive.
  await page.unroute('**/wp-json/wp/v2/media');
  const sent: string[] = [];
  await page.route('**/wp-json/wp/v2/media', (route) => {
    sent.push(/filename="(\w+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? '');
  });
  const ended = page.waitForEvent('requestfailed');
  await drop(
    page,
    await Promise.all(
      ['one', 'two', 'waiting'].map(async (name) => [`${name}.jpg`, await picture('#111111')] as const),
    ),
  );
  await expect.poll(() => sent.length).toBe(2);
  expect(await asksBeforeLeaving()).toBe(true);
  await tray(page).getByRole('button', { name: 'Cancel waiting.jpg' }).click();
  await tray(page).getByRole('button', { name: 'Cancel one.jpg' }).click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  const second = page.waitForEvent('requestfailed');
  await tray(page).getByRole('button', { name: 'Cancel two.jpg' }).click();
  await second;
  await expect.poll(() => tray(page).getByRole('status').textContent()).toContain('3 of 5 uploaded');
  expect([sent.toSorted(), await asksBeforeLeaving()]).toEqual([['one', 'two'], false]);
  // Nor does one cancelled during a new log-in.
  await page.unroute('**/wp-json/wp/v2/media');
  const renewing = Promise.withResolvers<undefined>();
  const refused: string[] = [];
  await page.route('**/wp-json/wp/v2/media', (route) => {
    refused.push(route.request().method());
    return route.fulfill({ status: 401, json: { code: 'rest_cookie_invalid_nonce' } });
  });
  await page.route('**/admin-ajax.php?action=rest-nonce', async (route) => {
    await renewing.promise;
    await route.continue();
  });
  const requested = page.waitForRequest(/action=rest-nonce/);
  await drop(page, [['one.jpg', await picture('#111111')]]);
  await requested;
  await tray(page).getByRole('button', { name: 'Cancel one.jpg' }).click();
  const renewed = page.waitForResponse(/action=rest-nonce/);
  renewing.resolve(undefined);
  await (await renewed).finished();
  await page.unroute('**/wp-json/wp/v2/media');
  await drop(page, [['last.jpg', await picture('#222222')]]);
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['last']));
  expect(refused).toEqual(['POST']);
  expect(onDisk().filter((name) => /one|two|waiting|sham|x\.exe/.test(name ?? ''))).toEqual([]);
});

test('[IMP-04] a picture is turned and cut into a new file by keys, and its point that stays in sight is set', async () => {
  const page = await open('/wp-admin/upload.php', noor, { expectedMessages: /status of 409/ });
  await page.locator('.media-name').first().waitFor();
  await drop(page, [['lake.jpg', await picture('#103050')]]);
  await item(page, 'lake').click();
  await details(page).getByRole('button', { name: 'Set focal point' }).click();
  const point = () => details(page).getByRole('button', { name: /^Focal point/ });
  for (let press = 0; press < 20; press++) await point().press('ArrowRight');
  await point().press('ArrowLeft');
  await expect.poll(() => point().getAttribute('aria-label')).toContain('95 % from the left');
  // A refused one is shown only while it could still be saved.
  await expect.poll(() => details(page).getByRole('status').textContent()).toBe('Saved');
  await site.write((tx) =>
    updatePost(tx, Number(new URL(page.url()).searchParams.get('item')), { excerpt: 'At dawn' }),
  );
  await point().press('ArrowLeft');
  await details(page).getByRole('alert').waitFor();
  expect(await point().getAttribute('aria-label')).toContain('90 % from the left');
  await details(page).getByRole('button', { name: 'View their version' }).click();
  await expect.poll(() => point().getAttribute('aria-label')).toContain('95 % from the left');
  await details(page).getByRole('button', { name: 'Done' }).click();
  await details(page).getByRole('button', { name: 'Crop, rotate or flip' }).click();
  await expect
    .poll(() => details(page).locator('.picture-editor').textContent())
    .toContain('400 × 300 pixels');
  await details(page).getByRole('button', { name: 'Rotate right' }).click();
  await expect
    .poll(() => details(page).locator('.picture-editor').textContent())
    .toContain('300 × 400 pixels');
  // Only an answer discards crop and rotation.
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Close without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  expect(
    await details(page)
      .getByRole('button', { name: /^(?:Previous|Next)$/, disabled: true })
      .count(),
  ).toBe(2);
  await details(page).getByLabel('Shape').selectOption('Square');
  await details(page)
    .getByRole('button', { name: /^Crop area/ })
    .press('ArrowUp');
  await details(page).getByRole('button', { name: 'Save as new file' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('as a new file');
  await expect
    .poll(() => details(page).locator('.media-facts').textContent())
    .toMatch(/lake-edited\.jpg.*300 × 300/);
});

test('[IMP-04] a picture is replaced: a file of another type is refused, then its address serves the new one', async () => {
  const page = await open('/wp-admin/upload.php', noor, {
    expectedMessages: /400 \(Bad Request\)|status of 409/,
  });
  await page.locator('.media-name').first().waitFor();
  await drop(page, [['mill.jpg', await picture('#a01010')]]);
  await item(page, 'mill').click();
  const address = await details(page).locator('.media-facts a').getAttribute('href');
  await details(page).getByRole('button', { name: 'Replace file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace file' });
  const choose = async (mimeType: string, buffer: Buffer) =>
    dialog.getByLabel('New file').setInputFiles({ name: 'new mill.jpg', mimeType, buffer });
  await choose(
    'image/jpeg',
    await sharp(await picture('#1010a0'))
      .png()
      .toBuffer(),
  );
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.poll(() => dialog.getByRole('alert').textContent()).toContain('this is a .png file');
  await choose('image/jpeg', await picture('#1010a0'));
  await dialog.getByRole('img', { name: 'New image' }).waitFor();
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  // Cancelled in transit, it does not arrive.
  await page.route(/\/file\?revision=/, () => {});
  const [sent, ended] = [page.waitForRequest(/\/file\?revision=/), page.waitForEvent('requestfailed')];
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await sent;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect.poll(() => toast(page).textContent()).toContain('The upload was cancelled.');
  await page.unroute(/\/file\?revision=/);
  // A drop goes to the dialog, not to the library.
  await details(page).getByRole('button', { name: 'Replace file…' }).click();
  await drop(page, [['newer mill.jpg', await picture('#1010a0')]], 'drop', '.media-replace input');
  await dialog.getByRole('img', { name: 'New image' }).waitFor();
  expect(await dialog.getByLabel('New file').inputValue()).toContain('newer mill.jpg');
  expect(await page.locator('.uploads').textContent()).not.toContain('newer mill');
  // Another user's change blocks nothing after its notice. Sent during the request: earlier, the page might learn of it
  // by itself.
  await page.route(
    /\/file\?revision=/,
    async (route) => {
      await site.write((tx) =>
        updatePost(tx, Number(new URL(page.url()).searchParams.get('item')), { excerpt: 'By the river' }),
      );
      await route.continue();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.poll(() => toast(page).textContent()).toContain('was replaced');
  await expect
    .poll(() => details(page).locator('.media-facts a').getAttribute('href'))
    .toBe(`${address}?v=1`);
  // Without the clipboard API, as on an insecure origin, it is copied by the old command.
  await page.evaluate(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await details(page).getByRole('button', { name: 'Copy URL' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('URL copied.');
  // It is shown above the dialog, and its buttons can be pressed.
  expect(
    await toast(page).evaluate((words) => {
      const { left, top, width, height } = words.getBoundingClientRect();
      return (
        words.contains(document.elementFromPoint(left + width / 2, top + height / 2)) &&
        words.closest('[aria-hidden=true]') === null
      );
    }),
  ).toBe(true);
  await details(page).getByLabel('Credit').press('ControlOrMeta+v');
  expect(await details(page).getByLabel('Credit').inputValue()).toBe(`${address}?v=1`);
  const bytes = await page.request.get(address ?? '');
  expect((await sharp(await bytes.body()).stats()).dominant.b).toBeGreaterThan(120);
});

test('[IMP-04] files are selected by keyboard and deleted together, after their uses are shown', async () => {
  const page = await open('/wp-admin/upload.php?orderby=title&order=asc');
  await item(page, 'A speech').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press(' ');
  await page.keyboard.press(' ');
  await expect.poll(() => page.locator('.media-count').textContent()).toContain('2 selected');
  await page.keyboard.press('Escape');
  await item(page, 'The bridge').click({ modifiers: ['ControlOrMeta'] });
  await item(page, 'The budget').click({ modifiers: ['Shift'] });
  await expect.poll(() => page.locator('.media-count').textContent()).toContain('2 selected');
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete permanently?' });
  await expect.poll(() => dialog.textContent()).toContain('1 of these files is used');
  await expect.poll(() => dialog.textContent()).toContain('It opens');
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('2 deleted permanently');
  await expect.poll(() => names(page)).not.toContain('The bridge');
  // Keyboard users continue at the next one.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^media-\d+$/);
  expect(await names(page)).toContain('A speech');
  // Authors see all files, and delete only their own.
  const other = await open('/wp-admin/upload.php', noor);
  await item(other, 'A speech').click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => other.locator('.media-count').textContent()).toContain('1 selected');
  expect(await other.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
});

test('[IMP-29] in dark mode the headings in a dialog have its text colour', async () => {
  const page = await open('/wp-admin/upload.php?mode=grid', mirai, { dark: '1' });
  await page.locator('[data-media]').first().click();
  const heading = details(page).getByRole('heading', { name: 'Used in' });
  await heading.waitFor();
  const [color, words] = await heading.evaluate((element) =>
    [element, element.closest('.media-sides') ?? element].map((one) => getComputedStyle(one).color),
  );
  expect([color, words]).toEqual(['rgb(233, 236, 239)', 'rgb(233, 236, 239)']);
});

test.each(
  drawn(
    'looks of the library',
    [
      ['wide and light', { viewport: { width: 1280, height: 900 } }, '0'],
      ['on a phone and dark', { viewport: { width: 375, height: 812 } }, '1'],
    ] as const,
    2,
  ),
)(
  '[IMP-29] %s: the library and a file of it have nothing serious for axe, and are not wider than the window',
  async (name, options, dark) => {
    const page = await open('/wp-admin/upload.php?mode=grid', mirai, { ...options, dark });
    for (const mode of ['grid', 'list']) {
      if (mode !== 'grid') await page.goto(`${site.url}/wp-admin/upload.php?mode=${mode}`);
      await expect.poll(async () => (await names(page)).length).toBeGreaterThan(0);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/media-${mode}-${name.slice(0, 4)}.png` });
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    }
    await page.locator('[data-media]').first().click();
    await details(page).getByRole('heading', { name: 'Used in' }).waitFor();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/media-file-${name.slice(0, 4)}.png` });
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    // The hovered label is readable as well: a late picture may push any button below it.
    await details(page).getByRole('button', { name: 'Set focal point' }).hover();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  },
);

test('[IMP-04] a file uploaded before the first list loads is in the library, too', async () => {
  const page = await open('/wp-admin/');
  const held = Promise.withResolvers<undefined>();
  const requested = Promise.withResolvers<undefined>();
  let isFirst = true;
  await page.route('**/wp-json/wp/v2/media?*', async (route) => {
    if (!isFirst || route.request().url().includes('_fields=date')) return route.continue(); // a request for the months
    isFirst = false;
    const response = await route.fetch(); // as it was before the file was uploaded
    requested.resolve(undefined);
    await held.promise;
    return route.fulfill({ response });
  });
  await page.goto(`${site.url}/wp-admin/upload.php`);
  await requested.promise;
  await drop(page, [['early.jpg', await picture('#246')]]);
  await expect.poll(() => tray(page).getByRole('status').textContent()).toBe('1 of 1 uploaded');
  held.resolve(undefined);
  await expect.poll(() => names(page)).toContain('early');
});
