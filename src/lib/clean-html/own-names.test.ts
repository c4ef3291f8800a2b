import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { forTexts, isOwnId, ownAttributes, ownClasses } from './own-names.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = (pattern: string) => globSync(pattern, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(`${root}${file}`, 'utf8'));

/** Marks that a shop's links carry; all that we do is leave them alone. */
const ofShops: ReadonlySet<string> = new Set(['data-product_id', 'data-product_sku', 'data-quantity', 'data-product']);

test('every attribute that our code in browsers reads is either ours alone or meant for texts', () => {
  const found = new Set<string>();
  for (const source of [
    ...sources('src/behaviours/**/*.ts'), ...sources('src/islands/**/*.{ts,tsx}'), ...sources('src/blocks/**/{view,island}.tsx'), ...sources('src/ui/**/*.tsx'),
  ]) {
    for (const [name] of source.matchAll(/\bdata-[a-z][\w-]*[a-z]/g)) found.add(name);
    for (const [, name = ''] of source.matchAll(/\bdataset\.(\w+)/g)) found.add(`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  }
  expect(found.size).toBeGreaterThan(50);
  expect([...found].filter((name) => !ownAttributes.has(name) && !forTexts.has(name) && !ofShops.has(name)).toSorted()).toEqual([]);
});

test('no attribute is both', () => {
  expect([...ownAttributes].filter((name) => forTexts.has(name))).toEqual([]);
});

test('every id that our views write by name, and that our code looks for, is ours', () => {
  const ids = new Set<string>();
  for (const source of [...sources('src/blocks/**/*.tsx'), ...sources('src/ui/**/*.tsx'), ...sources('src/pages/*.ts')]) {
    for (const [, id = ''] of source.matchAll(/[\s{]id="([\w-]+)"/g)) ids.add(id);
  }
  for (const source of [...sources('src/behaviours/**/*.ts'), ...sources('src/islands/**/*.{ts,tsx}')]) {
    for (const [, id = ''] of source.matchAll(/getElementById\('([\w-]+)'\)/g)) ids.add(id);
  }
  expect(ids.size).toBeGreaterThan(10);
  expect([...ids].filter((id) => !isOwnId(id)).toSorted()).toEqual([]);
  expect(['comment-12', 'div-comment-3', 'Comments', 'broadsheet-page', 'constructor', 'tdi_1a2b', 'Vimeo', 'dataLayer'].filter((id) => !isOwnId(id)))
    .toEqual([]);
  // React's, of the search field and of the admin bar; what describes a field to who does not see it.
  expect(['_tdi_0ddt1sks64k-0-R_a_-input', '_bar-R_0_', 'author-warning', 'email-error-warning', 'comment-warning'].filter((id) => !isOwnId(id))).toEqual([]);
  expect(['introduction', 'commentary', 'more-12', 'gallery-1', 'attachment_7', 'fn1', 'vimeo', 'google'].filter(isOwnId)).toEqual([]);
});

test('every rule of ours that puts something in front of the page needs a class, an element or a state that texts do not have', () => {
  const found: string[] = [];
  for (const sheet of sources('src/{theme,blocks,behaviours}/**/*.css')) {
    for (const [, selectors = '', body = ''] of sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
      const levels = [...body.matchAll(/z-index:\s*(\d+)/g)].map(([, level]) => Number(level));
      if (/position:\s*fixed/.test(body) || levels.some((level) => level > 19)) found.push(selectors.trim());
    }
  }
  expect(found.length).toBeGreaterThan(10);
  const isOwn = (selector: string) => [...selector.matchAll(/\.([\w-]+)/g)].some(([, name = '']) => ownClasses.has(name));
  const isSafe = (selector: string) => /:popover-open|^:where\(body\)>/.test(selector) || isOwn(selector);
  expect(found.filter((selector) => !isSafe(selector))).toEqual([]);
});
