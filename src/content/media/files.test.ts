import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processImage } from './make-sizes.ts';
import { storeUpload } from './store-upload.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-media-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const at = Date.UTC(2026, 10, 5);
const store = async (name: string, bytes = Buffer.from('x')) => (await storeUpload(dataDir, { name, bytes, at })).file;
const plain = (width: number, height: number, background: string | object = '#c02020') => sharp({ create: { width, height, channels: 4, background } });

test('uploads get a safe name of their own in the month\'s folder', async () => {
  expect(await storeUpload(dataDir, { name: 'Été à la plage.JPG', bytes: Buffer.from('whole'), at })).toEqual({ file: '2026/11/ete-a-la-plage.jpg', mimeType: 'image/jpeg', bytes: 5 });
  expect(readFileSync(join(dataDir, 'media/2026/11/ete-a-la-plage.jpg'), 'utf8')).toBe('whole');
  expect(await store('ete-a-la-plage.jpg')).toBe('2026/11/ete-a-la-plage-1.jpg');
  expect(await store('ete-a-la-plage.png')).toBe('2026/11/ete-a-la-plage-2.png');
  expect(await store('../../../etc/cron.d/x\0.php.txt')).toBe('2026/11/php.txt');
  expect(await store('a\\..\\b.PNG')).toBe('2026/11/b.png');
  expect(await store('shell.php.jpg')).toBe('2026/11/shell-php.jpg');
  expect(await store('...jpg')).toBe('2026/11/file.jpg');
  expect(await store('photo-300x200.jpg')).toBe('2026/11/photo-300x200-1.jpg');
  expect(Buffer.byteLength(await store(`${'日'.repeat(300)}.jpg`))).toBeLessThan(140);
  for (const name of ['page.html', 'x.svg', 'x.php', 'jpg', '', '.htaccess', 'x.jpg/', 'x.__proto__', 'x.constructor']) await expect(store(name), name).rejects.toThrow("can't be uploaded");
  expect(readdirSync(join(dataDir, 'media/2026/11')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('uploads of one name at once never meet', async () => {
  const files = await Promise.all(Array.from({ length: 12 }, (_, index) => store('same.jpg', Buffer.from(String(index)))));
  expect(new Set(files).size).toBe(12);
  expect(files.map((file) => readFileSync(join(dataDir, 'media', file), 'utf8'))).toEqual(files.map((_, index) => String(index)));
});

test('pictures get WordPress\' sizes as WebP, the classical three in their own format too', async () => {
  const file = await store('wide.jpg', await plain(1800, 900).jpeg().toBuffer());
  const { width, height, color, sizes } = await processImage(dataDir, file);
  expect([width, height]).toEqual([1800, 900]);
  expect(color).toMatch(/^#[bc].[12].[12].$/);
  const shown = Object.entries(sizes).map(([name, size]) => `${name} ${size.file} ${size.width}x${size.height}`);
  expect(shown).toEqual([
    'thumbnail wide-150x150.jpg.webp 150x150', 'thumbnail_fallback wide-150x150.jpg 150x150', 'medium wide-300x150.jpg.webp 300x150', 'medium_fallback wide-300x150.jpg 300x150',
    'medium_large wide-768x384.jpg.webp 768x384', 'large wide-1024x512.jpg.webp 1024x512', 'large_fallback wide-1024x512.jpg 1024x512', '1536x1536 wide-1536x768.jpg.webp 1536x768',
  ]);
  for (const size of Object.values(sizes)) {
    const made = await sharp(join(dataDir, 'media/2026/11', size.file)).metadata();
    expect([made.width, made.height, `image/${made.format}`]).toEqual([size.width, size.height, size.mime]);
  }
});

test('small, turned, transparent and moving pictures come out right', async () => {
  const small = await processImage(dataDir, await store('small.png', await plain(100, 50, { r: 0, g: 0, b: 255, alpha: 0.5 }).png().toBuffer()));
  expect([small.width, small.height, small.sizes]).toEqual([100, 50, {}]);
  const turned = await processImage(dataDir, await store('turned.jpg', await plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()));
  expect([turned.width, turned.height, turned.sizes.medium?.file]).toEqual([200, 400, 'turned-150x300.jpg.webp']);
  const clear = await processImage(dataDir, await store('clear.png', await plain(400, 400, { r: 0, g: 255, b: 0, alpha: 0 }).png().toBuffer()));
  expect((await sharp(join(dataDir, 'media/2026/11', clear.sizes.medium?.file ?? '')).metadata()).hasAlpha).toBe(true);
  const modern = await processImage(dataDir, await store('modern.webp', await plain(400, 400).webp().toBuffer()));
  expect(Object.values(modern.sizes).map((size) => size.file)).toEqual(['modern-150x150.webp', 'modern-300x300.webp']);
  const grey = await processImage(dataDir, await store('grey.png', await plain(300, 20_000, '#777777').removeAlpha().toColourspace('b-w').png().toBuffer()));
  expect([grey.color, Object.keys(grey.sizes)]).toEqual([expect.stringMatching(/^#7.7.7.$/), ['thumbnail', 'thumbnail_fallback', 'medium', 'medium_fallback', 'large', 'large_fallback', '1536x1536', '2048x2048']]);
  const tall = await processImage(dataDir, await store('tall.png', await plain(800, 20_000).png().toBuffer()));
  expect(tall.sizes.medium_large).toBeUndefined();
  const frames = await Promise.all(['#ff0000', '#00ff00'].map((color) => plain(400, 400, color).png().toBuffer()));
  const moving = await processImage(dataDir, await store('moving.gif', await sharp(frames, { join: { animated: true } }).gif().toBuffer()));
  expect([moving.width, moving.height, Object.keys(moving.sizes)]).toEqual([400, 400, ['thumbnail']]);
});

test('what is no picture says so, and leaves nothing behind', async () => {
  const file = await store('fake.jpg', Buffer.from('<?php'));
  await expect(processImage(dataDir, file)).rejects.toThrow('can\'t be read as a picture');
  expect(readdirSync(join(dataDir, 'media/2026/11'))).toEqual(['fake.jpg']);
  expect(existsSync(join(dataDir, 'media', file))).toBe(true);
});
