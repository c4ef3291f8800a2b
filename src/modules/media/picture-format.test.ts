import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { InvalidInputError, messageOf } from '../../lib/errors.ts';
import { makePortrait } from './make-portrait.ts';
import { processImage } from './make-sizes.ts';
import { editPictureFile } from './picture-edit.ts';
import { measurePicture, maxScans, whyUnreadable } from './picture-format.ts';

const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } });

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'the error for a truncated %s says what to do',
  async (format) => {
    const whole = await picture.clone().toFormat(format).toBuffer();
    expect(await measurePicture(whole)).toEqual({ width: 400, height: 300 });
    for (const length of [18, 60, Math.floor(whole.length / 2), whole.length - 200]) {
      const messages = [
        await measurePicture(whole.subarray(0, length)).then(
          () => '',
          (error: unknown) => [error instanceof InvalidInputError, messageOf(error)].join(' '),
        ),
        await sharp(whole.subarray(0, length), { failOn: 'error' })
          .raw()
          .toBuffer()
          .then(() => '', whyUnreadable),
      ];
      for (const words of messages)
        expect(words).toMatch(
          /^(?:true It can’t be read as a picture: )?the file is damaged, or not all of it is there\.?$|^$/,
        );
      expect(messages[1]).not.toBe('');
    }
  },
);

test('the error for a picture with too many pixels says so', async () => {
  const whole = await picture.clone().png().toBuffer();
  expect(
    await sharp(whole, { limitInputPixels: 100 })
      .raw()
      .toBuffer()
      .then(() => '', whyUnreadable),
  ).toBe('it has too many pixels');
});

/** A grey JPEG with many scans that change nothing; `extra` precedes them. */
function ofScans(scans: number, side = 800, extra: readonly Buffer[] = []): Buffer {
  const part = (marker: number, ...bytes: number[]) =>
    Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes]);
  const table = (kind: number, symbol: number) => part(0xc4, kind, 1, ...Array<number>(15).fill(0), symbol);
  const of16 = (value: number) => [value >> 8, value & 0xff];
  const blocks = (side / 8) ** 2;
  const first = [part(0xda, 1, 1, 0, 0, 0, 0), Buffer.alloc(blocks / 8)];
  // Fifteen bits for 32,767 blocks: `0`, then the number beyond 16,384.
  const next = [part(0xda, 1, 1, 0, 1, 63, 0), Buffer.from([0x7f, 0xff, 0x00])];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...extra,
    part(0xdb, 0, ...Array<number>(64).fill(1)),
    part(0xc2, 8, ...of16(side), ...of16(side), 1, 1, 0x11, 0),
    table(0x00, 0),
    table(0x10, 0xe0),
    ...first,
    ...Array.from({ length: scans - 1 }, () => next).flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

test('refuses a JPEG with more scans than any program writes before decoding it, wherever pictures are decoded', async () => {
  const everywhere = async (bytes: Buffer) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-scans-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    for (const folder of ['media', 'part']) mkdirSync(join(dataDir, folder));
    const from = join(dataDir, 'media/a.jpg');
    writeFileSync(from, bytes);
    return Promise.all(
      [
        measurePicture(bytes),
        makePortrait({ dataDir, from, maxPixels: 1e6, files: [{ file: 'p.webp', side: 64 }] }),
        processImage({ dataDir, file: 'a.jpg', kept: [], part: join(dataDir, 'part') }),
        editPictureFile(dataDir, 'a.jpg', [{ type: 'rotate', angle: 90 }], join(dataDir, 'edited')),
      ].map((done) =>
        done.then(
          () => 'taken',
          (error: unknown) => `${error instanceof InvalidInputError} ${messageOf(error)}`,
        ),
      ),
    );
  };
  const comment = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0x20, 0x02]),
    Buffer.from('ffda'.repeat(0x1000), 'hex'),
  ]);
  for (const bytes of [
    ofScans(1),
    ofScans(maxScans),
    ofScans(maxScans, 800, [comment]),
    await picture.clone().jpeg({ mozjpeg: true }).toBuffer(),
  ]) {
    expect(await everywhere(bytes)).toEqual(Array(4).fill('taken'));
  }
  const refused = 'true It is a JPEG of more than 100 scans; save the image again and use the new file.';
  for (const bytes of [ofScans(maxScans + 1), ofScans(maxScans + 1, 800, [comment]), ofScans(70_000)]) {
    expect(await everywhere(bytes)).toEqual(Array(4).fill(refused));
  }
});
