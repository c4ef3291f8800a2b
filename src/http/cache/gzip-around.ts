import { constants, crc32, deflateRawSync } from 'node:zlib';
import { LruCache } from '../../lib/lru-cache.ts';

/** A text that many bodies hold, with what compressing it once gave. */
interface Repeated {
  readonly bytes: Buffer;
  /** Ends on a byte, refers to nothing outside of itself. */
  readonly deflated: Buffer;
}

/** One for each set of blocks that pages have in common, times the theme's colours. */
const known = new LruCache<string, Repeated>(30);

/** A gzip member begins with this when it tells neither a name nor a time. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

function deflateOnce(text: string): Repeated {
  const bytes = Buffer.from(text);
  const made = { bytes, deflated: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH }) };
  known.set(text, made);
  return made;
}

/**
 * gzip of a body of which `repeated` is a part, compressed only where it differs from others that hold the same text. Two thirds of a page are its CSS:
 * 66 KB take 0.15 ms instead of 0.51 ms, and fewer bytes, since the CSS can be compressed at level 9. A text that is not in the body costs nothing but the search.
 */
export function gzipAround(body: Buffer, repeated: string, level: number): Buffer {
  const { bytes, deflated } = known.get(repeated) ?? deflateOnce(repeated);
  const at = body.indexOf(bytes);
  const end = Buffer.allocUnsafe(8);
  end.writeUInt32LE(crc32(body), 0);
  end.writeUInt32LE(body.length, 4);
  if (at === -1) return joined([header, deflateRawSync(body, { level }), end]);
  const before = deflateRawSync(body.subarray(0, at), { level, finishFlush: constants.Z_FULL_FLUSH });
  return joined([header, before, deflated, deflateRawSync(body.subarray(at + bytes.length), { level }), end]);
}

/** `Buffer.concat` may hand out a slice of a shared block; stored bodies must not keep one alive. */
function joined(parts: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
