import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { muxWebm } from '../harness/webm.ts';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
let film = 0;

const site = useRealSite(async (tx, { dataDir }) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai' });
  const at = Date.UTC(2026, 0, 2);
  const frame = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2a7a3a' } })
    .webp({ quality: 60 })
    .toBuffer();
  const bytes = muxWebm(
    Array.from({ length: 30 }, () => frame),
    { width: 640, height: 360, framesPerSecond: 10 },
  );
  const { file } = await storeUpload(dataDir, { name: 'harvest.webm', bytes, at });
  const red = await storeUpload(dataDir, {
    name: 'red.jpg',
    at,
    bytes: await sharp({ create: { width: 800, height: 450, channels: 3, background: '#b02020' } })
      .jpeg()
      .toBuffer(),
  });
  const own = { file: { file, width: 0, height: 0, alt: '', sizes: {} } };
  film = await makeMedia(tx, {
    title: 'Harvest',
    slug: 'harvest',
    mimeType: 'video/webm',
    authorId: mirai,
    ...own,
  });
  await makeMedia(tx, {
    title: 'A red field',
    authorId: mirai,
    file: { file: red.file, width: 800, height: 450, alt: 'A red field', sizes: {} },
  });
  const block = `<!-- wp:video --><figure class="wp-block-video"><video controls src="/wp-content/uploads/${file}"></video></figure><!-- /wp:video -->`;
  await makePost(tx, { title: 'The harvest', slug: 'the-harvest', content: block });
});

const details = (page: Page) => page.locator('.media-details');
/** Posters of readers' players: in the article, and on the film's own page. */
const posters = async () =>
  Promise.all(
    ['/the-harvest/', `/?attachment_id=${film}`].map(
      async (path) =>
        /<video[^>]* poster="([^"]*)"/.exec(await (await fetch(site.url + path)).text())?.[1] ?? '',
    ),
  );

test('[IMP-04] a film gets its own frame as poster, then a picture of the library; readers see it, until it is removed', async () => {
  const shots = process.env['SHOTS'];
  expect((await posters())[0]).toMatch(/^data:/);
  const page = await openNewsroom(browser, site, `/wp-admin/upload.php?item=${film}`, mirai);
  const poster = details(page).getByRole('group', { name: 'Poster' });
  await poster.getByRole('button', { name: 'Use this frame as poster' }).click();
  await expect.poll(() => poster.textContent()).toContain('The poster is shown');
  await expect
    .poll(posters)
    .toEqual([expect.stringMatching(/\/poster[-\w]*\.jpg/), expect.stringMatching(/\/poster[-\w]*\.jpg/)]);
  // It is a frame in the film's own size.
  const address = (await posters())[0] ?? '';
  const { data, info } = await sharp(
    Buffer.from(await (await fetch(new URL(address, site.url))).arrayBuffer()),
  )
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width > 0, (data[1] ?? 0) > (data[0] ?? 0) + 40]).toEqual([true, true]);
  if (shots) await page.screenshot({ path: `${shots}/poster-details.png` });

  await poster.getByRole('button', { name: 'Select image…' }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /A red field/ })
    .click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Select', exact: true }).click();
  await expect.poll(posters).toEqual([expect.stringMatching(/\/red\b/), expect.stringMatching(/\/red\b/)]);
  expect((await seriousFaults(page)).faults).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.media-film img').getAttribute('src')).toMatch(/\/red\b/);
  if (shots) await page.screenshot({ path: `${shots}/poster-grid.png` });

  await page.getByRole('button', { name: 'Harvest', exact: true }).click();
  await poster.getByRole('button', { name: 'Remove poster' }).click();
  await expect.poll(() => poster.textContent()).toContain('Without a poster');
  await expect.poll(async () => (await posters())[0]).toMatch(/^data:/);
});
