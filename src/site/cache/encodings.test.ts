import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SharedText, wholeText } from '../../lib/text-around.ts';
import { encodeAround, gzipAround, hashAround } from './encodings.ts';

const shared = Array.from({ length: 500 }, (_, n) => `.rule-${n}{content:"é–${n * 7919}"}`).join('');

test.each([
  ['in the middle', '<style>', '</style><p>Ünïcode — text</p>'],
  ['in front', '', ' and more'],
  ['at the end', 'Before ', ''],
  ['alone', '', ''],
  ['twice', '', `|${shared}`],
])('a body decompresses to itself with the shared text %s', (_place, before, after) => {
  const text = { before, shared: new SharedText(shared), after };
  for (let round = 0; round < 2; round++)
    expect(gunzipSync(gzipAround(encodeAround(text), 4)).toString()).toBe(wholeText(text));
});

test('equal bodies have equal bytes and hashes, and different ones different hashes', () => {
  const text = { before: '<style>', shared: new SharedText(shared), after: '</style>' };
  const [one, same] = [encodeAround(text), encodeAround({ ...text })];
  expect(gzipAround(one, 4).equals(gzipAround(same, 4))).toBe(true);
  expect(hashAround(one)).toBe(hashAround(same));
  for (const other of [
    { ...text, after: '</style> ' },
    { ...text, before: '<Style>' },
    { ...text, shared: new SharedText(`${shared} `) },
  ]) {
    expect(hashAround(encodeAround(other))).not.toBe(hashAround(one));
  }
});
