import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmacSha256 } from './hmac.ts';

test('it is the HMAC of everybody else, whatever the lengths of key and text', () => {
  for (const keyLength of [1, 31, 32, 63, 64, 65, 200]) {
    const key = randomBytes(keyLength);
    const hmac = hmacSha256(key);
    for (const text of ['', 'session\x001.2.a', 'ż漢😀\u{d800}', 'x'.repeat(55), 'x'.repeat(64), '漢'.repeat(256), '漢'.repeat(257), 'a', 'x'.repeat(10_000)]) {
      expect([keyLength, text.length, hmac(text)]).toEqual([keyLength, text.length, createHmac('sha256', key).update(text).digest('base64url')]);
    }
  }
});

test('RFC 4231, test cases 2 and 6', () => {
  const hex = (key: Buffer, text: string) => Buffer.from(hmacSha256(key)(text), 'base64url').toString('hex');
  expect(hex(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  expect(hex(Buffer.alloc(131, 0xaa), 'Test Using Larger Than Block-Size Key - Hash Key First'))
    .toBe('60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54');
});
