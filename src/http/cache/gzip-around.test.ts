import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipAround } from './gzip-around.ts';

const css = Array.from({ length: 500 }, (_, n) => `.rule-${n}{content:"é–${n * 7919}"}`).join('');

test.each([
  ['in the middle', `<style>${css}</style><p>Ünïcode — text</p>`],
  ['in front', `${css} and more`],
  ['at the end', `Before ${css}`],
  ['alone', css],
  ['twice', `${css}|${css}`],
  ['missing', '<p>No CSS here</p>'],
])('a body unpacks to itself with the repeated text %s', (_place, text) => {
  const body = Buffer.from(text);
  for (let round = 0; round < 2; round++) expect(gunzipSync(gzipAround(body, css, 4)).equals(body)).toBe(true);
});

test('the same body gives the same bytes', () => {
  const body = Buffer.from(`<style>${css}</style>`);
  expect(gzipAround(body, css, 4).equals(gzipAround(body, css, 4))).toBe(true);
});
