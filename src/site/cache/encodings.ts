import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
  crc32,
  deflateRawSync,
} from 'node:zlib';
import type { BrotliOptions } from 'node:zlib';
import { hash } from 'node:crypto';
import type { SharedText, TextAround } from '../../lib/text-around.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** By size, smallest first, for equal weights. */
const known: readonly Encoding[] = ['br', 'gzip', 'identity'];
const identityOnly: readonly Encoding[] = ['identity'];
/** The supported encodings that a client accepts, best first; may be empty. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return identityOnly; // clients that say nothing often can't decode
  return encodingsOfBrowsers.get(header) ?? parse(header);
}

function parse(header: string): Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (coding === '') continue;
    const given = parameters.find((text) => /^q\s*=/.test(text));
    const weight = given === undefined ? 1 : Number(given.slice(given.indexOf('=') + 1));
    weights.set(
      coding === 'x-gzip' ? 'gzip' : coding,
      Number.isFinite(weight) ? Math.min(Math.max(weight, 0), 1) : 0,
    );
  }
  // Identity is always acceptable but preferred least, unless it is named or excluded by `*;q=0`.
  const star = weights.get('*');
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? (star === 0 ? 0 : 0.0001) : (star ?? 0));
  return known.filter((encoding) => weightOf(encoding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
}

const encodingsOfBrowsers: ReadonlyMap<string, readonly Encoding[]> = new Map(
  ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip, deflate', 'gzip', 'br'].map((header) => [
    header,
    parse(header),
  ]),
);

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Bytes below which an encoding's headers cost more than it saves. */
export const smallestCompressed = 860;
/** Bytes up to which compressing synchronously costs less than a round trip to a thread (50 KB of HTML: 0.26 ms against 0.36 ms). */
const largestSync = 256 * 1024;

/** Copies only the needed bytes: zlib and `Buffer.from` return slices of large blocks. */
export function exactCopy(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

const brotliOptions = (quality: number, size: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** gzip level for the first reader: level 4 takes twice as long for 3 % fewer bytes of a page, and later readers get better encodings. */
export const firstLevel = 1;

export async function firstGzip(body: Buffer): Promise<Buffer> {
  return exactCopy(
    body.length <= largestSync
      ? gzipSync(body, { level: firstLevel })
      : await gzipAsync(body, { level: firstLevel }),
  );
}

/** For the rare client that accepts brotli but not gzip, before better encodings exist. */
export const quickBrotli = (body: Buffer): Buffer =>
  exactCopy(brotliCompressSync(body, brotliOptions(4, body.length)));
export const quickGzip = (body: Buffer): Buffer => exactCopy(gzipSync(body, { level: 4 }));
export const unzip = (bytes: Buffer): Buffer => exactCopy(gunzipSync(bytes));
export const unbrotli = (bytes: Buffer): Buffer => exactCopy(brotliDecompressSync(bytes));

/**
 * For later readers: gzip 9 and brotli 10, in libuv's thread pool. 50 KB of HTML: 0.6 and 12 ms; brotli 9: 9 ms, 12 %
 * more bytes; brotli 11: 38 ms, 2 % less. zlib leaves the main thread by itself; a worker would only add memory.
 */
export async function betterEncodings(body: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const br = exactCopy(await brotliAsync(body, brotliOptions(10, body.length)));
  return { br, gzip: exactCopy(await gzipAsync(body, { level: 9 })) };
}

/** A page as bytes, in three pieces. */
interface EncodedAround {
  readonly before: Buffer;
  readonly shared: SharedText;
  readonly after: Buffer;
}

export function encodeAround({ before, shared, after }: TextAround): EncodedAround {
  return { before: Buffer.from(before), shared, after: Buffer.from(after) };
}

export function hashAround({ before, shared, after }: EncodedAround): string {
  return hash('sha1', before) + shared.sha1() + hash('sha1', after);
}

/** Header of a gzip member without name and time. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * gzip of the whole, reusing the compressed text in the middle. That is the CSS, more than half of a page: 125 KB take
 * 0.2 ms instead of 0.6, with fewer bytes, since the CSS can be compressed at level 9.
 */
export function gzipAround({ before, shared, after }: EncodedAround, level: number): Buffer {
  const end = Buffer.allocUnsafe(8);
  end.writeUInt32LE(crc32(after, crc32(shared.bytes(), crc32(before))), 0);
  end.writeUInt32LE(before.length + shared.bytes().length + after.length, 4);
  return joined([
    header,
    deflateRawSync(before, { level, finishFlush: constants.Z_FULL_FLUSH }),
    shared.deflated(),
    deflateRawSync(after, { level }),
    end,
  ]);
}

/** `Buffer.concat` may return a slice of a shared block, which stored bodies must not retain. */
export function joined(parts: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
