import { expect, test } from 'vitest';
import { readWestern, soundEscapes } from './encodings.ts';

test.each([
  ['/caf%C3%A9/', '/caf%C3%A9/'],
  ['/caf%E9/', '/caf%25E9/'],
  ['/100%/', '/100%25/'],
  ['/%zz/%4g', '/%25zz/%254g'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/%C3%A9%E9%F0%9F%98%80%', '/%C3%A9%25E9%F0%9F%98%80%25'],
  ['/%c3', '/%25c3'],
  ['/%ed%a0%80', '/%25ed%25a0%2580'],
  ['/%2541', '/%2541'],
  ['', ''],
])('escapes of %s are valid as %s', (path, sound) => {
  expect(soundEscapes(path)).toBe(sound);
  expect(() => decodeURIComponent(sound)).not.toThrow();
  expect(soundEscapes(sound)).toBe(sound);
});

test('takes linear time', () => {
  expect(soundEscapes(`/${'%e9'.repeat(100_000)}`)).toHaveLength(500_001);
});

test.each([
  ['caf%E9', 'café'],
  ['%80%93', '€“'],
  ['a%41', 'a%41'],
  ['%81', '\u0081'],
])('%s reads %s', (text, read) => expect(readWestern(text)).toBe(read));
