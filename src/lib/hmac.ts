import { hash } from 'node:crypto';

const blockBytes = 64;
const hashBytes = 32;
/** UTF-16 units up to which a text is hashed where it was written, without a buffer of its own. */
const shortText = 256;

/**
 * HMAC-SHA-256 of texts with one key, in base64url, as RFC 2104 says it: two hashes. Node's `createHmac` gives the same, by a native object for each text that
 * costs more than the hashing; sessions are checked in front of kept pages, where that is felt.
 */
export function hmacSha256(key: Buffer): (text: string) => string {
  const short = key.length > blockBytes ? hash('sha256', key, 'buffer') : key;
  const masked = (mask: number) => Buffer.alloc(blockBytes).map((_, at) => (short[at] ?? 0) ^ mask);
  const innerKey = masked(0x36);
  const inner = Buffer.concat([innerKey, Buffer.alloc(3 * shortText)]);
  const outer = Buffer.concat([masked(0x5c), Buffer.alloc(hashBytes)]);
  return (text) => {
    const message = text.length <= shortText ? inner.subarray(0, blockBytes + inner.write(text, blockBytes)) : Buffer.concat([innerKey, Buffer.from(text)]);
    outer.write(hash('sha256', message, 'binary'), blockBytes, 'binary');
    return hash('sha256', outer, 'base64url');
  };
}
