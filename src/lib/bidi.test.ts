import { expect, test } from 'vitest';
import { textDirection } from './bidi.ts';

test.each([
  ['Is the harbour open?', 'ltr'],
  ['Порт открыт.', 'ltr'],
  ['Το λιμάνι.', 'ltr'],
  ['港は開いた。', 'ltr'],
  ['«U.S.»', 'ltr'],
  ['Open Harbour 2.0 يصل إلى 40 ميناء', undefined],
  ['الميناء (2026).', undefined],
  ['נמל Open.', undefined],
  ['Open 𞤀𞤣', undefined],
  ['2026?', undefined],
  ['', undefined],
  ['— …', undefined],
  ['٤٠ Open', undefined],
])('on an Arabic site, and on an English one: %s', (text, direction) => {
  expect(textDirection(text, true)).toBe(direction);
  expect(textDirection(text, false)).toBe(undefined);
});
