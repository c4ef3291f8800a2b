import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InvalidInputError } from '../../lib/errors.ts';
import { processImage } from './make-sizes.ts';
import { newPartFolder, placeParts, sweepParts } from '../../kernel/part-files.ts';
import { previewFile, toPictureFiles } from './picture.ts';
import { measurePicture } from './picture-format.ts';
import { storeUpload } from './store-upload.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-media-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const at = Date.UTC(2026, 10, 5);
const store = async (name: string, bytes = Buffer.from('x')) =>
  (await storeUpload(dataDir, { name, bytes, at })).file;
const makeSizes = async (file: string, imported: readonly string[] = []) => {
  const part = await newPartFolder(dataDir);
  const made = await processImage({ dataDir, file, kept: imported, part });
  await placeParts(part, dirname(join(dataDir, 'media', file)));
  return made;
};
const plain = (width: number, height: number, background: string | object = '#c02020') =>
  sharp({ create: { width, height, channels: 4, background } });

test('uploads get a safe, unique name in the month’s folder', async () => {
  expect(await storeUpload(dataDir, { name: 'Été à la plage.JPG', bytes: Buffer.from('whole'), at })).toEqual(
    { file: '2026/11/ete-a-la-plage.jpg', mimeType: 'image/jpeg', bytes: 5 },
  );
  expect(readFileSync(join(dataDir, 'media/2026/11/ete-a-la-plage.jpg'), 'utf8')).toBe('whole');
  expect(await store('ete-a-la-plage.jpg')).toBe('2026/11/ete-a-la-plage-1.jpg');
  expect(await store('ete-a-la-plage.png')).toBe('2026/11/ete-a-la-plage-2.png');
  expect(await store('../../../etc/cron.d/x\0.php.txt')).toBe('2026/11/php.txt');
  expect(await store('a\\..\\b.PNG')).toBe('2026/11/b.png');
  expect(await store('shell.php.jpg')).toBe('2026/11/shell-php.jpg');
  expect(await store('...jpg')).toBe('2026/11/file.jpg');
  expect(await store('photo-300x200.jpg')).toBe('2026/11/photo-300x200-1.jpg');
  expect(Buffer.byteLength(await store(`${'日'.repeat(300)}.jpg`))).toBeLessThan(140);
  for (const name of [
    'page.html',
    'x.svg',
    'x.php',
    'jpg',
    '',
    '.htaccess',
    'x.jpg/',
    'x.__proto__',
    'x.constructor',
  ]) {
    await expect(store(name), name).rejects.toThrow("can't be uploaded");
  }
  expect(readdirSync(join(dataDir, 'media/2026/11')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('concurrent uploads with one name never collide', async () => {
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, index) => store('same.jpg', Buffer.from(String(index)))),
  );
  expect(new Set(files).size).toBe(12);
  expect(files.map((file) => readFileSync(join(dataDir, 'media', file), 'utf8'))).toEqual(
    files.map((_, index) => String(index)),
  );
});

test('generates WordPress’ sizes as WebP, and the three classic ones and one for previews in the original format', async () => {
  const file = await store('wide.jpg', await plain(1800, 900).jpeg().toBuffer());
  expect(await measurePicture(join(dataDir, 'media', file))).toEqual({ width: 1800, height: 900 });
  const { width, height, color, sizes } = await makeSizes(file);
  expect([width, height]).toEqual([1800, 900]);
  expect(color).toMatch(/^#[bc].[12].[12].$/);
  const shown = Object.entries(sizes).map(
    ([name, size]) => `${name} ${size.file} ${size.width}x${size.height}`,
  );
  expect(shown).toEqual([
    'thumbnail wide-150x150.jpg.webp 150x150',
    'thumbnail_fallback wide-150x150.jpg 150x150',
    'thumbnail_2x wide-300x300.jpg.webp 300x300',
    'medium wide-300x150.jpg.webp 300x150',
    'medium_fallback wide-300x150.jpg 300x150',
    'medium_2x wide-600x300.jpg.webp 600x300',
    'medium_large wide-768x384.jpg.webp 768x384',
    'large wide-1024x512.jpg.webp 1024x512',
    'large_fallback wide-1024x512.jpg 1024x512',
    'preview_fallback wide-1200x600.jpg 1200x600',
    '1536x1536 wide-1536x768.jpg.webp 1536x768',
  ]);
  for (const size of Object.values(sizes)) {
    const made = await sharp(join(dataDir, 'media/2026/11', size.file)).metadata();
    expect([made.width, made.height, `image/${made.format}`]).toEqual([size.width, size.height, size.mime]);
  }
});

test('handles small, rotated, transparent and animated pictures', async () => {
  const small = await makeSizes(
    await store('small.png', await plain(100, 50, { r: 0, g: 0, b: 255, alpha: 0.5 }).png().toBuffer()),
  );
  expect([small.width, small.height, small.sizes]).toEqual([100, 50, {}]);
  const turned = await makeSizes(
    await store('turned.jpg', await plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
  );
  expect([turned.width, turned.height, turned.sizes.medium?.file]).toEqual([
    200,
    400,
    'turned-150x300.jpg.webp',
  ]);
  const clear = await makeSizes(
    await store('clear.png', await plain(400, 400, { r: 0, g: 255, b: 0, alpha: 0 }).png().toBuffer()),
  );
  expect(
    (await sharp(join(dataDir, 'media/2026/11', clear.sizes.medium?.file ?? '')).metadata()).hasAlpha,
  ).toBe(true);
  const modern = await makeSizes(await store('modern.webp', await plain(400, 400).webp().toBuffer()));
  expect(Object.values(modern.sizes).map((size) => size.file)).toEqual([
    'modern-150x150.webp',
    'modern-300x300.webp',
    'modern-300x300.webp',
  ]);
  const grey = await makeSizes(
    await store(
      'grey.png',
      await plain(300, 20_000, '#777777').removeAlpha().toColourspace('b-w').png().toBuffer(),
    ),
  );
  expect([grey.color, Object.keys(grey.sizes)]).toEqual([
    expect.stringMatching(/^#7.7.7.$/),
    [
      'thumbnail',
      'thumbnail_fallback',
      'thumbnail_2x',
      'medium',
      'medium_fallback',
      'medium_2x',
      'large',
      'large_fallback',
      '1536x1536',
      '2048x2048',
      'scaled',
    ],
  ]);
  const tall = await makeSizes(await store('tall.png', await plain(800, 20_000).png().toBuffer()));
  expect(tall.sizes.medium_large).toBeUndefined();
  const frames = await Promise.all(
    ['#ff0000', '#00ff00'].map((color) => plain(400, 400, color).png().toBuffer()),
  );
  const moving = await makeSizes(
    await store(
      'moving.gif',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    ),
  );
  expect([moving.width, moving.height, Object.keys(moving.sizes)]).toEqual([
    400,
    400,
    ['thumbnail', 'thumbnail_2x'],
  ]);
});

test('the largest sizes are for large screens, and the focal point is detected', async () => {
  const spot = await plain(300, 300, '#e01010').png().toBuffer();
  const file = await store(
    'large.jpg',
    await plain(3000, 2000, '#556677')
      .composite([{ input: spot, left: 2400, top: 200 }])
      .jpeg()
      .toBuffer(),
  );
  const { focalX, focalY, sizes } = await makeSizes(file);
  expect(sizes.scaled).toEqual({
    file: 'large-2560x1707.jpg.webp',
    width: 2560,
    height: 1707,
    mime: 'image/webp',
    bytes: expect.any(Number),
  });
  expect(focalX).toBeGreaterThan(700);
  expect(focalY).toBeLessThan(350);
});

test('creates share pictures in a common format and the requested width, whatever the original is', async () => {
  const shared = async (name: string, mime: string, picture: ReturnType<typeof plain>) => {
    const file = await store(name, await picture.toBuffer());
    const { width, height, sizes } = await makeSizes(file);
    const row = {
      id: 1,
      alt: '',
      bytes: 1,
      mime,
      width,
      height,
      file,
      sourceUrl: '',
      edition: 0,
      sizes: JSON.stringify(sizes),
    };
    const { url, ...preview } = previewFile(toPictureFiles('', row) ?? expect.fail('no address'));
    return [url.slice(url.lastIndexOf('/') + 1), preview];
  };
  expect(await shared('broad.jpg', 'image/jpeg', plain(3000, 2000).jpeg())).toEqual([
    'broad-1200x800.jpg',
    { width: 1200, height: 800, mime: 'image/jpeg' },
  ]);
  expect(await shared('upright.jpg', 'image/jpeg', plain(2000, 3000).jpeg())).toEqual([
    'upright-1200x1800.jpg',
    { width: 1200, height: 1800, mime: 'image/jpeg' },
  ]);
  expect(await shared('chart.png', 'image/png', plain(1800, 900).png())).toEqual([
    'chart-1200x600.png',
    { width: 1200, height: 600, mime: 'image/png' },
  ]);
  // Clients that can't show this can't show the original either.
  expect(await shared('modern.webp', 'image/webp', plain(3000, 2000).webp())).toEqual([
    'modern-1536x1024.webp',
    { width: 1536, height: 1024, mime: 'image/webp' },
  ]);
  expect(await shared('small.jpg', 'image/jpeg', plain(1100, 700).jpeg())).toEqual([
    'small.jpg',
    { width: 1100, height: 700, mime: 'image/jpeg' },
  ]);
});

test('an even picture stays centred', async () => {
  for (const background of ['#a03020', '#808080', '#000000']) {
    const file = await store('wall.jpg', await plain(640, 400, background).jpeg({ quality: 60 }).toBuffer());
    expect(await makeSizes(file)).toMatchObject({ focalX: 500, focalY: 500 });
  }
});

test('leaves existing sizes of a picture unchanged, and counts them', async () => {
  const file = await store('old.jpg', await plain(500, 400).jpeg().toBuffer());
  writeFileSync(join(dataDir, 'media/2026/11/old-150x150.jpg'), 'as it came');
  expect((await makeSizes(file, ['old-150x150.jpg'])).sizes.thumbnail_fallback).toEqual({
    file: 'old-150x150.jpg',
    width: 150,
    height: 150,
    mime: 'image/jpeg',
    bytes: 10,
    brought: true,
  });
  expect(readFileSync(join(dataDir, 'media/2026/11/old-150x150.jpg'), 'utf8')).toBe('as it came');
});

const whole = await plain(900, 600).jpeg().toBuffer();
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><image href="/etc/passwd" width="9" height="9"/></svg>';
const bomb = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000c3500000c3500802000000', 'hex'),
  Buffer.from('3d0ba7d2', 'hex'),
]);

test.each([
  ['a script', Buffer.from('<?php')],
  ['an SVG, which may name files', Buffer.from(svg)],
  ['nothing', Buffer.alloc(0)],
  ['half a picture', whole.subarray(0, whole.length / 2)],
  ['a picture of too many pixels', bomb],
  ['a document', Buffer.from('%PDF-1.7\n')],
  ['the beginning of a picture', Buffer.from('ffd8ffe000104a464946', 'hex')],
])('refuses %s named like a picture with a reason, and leaves nothing behind', async (_what, bytes) => {
  const file = await store('fake.jpg', bytes);
  await expect(makeSizes(file)).rejects.toThrow(InvalidInputError);
  expect(readdirSync(join(dataDir, 'media/2026/11'))).toEqual([bytes === bomb ? 'fake.png' : 'fake.jpg']); // named by its detected type
});

test('detects files that are no pictures by their first bytes', async () => {
  for (const bytes of [Buffer.from(svg), Buffer.from('<?php'), bomb]) {
    await expect(measurePicture(join(dataDir, 'media', await store('fake.png', bytes)))).rejects.toThrow(
      InvalidInputError,
    );
  }
  const turned = await store(
    'turned.jpg',
    await plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  );
  expect(await measurePicture(join(dataDir, 'media', turned))).toEqual({ width: 200, height: 400 });
  for (const format of ['png', 'webp', 'gif', 'avif'] as const) {
    expect(
      await measurePicture(
        join(dataDir, 'media', await store(`a.${format}`, await plain(40, 30).toFormat(format).toBuffer())),
      ),
    ).toEqual({ width: 40, height: 30 });
  }
});

test('removes files that a process left incomplete, but none that another one is writing', async () => {
  const parts = join(dataDir, 'media/.parts');
  mkdirSync(parts, { recursive: true });
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const old = new Date(Date.now() - 48 * 3_600_000);
  for (const name of [
    `${hostname()}~${ended}~a.part`,
    `${hostname()}~${process.pid}~b.part`,
    `${hostname()}~${process.ppid}~c.part`,
    'elsewhere~1~d.part',
    'elsewhere~1~e.part',
  ]) {
    writeFileSync(join(parts, name), 'half');
  }
  utimesSync(join(parts, 'elsewhere~1~d.part'), old, old);
  const foreign = [`${hostname()}~${process.ppid}~c.part`, 'elsewhere~1~e.part'];
  await sweepParts(dataDir);
  expect(readdirSync(parts).toSorted()).toEqual(
    [...foreign, `${hostname()}~${process.pid}~b.part`].toSorted(),
  );
  await sweepParts(dataDir, { own: true });
  expect(readdirSync(parts).toSorted()).toEqual(foreign.toSorted());
});
