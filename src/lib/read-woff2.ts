import { brotliDecompressSync } from 'node:zlib';
import { InvalidInputError } from './errors.ts';

export interface FontFacts {
  /** For display only; never used in CSS. */
  readonly family: string;
  readonly style: 'normal' | 'italic';
  /** From 1 to 1000; equal for a font with one weight. */
  readonly weights: readonly [number, number];
  /** Whether it has an optical size axis, which browsers apply automatically. */
  readonly hasOpticalSizes: boolean;
  /** First and last code point of each supported range, ascending. */
  readonly letters: readonly (readonly [number, number])[];
}

/** Maximum bytes of a file, and of the decompressed font; the latter guards against decompression bombs. */
export const maxFontBytes = 2 * 2 ** 20;
const maxUnpackedBytes = 16 * 2 ** 20;
const maxTables = 64;

/** Table tags by their index in the WOFF2 specification; `glyf` and `loca` are stored transformed. */
const tags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS ' +
  'GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf ' +
  'Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '));
const needed = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'OS/2'];

const isNone = (why: string) => new InvalidInputError(`The file is not a valid WOFF2 font: ${why}.`);

/** Reads a WOFF2 file. Throws `InvalidInputError` for other formats, and for fonts that are too large, a collection or without characters. */
export function readWoff2(bytes: Buffer): FontFacts {
  if (bytes.length > maxFontBytes)
    throw isNone(`it has ${Math.ceil(bytes.length / 1024)} KB; the maximum is ${maxFontBytes / 1024} KB`);
  if (bytes.subarray(0, 4).toString('latin1') !== 'wOF2')
    throw isNone('it has no WOFF2 header; convert a .ttf or .otf file, for example with woff2_compress');
  try {
    return factsOf(tablesOf(bytes));
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    throw isNone('its data is corrupt'); // an offset beyond the end, or data that can't be decompressed
  }
}

function tablesOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const [flavor, length, count, packed] = [
    bytes.readUInt32BE(4),
    bytes.readUInt32BE(8),
    bytes.readUInt16BE(12),
    bytes.readUInt32BE(20),
  ];
  if (![0x00010000, 0x4f54544f].includes(flavor)) throw isNone('it must contain exactly one font');
  if (length !== bytes.length || count === 0 || count > maxTables) throw isNone('its length field is wrong');
  let at = 48;
  /** A variable-length number: seven bits per byte. */
  const base128 = () => {
    let value = 0;
    for (let read = 0; read < 5; read++) {
      const byte = bytes.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if ((byte & 128) === 0) return value;
    }
    throw isNone('its length field is wrong');
  };
  const entries: { readonly tag: string; readonly size: number; readonly isTransformed: boolean }[] = [];
  for (let index = 0; index < count; index++) {
    const flags = bytes.readUInt8(at++);
    const known = flags & 63;
    if (known === 63) at += 4;
    const tag = known === 63 ? bytes.subarray(at - 4, at).toString('latin1') : (tags[known] ?? '');
    const original = base128();
    const version = flags >> 6;
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    entries.push({ tag, size: isTransformed ? base128() : original, isTransformed });
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > maxUnpackedBytes)
    throw isNone(`its uncompressed size is more than ${maxUnpackedBytes / 2 ** 20} MB`);
  if (packed === 0 || at + packed > bytes.length) throw isNone('it is truncated');
  const unpacked = brotliDecompressSync(bytes.subarray(at, at + packed), { maxOutputLength: total });
  if (unpacked.length !== total) throw isNone('its length field is wrong');
  const tables = new Map<string, Buffer>();
  let from = 0;
  for (const { tag, size } of entries) {
    tables.set(tag, unpacked.subarray(from, from + size));
    from += size;
  }
  const lacks = needed.filter((tag) => (tables.get(tag)?.length ?? 0) === 0);
  if (lacks.length > 0 || !['glyf', 'CFF ', 'CFF2'].some((tag) => tables.has(tag)))
    throw isNone(`it lacks ${[...lacks, 'outlines'][0]}`);
  return tables;
}

function factsOf(tables: ReadonlyMap<string, Buffer>): FontFacts {
  const table = (tag: string) => tables.get(tag) ?? Buffer.alloc(0);
  const os2 = table('OS/2');
  const axes = axesOf(table('fvar'));
  const weight = clampWeight(os2.readUInt16BE(4));
  const letters = characterRanges(table('cmap'));
  if (letters.length === 0) throw isNone('it has no characters');
  return {
    family: familyOf(table('name')),
    style: (os2.readUInt16BE(62) & 0x201) === 0 ? 'normal' : 'italic',
    weights: axes.get('wght') ?? [weight, weight],
    hasOpticalSizes: axes.has('opsz'),
    letters,
  };
}

const clampWeight = (weight: number) => Math.min(1000, Math.max(1, Math.round(weight)));

function axesOf(fvar: Buffer): ReadonlyMap<string, readonly [number, number]> {
  const axes = new Map<string, readonly [number, number]>();
  if (fvar.length === 0) return axes;
  const [from, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)];
  for (let index = 0; index < count; index++) {
    const at = from + index * size;
    const bounds = [fvar.readInt32BE(at + 4) / 65_536, fvar.readInt32BE(at + 12) / 65_536] as const;
    axes.set(fvar.subarray(at, at + 4).toString('latin1'), [clampWeight(bounds[0]), clampWeight(bounds[1])]);
  }
  return axes;
}

/** Ranges of the best character map: that of all planes, else that of the BMP. */
function characterRanges(cmap: Buffer): (readonly [number, number])[] {
  const found = new Map<number, number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const at = cmap.readUInt32BE(4 + index * 8 + 4);
    const [platform, encoding, format] = [
      cmap.readUInt16BE(4 + index * 8),
      cmap.readUInt16BE(4 + index * 8 + 2),
      cmap.readUInt16BE(at),
    ];
    if (platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))) found.set(format, at);
  }
  const [whole, first] = [found.get(12), found.get(4)];
  return joined(
    whole === undefined ? (first === undefined ? [] : segmentsOf(cmap, first)) : groupsOf(cmap, whole),
  );
}

function groupsOf(cmap: Buffer, at: number): [number, number][] {
  return Array.from({ length: Math.min(cmap.readUInt32BE(at + 12), cmap.length / 12) }, (_, index) => {
    const group = at + 16 + index * 12;
    return [cmap.readUInt32BE(group), cmap.readUInt32BE(group + 4)];
  });
}

function segmentsOf(cmap: Buffer, at: number): [number, number][] {
  const count = cmap.readUInt16BE(at + 6) / 2;
  return Array.from({ length: count }, (_, index): [number, number] => [
    cmap.readUInt16BE(at + 16 + count * 2 + index * 2),
    cmap.readUInt16BE(at + 14 + index * 2),
  ]).filter(([start]) => start !== 0xffff);
}

/** Sorted and merged ranges, without control characters. */
function joined(stretches: readonly (readonly [number, number])[]): [number, number][] {
  const letters = stretches.filter(([first, last]) => first <= last && last <= 0x10ffff && last >= 0x20);
  return joinedStretches(letters.map(([first, last]) => [Math.max(first, 0x20), last]));
}

/** The font family's name; only letters, digits and spaces. */
function familyOf(name: Buffer): string {
  if (name.length === 0) return '';
  const [count, texts] = [name.readUInt16BE(2), name.readUInt16BE(4)];
  const byId = new Map<number, string>();
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12;
    const [platform, id, length, from] = [
      name.readUInt16BE(at),
      name.readUInt16BE(at + 6),
      name.readUInt16BE(at + 8),
      name.readUInt16BE(at + 10),
    ];
    if (platform !== 3 || length % 2 !== 0 || (id !== 1 && id !== 16)) continue;
    byId.set(
      id,
      Buffer.from(name.subarray(texts + from, texts + from + length))
        .swap16()
        .toString('utf16le'),
    );
  }
  return (byId.get(16) ?? byId.get(1) ?? '')
    .replaceAll(/[^\p{L}\p{N} .-]/gu, '')
    .slice(0, 80)
    .trim();
}

/** Maximum ranges written for a file; if there are more, the closest ones are merged. */
const maxStretches = 60;

type Stretch = readonly [number, number];

/** Sorts ranges and merges adjacent ones. */
function joinedStretches(stretches: readonly Stretch[]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Subtracts sorted ranges. Linear in time: a hostile font has half a million ranges. */
function without(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  let at = 0;
  for (const [first, last] of stretches) {
    while ((others[at]?.[1] ?? Infinity) < first) at++;
    let from = first;
    for (let next = at; (others[next]?.[0] ?? Infinity) <= last; next++) {
      const [start, end] = others[next] ?? [0, 0];
      if (start > from) left.push([from, start - 1]);
      from = Math.max(from, end + 1);
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}

/** The ranges as CSS `unicode-range`, without those in `known` (possibly of several fonts); empty when nothing is left. */
export function rangeOf(letters: readonly Stretch[], known: readonly Stretch[] = []): string {
  const rest = without(letters, joinedStretches(known));
  // Starts of the remaining ranges: only those after the widest gaps.
  const gaps = rest
    .slice(1)
    .map(([from], index) => ({ at: index + 1, width: from - (rest[index]?.[1] ?? 0) }));
  const splits = new Set(
    gaps
      .toSorted((a, b) => b.width - a.width)
      .slice(0, maxStretches - 1)
      .map(({ at }) => at),
  );
  const left: [number, number][] = [];
  for (const [index, [from, to]] of rest.entries()) {
    const before = left.at(-1);
    if (before && !splits.has(index)) before[1] = to;
    else left.push([from, to]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return left.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join();
}
