import { expect, test } from 'vitest';
import { trimEndOf, trimEndsOf } from './cut-text.ts';

test.each([
  ['https://a.example//', 'https://a.example'],
  ['///', ''],
  ['', ''],
  ['/a/b', '/a/b'],
  ['a/ /', 'a/ '],
])('removes slashes at the end of %j', (text, trimmed) => {
  expect(trimEndOf(text, '/')).toBe(trimmed);
});

test('any of several characters, at both ends', () => {
  expect(trimEndsOf('-–a-b–-', '-–')).toBe('a-b');
});
