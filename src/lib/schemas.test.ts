import { expect, test } from 'vitest';
import { readStored, storedTexts } from './schemas.ts';

test('reads a column of another type as empty', () => {
  expect(readStored(storedTexts, '["a","b"]', [])).toEqual(['a', 'b']);
  for (const text of ['', 'null', '{"a":1}', '"a"', '[1]', '["a",null]', '["a"'])
    expect(readStored(storedTexts, text, [])).toEqual([]);
});
