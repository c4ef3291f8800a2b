import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readFont } from './read-font.ts';

/** Bytes of a table: whole numbers of two bytes by their places. */
function table(length: number, words: Readonly<Record<number, number>>, bytes: Readonly<Record<number, number>> = {}): Buffer {
  const buffer = Buffer.alloc(length);
  for (const [at, value] of Object.entries(words)) buffer.writeUInt16BE(value & 0xffff, Number(at));
  for (const [at, value] of Object.entries(bytes)) buffer.writeUInt8(value, Number(at));
  return buffer;
}

/** One letter, a, half an em wide. */
const tables = {
  'OS/2': table(78, { 4: 700, 62: 1 }, { 32: 2, 33: 3 }),
  'cmap': table(44, { 2: 1, 10: 12, 12: 4, 18: 4, 26: 0x61, 28: 0xffff, 32: 0x61, 34: 0xffff, 36: -0x60, 38: 1 }),
  'glyf': Buffer.alloc(4), 'head': table(54, { 18: 1000 }), 'hhea': table(36, { 4: 900, 6: -200, 34: 2 }), 'hmtx': table(8, { 0: 300, 4: 500 }),
};
type Named = Readonly<Record<string, Buffer>>;

function sfnt(given: Named, version = '\0\x01\0\0'): Buffer {
  const entries = Object.entries(given);
  const head = Buffer.concat([Buffer.from(version, 'latin1'), table(8, { 0: entries.length })]);
  let offset = 12 + entries.length * 16;
  const places = entries.map(([tag, bytes]) => {
    const place = Buffer.alloc(16);
    place.write(tag, 'latin1');
    place.writeUInt32BE(offset, 8);
    place.writeUInt32BE(bytes.length, 12);
    offset += bytes.length;
    return place;
  });
  return Buffer.concat([head, ...places, ...entries.map(([, bytes]) => bytes)]);
}

function woff(given: Named, said?: number): Buffer {
  const packed = Object.entries(given).map(([tag, bytes]) => ({ tag, bytes, deflated: deflateSync(bytes) }));
  let offset = 44 + packed.length * 20;
  const places = packed.map(({ tag, bytes, deflated }) => {
    const isPacked = deflated.length < bytes.length;
    const place = Buffer.alloc(20);
    place.write(tag, 'latin1');
    [offset, isPacked ? deflated.length : bytes.length, said ?? bytes.length].forEach((value, at) => place.writeUInt32BE(value, 4 + at * 4));
    offset += isPacked ? deflated.length : bytes.length;
    return place;
  });
  const head = Buffer.concat([Buffer.from('wOFF'), table(40, { 8: packed.length })]);
  return Buffer.concat([head, ...places, ...packed.map(({ bytes, deflated }) => (deflated.length < bytes.length ? deflated : bytes))]);
}

const facts = { weight: [700, 700], isItalic: true, isSerif: true, ascent: 0.9, descent: 0.2, width: 0.5 };

test('fonts of each kind tell their weights, slant and measures', () => {
  expect(readFont(sfnt(tables))).toEqual({ kind: 'ttf', ...facts });
  expect(readFont(sfnt({ ...tables, 'CFF ': tables.glyf }, 'OTTO'))).toEqual({ kind: 'otf', ...facts });
  expect(readFont(woff(tables))).toEqual({ kind: 'woff', ...facts });
  const own = (name: string) => readFont(readFileSync(`node_modules/@fontsource-variable/${name}.woff2`));
  expect(own('inter/files/inter-latin-wght-normal')).toMatchObject({ kind: 'woff2', weight: [100, 900], isItalic: false, isSerif: false, ascent: 0.96875 });
  expect(own('newsreader/files/newsreader-latin-wght-italic')).toMatchObject({ kind: 'woff2', weight: [200, 800], isItalic: true });
  // Nearly the width that was measured of it by other means (theme/fonts.ts).
  expect(Math.abs(own('inter/files/inter-latin-wght-normal').width - 0.4724)).toBeLessThan(0.03);
});

test('what is no font, or lies about itself, is refused with a reason, and takes neither time nor memory', () => {
  const without = (name: keyof typeof tables) => sfnt(Object.fromEntries(Object.entries(tables).filter(([tag]) => tag !== name)));
  const bomb = brotliCompressSync(Buffer.alloc(64 * 2 ** 20));
  const woff2 = (count: number, entries: readonly number[], data: Buffer) => {
    const head = Buffer.concat([Buffer.from('wOF2'), table(44, { 8: count })]);
    head.writeUInt32BE(data.length, 20);
    return Buffer.concat([head, Buffer.from(entries), data]);
  };
  const outside = sfnt(tables);
  outside.writeUInt32BE(0xfffffff0, 12 + 8);
  const faults: readonly (readonly [string, Buffer, RegExp])[] = [
    ['nothing', Buffer.alloc(0), /begins like none/], ['HTML', Buffer.from('<html><script>alert(1)</script>'), /begins like none/],
    ['a collection', Buffer.from('ttcf\0\0\0\0'), /holds several/], ['cut off', sfnt(tables).subarray(0, 90), /outside|can't be read/],
    ['a table elsewhere', outside, /outside/], ['no tables', sfnt({}), /0 tables/],
    ['many tables', Buffer.concat([Buffer.from('\0\x01\0\0', 'latin1'), table(8, { 0: 65_535 })]), /65535 tables/],
    ['no outlines', without('glyf'), /no outlines/], ['no names of letters', without('cmap'), /"cmap"/], ['no widths', without('hmtx'), /"hmtx"/],
    ['flat', sfnt({ ...tables, head: table(54, { 18: 0 }) }), /no size/], ['high', sfnt({ ...tables, hhea: table(36, { 4: 32_000, 34: 2 }) }), /measures/],
    ['a cmap outside', sfnt({ ...tables, cmap: table(12, { 2: 1, 10: 4000 }) }), /can't be read/],
    ['a long table', woff(tables, 2 ** 31), /too large/], ['another length', woff(tables, 5), /another length|can't be read/],
    ['a bomb', woff2(1, [0, 0x84, 0x80, 0], bomb), /can't be read|outside|too large/],
    ['an endless length', woff2(1, [0, 255, 255, 255, 255, 255, 255], bomb), /does not end/],
    ['no stream', woff2(1, [0, 4], Buffer.from('nonsense')), /can't be read/], ['large', Buffer.alloc(2 * 2 ** 20 + 1), /2 MB are the most/],
  ];
  for (const [what, bytes, reason] of faults) expect(() => readFont(bytes), what).toThrow(reason);
  // Whatever byte is another one, it is a font or refused.
  const whole = [sfnt(tables), woff(tables), readFileSync('node_modules/@fontsource-variable/inter/files/inter-greek-ext-wght-normal.woff2')];
  for (const bytes of whole) {
    for (let at = 0; at < Math.min(bytes.length, 400); at++) {
      const changed = Buffer.from(bytes);
      changed[at] = 255 - (changed[at] ?? 0);
      try {
        expect(readFont(changed).width).toBeGreaterThan(0);
      } catch (error) {
        expect(String(error)).toContain('That is no font for a site');
      }
    }
  }
});
