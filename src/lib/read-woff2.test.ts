import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { InvalidInputError } from './errors.ts';
import { maxFontBytes, readWoff2, rangeOf } from './read-woff2.ts';

const require = createRequire(import.meta.url);
const font = (name: string) => readFileSync(require.resolve(`@fontsource-variable/${name}.woff2`));
const roman = font('newsreader/files/newsreader-latin-opsz-normal');

test('reads family, style, weights, optical sizes and characters of a font, and declares these characters', () => {
  const facts = readWoff2(roman);
  expect(facts).toMatchObject({ style: 'normal', weights: [200, 800], hasOpticalSizes: true });
  expect(facts.family).toMatch(/^Newsreader/);
  expect(rangeOf(facts.letters)).toMatch(/^U\+20-7E,U\+A0/);
  const italic = readWoff2(font('newsreader/files/newsreader-latin-wght-italic'));
  expect([italic.style, italic.hasOpticalSizes]).toEqual(['italic', false]);
  const further = readWoff2(font('newsreader/files/newsreader-latin-ext-wght-normal'));
  expect(rangeOf(further.letters)).toContain('U+1E');
  expect(rangeOf(further.letters, facts.letters)).not.toMatch(/U\+20[,-]/);
  // A range without its own characters is empty.
  expect(rangeOf(facts.letters, facts.letters)).toBe('');
});

test('merges the nearest of many character ranges into few', () => {
  const scattered = Array.from({ length: 500 }, (_, at): [number, number] => [
    0x4e00 + at * 7,
    0x4e00 + at * 7 + 1,
  ]);
  const range = rangeOf([[0x20, 0x7e], ...scattered]);
  expect(range.split(',').length).toBeLessThanOrEqual(60);
  expect(range.startsWith('U+20-7E,U+4E00')).toBe(true);
  expect(
    rangeOf(
      [[0x41, 0x5a]],
      [
        [0x43, 0x44],
        [0x5a, 0x5f],
      ],
    ),
  ).toBe('U+41-42,U+45-59');
  // Several fonts in any order, and a range that surrounds several characters.
  expect(
    rangeOf(
      [
        [0x41, 0x42],
        [0x44, 0x5a],
      ],
      [
        [0x59, 0x5f],
        [0x42, 0x44],
        [0x41, 0x45],
      ],
    ),
  ).toBe('U+46-58');
  // As many as fit into a file take hardly any time: each is read once.
  const every = Array.from({ length: 100_000 }, (_, at): [number, number] => [2 * at + 0x20, 2 * at + 0x20]);
  expect(
    rangeOf(
      every,
      every.map(([at]) => [at + 1, at + 1]),
    ).split(','),
  ).toHaveLength(60);
  expect(rangeOf(every, every)).toBe('');
});

test('refuses files that are no font, broken, truncated, too large or unpack to more than declared', () => {
  const refused = (bytes: Buffer) =>
    expect(() => readWoff2(bytes), bytes.subarray(0, 60).toString('hex')).toThrow(InvalidInputError);
  for (const text of [
    '',
    'wOF2',
    '<script>alert(1)</script>',
    '\u0000\u0001\u0000\u0000 a .ttf',
    `wOF2${'\0'.repeat(100)}`,
    `wOF2${'\xff'.repeat(100)}`,
  ]) {
    refused(Buffer.from(text, 'latin1'));
  }
  refused(Buffer.alloc(maxFontBytes + 1));
  for (let length = 1; length < roman.length; length = Math.ceil(length * 1.3))
    refused(roman.subarray(0, length));
  // After one changed byte it is a font with other facts, or refused, with no other error.
  for (let at = 0; at < 400; at++) {
    const other = Buffer.from(roman);
    other[at] = (other[at] ?? 0) ^ 0xff;
    try {
      readWoff2(other);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError);
    }
  }
  // One table that claims three bytes, and unpacks to a hundred megabytes.
  const packed = brotliCompressSync(Buffer.alloc(100 * 2 ** 20));
  const head = Buffer.alloc(50);
  head.write('wOF2', 'latin1');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt32BE(50 + packed.length, 8);
  head.writeUInt16BE(1, 12);
  head.writeUInt32BE(packed.length, 20);
  head.writeUInt8(3, 49);
  refused(Buffer.concat([head, packed]));
});
