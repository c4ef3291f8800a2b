import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const files = globSync('{theme,blocks,reader,site,newsroom/admin-bar}/**/*.css', { cwd: root });

test('side styles use logical properties, so no box has its own left and right', () => {
  const faults: string[] = [];
  for (const file of files) {
    const css = readFileSync(new URL(file, root), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
    for (const [rule, property, value = ''] of css.matchAll(/(?<![\w-])(margin|padding|inset):([^;}]+)/g)) {
      const sides =
        value
          .replace('!important', '')
          .trim()
          .match(/(?:[^\s(]|\([^)]*(?:\([^)]*\)[^)]*)*\))+/g) ?? [];
      if (sides.length === 4 && sides[1] !== sides[3]) faults.push(`${file}: ${rule} (${property})`);
    }
  }
  expect(files.length).toBeGreaterThan(50);
  // Exceptions: floats follow WordPress' names, the lightbox its package, code always runs to the right, and a page in
  // the library is scaled from its left.
  expect(
    faults.filter(
      (fault) =>
        !/article-asides\.css: margin:\.4em|lightbox\.css|article\.css: inset:0 0 auto|library\.css: inset/.test(
          fault,
        ),
    ),
  ).toEqual([]);
});
