import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawIcon, icoFile } from './site-file.ts';

test('the generated icon is a picture in the theme’s colour with white lines', async () => {
  const { data, info } = await sharp(drawIcon(32, '#0b5cff')).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([32, 32, 3]);
  const pixel = (x: number, y: number) => [...data.subarray((y * 32 + x) * 3, (y * 32 + x) * 3 + 3)];
  expect(pixel(0, 0)).toEqual([0x0b, 0x5c, 0xff]);
  expect(pixel(10, 9)).toEqual([255, 255, 255]);
  expect(pixel(24, 24)).toEqual([0x0b, 0x5c, 0xff]);
  expect((await sharp(drawIcon(180, '#fff')).metadata()).width).toBe(180);
});

test('an ICO file gives the offset of its picture', () => {
  const png = drawIcon(32, '#000');
  const ico = icoFile(png, 32);
  expect([
    ico.readUInt16LE(2),
    ico.readUInt16LE(4),
    ico[6],
    ico.readUInt32LE(14),
    ico.readUInt32LE(18),
  ]).toEqual([1, 1, 32, png.length, 22]);
  expect(ico.subarray(22).equals(png)).toBe(true);
});
