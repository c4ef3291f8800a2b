import { expect, test } from 'vitest';
import { spaceBehind } from './messages.ts';

test.each([
  ['Nothing here.', ' '],
  ['Nothing here?', ' '],
  ['ここにはまだ記事がありません。', ''],
  ['ありますか？', ''],
  ['%sを実行してください', ' '],
  ['', ' '],
])('space after a sentence: %s', (sentence, space) => {
  expect(spaceBehind(sentence)).toBe(space);
});
