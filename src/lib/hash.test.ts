import { expect, test } from 'vitest';
import { shortHash } from './hash.ts';

test('is 11 characters of base 36, the same for the same text', () => {
  for (const text of ['', 'a', 'post:12', 'Größe', '漢字', 'x'.repeat(10_000)]) {
    expect(shortHash(text)).toMatch(/^[\da-z]{11}$/);
    expect(shortHash(text)).toBe(shortHash(text));
  }
  // Names that pages contain must not change between versions.
  expect(shortHash('post:12')).toMatchInlineSnapshot(`"11bz9egneul"`);
});

test('distinguishes a hundred thousand similar texts', () => {
  const texts = Array.from({ length: 100_000 }, (_, n) =>
    n % 2 === 0 ? `template:7/${n}` : `${n}:{"td_column_number":${n % 5}}`,
  );
  expect(new Set(texts.map(shortHash)).size).toBe(texts.length);
});
