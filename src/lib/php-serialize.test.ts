import { expect, test } from 'vitest';
import { phpText, unserialize, unserializeMap } from './php-serialize.ts';

test('reads what PHP writes, with lengths in bytes', () => {
  expect(unserialize('N;')).toBeNull();
  expect([
    unserialize('b:1;'),
    unserialize('b:0;'),
    unserialize('i:-7;'),
    unserialize('d:0.5;'),
    unserialize('d:1.0E+25;'),
  ]).toEqual([true, false, -7, 0.5, 1e25]);
  expect(unserialize('s:6:"Grüß";";')).toBeUndefined();
  expect(unserialize('s:6:"Grüß";')).toBe('Grüß');
  expect(unserialize('s:9:"a";b:"{;}";')).toBe('a";b:"{;}');
  expect(unserialize('a:2:{i:0;s:1:"x";s:4:"deep";a:1:{s:9:"__proto__";b:1;}}')).toEqual(
    new Map<string, unknown>([
      ['0', 'x'],
      ['deep', new Map([['__proto__', true]])],
    ]),
  );
  expect(unserialize('O:8:"stdClass":1:{s:1:"a";i:1;}')).toEqual(new Map([['a', 1]]));
});

test('refuses everything else: truncated or extended values, endless nesting, references, other formats', () => {
  const nested = (depth: number) => `${'a:1:{i:0;'.repeat(depth)}i:1;${'}'.repeat(depth)}`;
  expect(unserialize(nested(20))).toBeInstanceOf(Map);
  for (const text of [
    '',
    'hello',
    's:3:"ab";',
    's:99999999:"ab";',
    's:-1:"ab";',
    'a:1:{i:0;i:1;',
    'a:9999999:{i:0;i:1;}',
    'a:1:{a:0:{}i:1;}',
    'i:1;i:2;',
    'i:;',
    'i:0x1;',
    'b:2;',
    'R:1;',
    'r:1;',
    'C:1:"a":0:{}',
    nested(40),
    nested(200_000),
  ]) {
    expect([text.slice(0, 40), unserialize(text)]).toEqual([text.slice(0, 40), undefined]);
  }
});

test('returns maps and strings for any input', () => {
  expect(unserializeMap('s:1:"a";').size).toBe(0);
  expect(unserializeMap('a:1:{s:1:"a";i:3;}').get('a')).toBe(3);
  expect([
    phpText('a'),
    phpText(3),
    phpText(true),
    phpText(false),
    phpText(null),
    phpText(undefined),
    phpText(new Map()),
  ]).toEqual(['a', '3', '1', '', '', '', '']);
});
