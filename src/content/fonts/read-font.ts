import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { InvalidInputError } from '../../lib/errors.ts';
import type { FontFacts, FontKind } from './font.ts';

/** Largest font that is taken, packed and unpacked: letters of one writing need a tenth. */
export const mostFontBytes = 2 * 2 ** 20;
const mostUnpacked = 8 * 2 ** 20;
/** Tables of one font: they have some twenty. */
const mostTables = 64;

/** Letters by how often English texts have them, in thousandths; with the space between words. */
const frequencies: Readonly<Record<string, number>> = {
  ' ': 183, e: 102, t: 75, a: 65, o: 62, n: 57, i: 57, s: 53, r: 50, h: 50, l: 33, d: 33, u: 23, c: 22, m: 20, f: 20, w: 17, g: 16, p: 15, y: 14, b: 13,
  v: 8, k: 6,
};

/** Tags of tables in the order in which WOFF2 numbers them; those that are read here stand among the first. */
const knownTags: readonly string[] = [
  'cmapheadhheahmtxmaxpnameOS/2postcvt fpgmglyflocaprepCFF VORGEBDTEBLCgasphdmxkernLTSHPCLTVDMXvheavmtxBASEGDEFGPOSGSUBEBSC',
  'JSTFMATHCBDTCBLCCOLRCPALSVG sbixacntavarbdatblocbslncvarfdscfeatfmtxfvargvarhstyjustlcarmortmorxopbdproptrakZapfSilfGlat',
  'GlocFeatSill',
].join('').match(/.{4}/g) ?? [];

/** Reads what styles need to know of a font. Throws `InvalidInputError`, saying why, for what is none, or is more than browsers should be sent. */
export function readFont(bytes: Buffer): FontFacts {
  if (bytes.length > mostFontBytes) throw refused(`it has ${Math.ceil(bytes.length / 2 ** 20)} MB; ${mostFontBytes / 2 ** 20} MB are the most`);
  try {
    const { kind, tables } = unpack(bytes);
    return { kind, ...factsOf(tables) };
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    // RangeError of what ends too early, and errors of zlib for what is no such stream, or unpacks without an end.
    throw refused(`it can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const refused = (reason: string) => new InvalidInputError(`That is no font for a site: ${reason}.`);

type Tables = ReadonlyMap<string, Buffer>;

function unpack(bytes: Buffer): { readonly kind: FontKind; readonly tables: Tables } {
  switch (bytes.subarray(0, 4).toString('latin1')) {
    case '\0\x01\0\0': case 'true': return { kind: 'ttf', tables: plainTables(bytes) };
    case 'OTTO': return { kind: 'otf', tables: plainTables(bytes) };
    case 'wOFF': return { kind: 'woff', tables: woffTables(bytes) };
    case 'wOF2': return { kind: 'woff2', tables: woff2Tables(bytes) };
    case 'ttcf': throw refused('it holds several; bring them one by one');
    default: throw refused('it begins like none of .woff2, .woff, .ttf and .otf');
  }
}

/** The bytes of a table; throws `RangeError` for what is not wholly there. */
function part(bytes: Buffer, from: number, length: number): Buffer {
  if (from + length > bytes.length) throw new RangeError('a table of it ends outside of it');
  return bytes.subarray(from, from + length);
}

function counted(count: number): number {
  if (count === 0 || count > mostTables) throw refused(`it says that it has ${count} tables`);
  return count;
}

function plainTables(bytes: Buffer): Tables {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < counted(bytes.readUInt16BE(4)); index++) {
    const at = 12 + index * 16;
    tables.set(bytes.toString('latin1', at, at + 4), part(bytes, bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)));
  }
  return tables;
}

function woffTables(bytes: Buffer): Tables {
  const tables = new Map<string, Buffer>();
  let whole = 0;
  for (let index = 0; index < counted(bytes.readUInt16BE(12)); index++) {
    const at = 44 + index * 20;
    const [offset, packed, length] = [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    whole += length;
    if (whole > mostUnpacked) throw refused('it is too large once it is unpacked');
    const table = part(bytes, offset, packed);
    const plain = packed < length ? inflateSync(table, { maxOutputLength: Math.max(1, length) }) : table;
    if (plain.length !== length) throw refused('a table of it has another length than it says');
    tables.set(bytes.toString('latin1', at, at + 4), plain);
  }
  return tables;
}

function woff2Tables(bytes: Buffer): Tables {
  if (bytes.toString('latin1', 4, 8) === 'ttcf') throw refused('it holds several; bring them one by one');
  const count = counted(bytes.readUInt16BE(12));
  const packed = bytes.readUInt32BE(20);
  let at = 48;
  const number = () => {
    let value = 0;
    for (let index = 0; index < 5; index++) {
      const byte = bytes.readUInt8(at++);
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw refused('a length in it does not end');
  };
  const places: { tag: string; length: number; isChanged: boolean }[] = [];
  for (let index = 0; index < count; index++) {
    const flags = bytes.readUInt8(at++);
    const tag = (flags & 0x3f) === 0x3f ? bytes.toString('latin1', at, (at += 4)) : knownTags[flags & 0x3f] ?? '';
    const length = number();
    const version = flags >> 6;
    // Outlines are changed unless it says otherwise, all else if it says so.
    const isChanged = ['glyf', 'loca'].includes(tag) ? version !== 3 : version !== 0;
    places.push({ tag, length: isChanged ? number() : length, isChanged });
  }
  if (places.reduce((sum, { length }) => sum + length, 0) > mostUnpacked) throw refused('it is too large once it is unpacked');
  const whole = brotliDecompressSync(part(bytes, at, packed), { maxOutputLength: mostUnpacked });
  const tables = new Map<string, Buffer>();
  let from = 0;
  for (const { tag, length, isChanged } of places) {
    const table = part(whole, from, length);
    from += length;
    if (!isChanged) tables.set(tag, table);
    else if (tag === 'hmtx') throw refused('its widths are packed in a way that is not read here; save it without');
    else tables.set(tag, Buffer.alloc(0));
  }
  return tables;
}

function factsOf(tables: Tables): Omit<FontFacts, 'kind'> {
  const table = (tag: string) => tables.get(tag) ?? (() => { throw refused(`it has no table "${tag}"`); })();
  if (!['glyf', 'CFF ', 'CFF2'].some((tag) => tables.has(tag))) throw refused('it has no outlines');
  const [head, hhea, os2] = [table('head'), table('hhea'), table('OS/2')];
  const unit = head.readUInt16BE(18);
  if (unit < 16 || unit > 16_384) throw refused('its letters have no size');
  // Bit 7 of fsSelection: lines are as high as the typographic values say.
  const isTypographic = (os2.readUInt16BE(62) & 0x80) !== 0;
  const [ascent, descent] = isTypographic ? [os2.readInt16BE(68), -os2.readInt16BE(70)] : [hhea.readInt16BE(4), -hhea.readInt16BE(6)];
  const width = widthOfText(table('cmap'), table('hmtx'), hhea.readUInt16BE(34)) / unit;
  const measures = { ascent: ascent / unit, descent: descent / unit, width };
  const isOfLetters = measures.ascent > 0.2 && measures.ascent < 3 && Math.abs(measures.descent) < 2 && width > 0.1 && width < 2;
  if (!isOfLetters) throw refused('its measures are none of letters');
  return {
    ...measures, weight: weightsOf(tables.get('fvar')) ?? [clamped(os2.readUInt16BE(4)), clamped(os2.readUInt16BE(4))],
    isItalic: (os2.readUInt16BE(62) & 1) !== 0,
    // Panose: letters of texts with a kind of serifs.
    isSerif: os2.readUInt8(32) === 2 && os2.readUInt8(33) >= 2 && os2.readUInt8(33) <= 10,
  };
}

const clamped = (weight: number) => Math.min(1000, Math.max(1, Math.round(weight)));

/** The least and the most of the axis of weights; undefined for a font that has one weight. */
function weightsOf(fvar: Buffer | undefined): readonly [number, number] | undefined {
  if (!fvar) return undefined;
  const [from, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)];
  for (let index = 0; index < Math.min(count, 64); index++) {
    const at = from + index * size;
    if (fvar.toString('latin1', at, at + 4) !== 'wght') continue;
    const [least, most] = [clamped(fvar.readInt32BE(at + 4) / 65_536), clamped(fvar.readInt32BE(at + 12) / 65_536)];
    return least <= most ? [least, most] : [most, least];
  }
  return undefined;
}

/** Width of running text in units of the font, by how often letters are used; of a font without Latin letters that of all its letters. */
function widthOfText(cmap: Buffer, hmtx: Buffer, metrics: number): number {
  if (metrics === 0) throw refused('its letters have no widths');
  const widthOf = (glyph: number) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4);
  const glyphOf = glyphsOf(cmap);
  let [width, weight] = [0, 0];
  for (const [letter, frequency] of Object.entries(frequencies)) {
    const glyph = glyphOf(letter.codePointAt(0) ?? 0);
    if (glyph === 0) continue;
    width += widthOf(glyph) * frequency;
    weight += frequency;
  }
  if (weight > 0) return width / weight;
  const all = Array.from({ length: Math.min(metrics, 1000) }, (_, glyph) => widthOf(glyph));
  return all.reduce((sum, one) => sum + one, 0) / all.length;
}

/** Looks letters of the basic plane up, in the format that every font for Windows and the web has. */
function glyphsOf(cmap: Buffer): (code: number) => number {
  for (let index = 0; index < Math.min(cmap.readUInt16BE(2), 64); index++) {
    const from = cmap.readUInt32BE(4 + index * 8 + 4);
    if (cmap.readUInt16BE(from) !== 4) continue;
    const length = cmap.readUInt16BE(from + 6);
    const [ends, starts, deltas, offsets] = [14, 16 + length, 16 + 2 * length, 16 + 3 * length].map((at) => from + at) as [number, number, number, number];
    return (code) => {
      for (let at = 0; at < length; at += 2) {
        if (cmap.readUInt16BE(ends + at) < code) continue;
        const start = cmap.readUInt16BE(starts + at);
        if (start > code) return 0;
        const [delta, offset] = [cmap.readUInt16BE(deltas + at), cmap.readUInt16BE(offsets + at)];
        if (offset === 0) return (code + delta) & 0xffff;
        const glyph = cmap.readUInt16BE(offsets + at + offset + (code - start) * 2);
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
      return 0;
    };
  }
  return () => 0;
}
