import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { InvalidInputError } from '../../lib/errors.ts';
import { cleanPicture } from './clean-picture.ts';
import { fitsEnding } from './checked-upload.ts';
import { processImage } from './make-sizes.ts';
import { newPartFolder, placeParts } from '../../kernel/part-files.ts';

const place = 'SECRET-PLACE-47N';
const halves = sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff0000' } }).composite([
  { input: { create: { width: 30, height: 40, channels: 3, background: '#0000ff' } }, left: 0, top: 0 },
]);
const exif = {
  IFD0: { Copyright: 'Anna Berg', Artist: 'Anna', Model: 'SECRET-CAMERA' },
  IFD2: { UserComment: 'x' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1', GPSMapDatum: place },
};
const xmp =
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
  `<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${place}"/></rdf:RDF>` +
  '</x:xmpmeta><?xpacket end="w"?>';
const pixels = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
const made = (format: 'jpeg' | 'png' | 'webp' | 'avif', more: typeof halves = halves.clone()) =>
  more.withExif(exif).withXmp(xmp).toFormat(format).toBuffer();
const jpeg = await halves.clone().jpeg().toBuffer();

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  '[IMP-04] removes the location of a %s, and keeps its pixels and the copyright in its EXIF',
  async (format) => {
    const bytes = await made(format);
    expect(bytes.toString('latin1')).toContain(place);
    const cleaned = cleanPicture(bytes);
    expect(cleaned.toString('latin1')).not.toMatch(/SECRET|GPS/);
    expect((await pixels(cleaned)).equals(await pixels(bytes))).toBe(true);
    const { exif: storedExif } = await sharp(cleaned).metadata();
    if (format !== 'avif') expect(storedExif?.toString('latin1')).toContain('Anna Berg');
    expect(cleanPicture(cleaned)).toBe(cleaned);
  },
);

test('a picture without location stays identical byte for byte', async () => {
  const moving = await sharp([await halves.clone().png().toBuffer(), jpeg], { join: { animated: true } })
    .gif()
    .toBuffer();
  for (const bytes of [
    jpeg,
    moving,
    await halves.clone().png().toBuffer(),
    await halves.clone().webp().toBuffer(),
    await halves.clone().avif().toBuffer(),
  ]) {
    expect(cleanPicture(bytes)).toBe(bytes);
  }
});

test('[IMP-04] rotates an upright photo when its sizes are generated, and keeps its copyright', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-turned-'));
  mkdirSync(join(dataDir, 'media'));
  const cleaned = cleanPicture(
    await halves.clone().withExif(exif).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer(),
  );
  expect(await sharp(cleaned).metadata()).toMatchObject({ width: 60, height: 40, orientation: 6 });
  writeFileSync(join(dataDir, 'media/up.jpg'), cleaned);
  writeFileSync(
    join(dataDir, 'media/camera.jpg'),
    await halves.clone().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  );
  const makeSizes = async (file: string) => {
    const part = await newPartFolder(dataDir);
    const processed = await processImage({ dataDir, file, kept: [], part });
    expect(readFileSync(join(dataDir, 'media/up.jpg')).equals(cleaned)).toBe(file === 'up.jpg'); // moved with the sizes
    await placeParts(part, join(dataDir, 'media'));
    return processed;
  };
  const { width, height, bytes } = await makeSizes('up.jpg');
  const turned = readFileSync(join(dataDir, 'media/up.jpg'));
  expect([width, height, bytes, (await sharp(turned).metadata()).orientation]).toEqual([
    40,
    60,
    turned.length,
    undefined,
  ]);
  const { data } = await sharp(turned).raw().toBuffer({ resolveWithObject: true });
  expect([(data[2] ?? 0) > 200, (data.at(-3) ?? 0) > 200]).toEqual([true, true]); // the former left side is at the top
  expect((await sharp(turned).metadata()).exif?.toString('latin1')).toContain('Anna Berg');
  // An image that wasn't uploaded here stays unchanged.
  const camera = readFileSync(join(dataDir, 'media/camera.jpg'));
  await makeSizes('camera.jpg');
  expect(readFileSync(join(dataDir, 'media/camera.jpg')).equals(camera)).toBe(true);
  rmSync(dataDir, { recursive: true });
});

test('removes data that cameras append, and refuses truncated pictures and polyglots', async () => {
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(500, 7)]);
  expect(cleanPicture(Buffer.concat([jpeg, film]))).toEqual(jpeg);
  const png = await halves.clone().png().toBuffer();
  const webp = await halves.clone().webp().toBuffer();
  const gif = await halves.clone().gif().toBuffer();
  const list = Buffer.from('PK\x05\x06\0\0\0\0\x01\0\x01\0\x30\0\0\0\x00\x01\0\0\0\0', 'latin1');
  const comment = (text: string) =>
    Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, text.length + 2]),
      Buffer.from(text),
      jpeg.subarray(2),
    ]);
  const both = [
    ...[jpeg, png, webp, gif].flatMap((bytes) =>
      ['PK\x03\x04', '<?php x();', '<script>x()</script>', '%PDF-1.7'].map((tail) =>
        Buffer.concat([bytes, Buffer.from(tail, 'latin1')]),
      ),
    ),
    Buffer.concat([jpeg, Buffer.alloc(400), list]),
    comment('<?php system();'),
    comment('*/=1;/*<script>'),
    comment('%PDF-1.4'),
  ];
  for (const bytes of both)
    expect(() => cleanPicture(bytes), bytes.toString('latin1').slice(-40)).toThrow(/another file at once/);
  for (const bytes of [jpeg, png, webp, gif].flatMap((whole) => [
    whole.subarray(0, -3),
    whole.subarray(0, whole.length / 2),
    whole.subarray(0, 30),
  ])) {
    expect(() => cleanPicture(bytes)).toThrow(InvalidInputError);
  }
  // Random damage: it is read to its end and no further.
  for (let seed = 1; seed < 400; seed++) {
    const bytes = Buffer.from([jpeg, png, webp, gif, await made('avif')][seed % 5] ?? jpeg);
    for (let at = seed * 7; at < bytes.length; at += 11 + (seed % 89)) bytes[at] = (at * seed) % 256;
    try {
      expect(cleanPicture(bytes).length).toBeLessThanOrEqual(bytes.length);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError);
    }
  }
});

test('recognizes files that are no pictures by their first bytes', () => {
  const begins: [string, string, boolean][] = [
    ['pdf', '%PDF-1.7', true],
    ['pdf', '<html>', false],
    ['zip', 'PK\x03\x04', true],
    ['docx', 'PK\x03\x04', true],
    ['docx', '\xd0\xcf\x11\xe0', false],
    ['mp4', '\0\0\0\x18ftypmp42', true],
    ['mp4', 'MZ\x90', false],
    ['webm', '\x1aE\xdf\xa3', true],
    ['mp3', 'ID3\x04', true],
    ['mp3', '\xff\xfb\x90', true],
    ['mp3', 'words', false],
    ['wav', 'RIFF\0\0\0\0WAVEfmt ', true],
    ['txt', 'words', true],
    ['txt', 'MZ\x90\0\x03', false],
    ['csv', '\xff\xfea\0', true],
    ['ogg', 'OggS', true],
  ];
  for (const [ending, head, fits] of begins)
    expect([ending, head, fitsEnding(Buffer.from(head, 'latin1'), ending)]).toEqual([ending, head, fits]);
});
