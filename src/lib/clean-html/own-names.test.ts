import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanPieces, cleanWhereNeeded } from './clean-html.ts';
import { forTexts, isOwnId, ownAttributes, ownClasses } from './own-names.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'));

/** Attributes of a shop's links, which the cleaner leaves alone. */
const ofShops: ReadonlySet<string> = new Set([
  'data-product_id',
  'data-product_sku',
  'data-quantity',
  'data-product',
]);

test('every attribute that our browser code reads is either reserved or meant for content', () => {
  const found = new Set<string>();
  for (const source of [
    ...sources('src/reader/behaviours/**/*.ts'),
    ...sources('src/reader/islands/**/*.{ts,tsx}'),
    ...sources('src/blocks/**/{view,island}.tsx'),
    ...sources('src/ui/**/*.tsx'),
  ]) {
    for (const [name] of source.matchAll(/\bdata-[a-z][\w-]*[a-z]/g)) found.add(name);
    for (const [, name = ''] of source.matchAll(/\bdataset\.(\w+)/g))
      found.add(`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  }
  expect(found.size).toBeGreaterThan(50);
  expect(
    [...found]
      .filter((name) => !ownAttributes.has(name) && !forTexts.has(name) && !ofShops.has(name))
      .toSorted(),
  ).toEqual([]);
});

test('no attribute is both', () => {
  expect([...ownAttributes].filter((name) => forTexts.has(name))).toEqual([]);
});

test('every id that our views write and our code looks for is reserved', () => {
  const ids = new Set<string>();
  for (const source of [
    ...sources('src/blocks/**/*.tsx'),
    ...sources('src/ui/**/*.tsx'),
    ...sources('src/site/pages/*.ts'),
  ]) {
    for (const [, id = ''] of source.matchAll(/[\s{]id="([\w-]+)"/g)) ids.add(id);
  }
  for (const source of [
    ...sources('src/reader/behaviours/**/*.ts'),
    ...sources('src/reader/islands/**/*.{ts,tsx}'),
  ]) {
    for (const [, id = ''] of source.matchAll(/getElementById\('([\w-]+)'\)/g)) ids.add(id);
  }
  expect(ids.size).toBeGreaterThan(10);
  expect([...ids].filter((id) => !isOwnId(id)).toSorted()).toEqual([]);
  expect(
    [
      'comment-12',
      'div-comment-3',
      'Comments',
      'broadsheet-page',
      'constructor',
      'tdi_1a2b',
      'Vimeo',
      'dataLayer',
    ].filter((id) => !isOwnId(id)),
  ).toEqual([]);
  // React's ids, those of the search field and the admin bar, and descriptions for screen readers.
  expect(
    [
      '_tdi_0ddt1sks64k-0-R_a_-input',
      '_bar-R_0_',
      'author-warning',
      'email-error-warning',
      'comment-warning',
    ].filter((id) => !isOwnId(id)),
  ).toEqual([]);
  expect(
    ['introduction', 'commentary', 'more-12', 'gallery-1', 'attachment_7', 'fn1', 'vimeo', 'google'].filter(
      isOwnId,
    ),
  ).toEqual([]);
});

/** Selectors of rules that put an element in front of the page: fixed ones, z-indexes above those of content, and sticky ones with a z-index. */
function frontSelectors(sheet: string): string[] {
  return [...sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(
    ([, selectors = '', body = '']) => {
      const levels = [...body.matchAll(/z-index:\s*(\d+)/g)].map(([, level]) => Number(level));
      const isSticky = /position:\s*sticky/.test(body) && levels.some((level) => level > 3);
      return isSticky || /position:\s*fixed/.test(body) || levels.some((level) => level > 19)
        ? splitSelectors(selectors)
        : [];
    },
  );
}

/** Selectors of a list, split at commas outside brackets. */
function splitSelectors(list: string): string[] {
  const found = [''];
  let depth = 0;
  for (const sign of list) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.map((selector) => selector.trim());
}

/** Classes that an element or its ancestors must have for a selector to match; not those in `:not()` or in the choices of `:is()`. */
const neededClasses = (selector: string) =>
  [...selector.replaceAll(/:(?:not|has|is|where)\((?:[^()]|\([^()]*\))*\)/g, '').matchAll(/\.([\w-]+)/g)].map(
    ([, name = '']) => name,
  );
/** Whether all choices of an `:is()` are own classes. */
const hasOwnChoice = (selector: string) =>
  [...selector.matchAll(/:(?:is|where)\(([^()]*)\)/g)].some(([, choices = '']) =>
    choices.split(',').every((choice) => neededClasses(choice).some((name) => ownClasses.has(name))),
  );

test('content can match no rule that puts an element in front of the page, in any sheet for readers and editors', () => {
  const found = sources('src/{theme,blocks,reader,ui,newsroom/admin-bar}/**/*.css').flatMap(frontSelectors);
  expect(found.length).toBeGreaterThan(20);
  // States and places that content never has: the top layer, children of `body`, and ids that the cleaner removes.
  const isOutOfReach = (selector: string) =>
    /:popover-open|^(?::where\(body\)|body)>|#wpadminbar|^#|:modal/.test(selector);
  const isOwn = (selector: string) =>
    neededClasses(selector).some((name) => ownClasses.has(name)) || hasOwnChoice(selector);
  expect(found.filter((selector) => !isOutOfReach(selector) && !isOwn(selector))).toEqual([]);
});

test('finds a forgotten class', () => {
  const sheet =
    '.a,.b .c{color:red}@media print{.new:is(.x,.y),.other{z-index:20}}.late{position:sticky;z-index:9}';
  expect(frontSelectors(sheet)).toEqual(['.new:is(.x,.y)', '.other', '.late']);
});

test('the cleaner removes each of these classes from all content', () => {
  for (const name of ownClasses) {
    for (const [element, end] of [
      ['p', 'p'],
      ['svg', 'svg'],
      ['math', 'math'],
      ['a href="/x"', 'a'],
    ]) {
      const cleaned = cleanPieces([`<${element} class="mine ${name}\t${name} ">x</${end}>`]).join('');
      expect([cleaned.includes(name), cleaned.includes('mine')]).toEqual([false, true]);
      expect(cleanWhereNeeded([`<${element} class="${name}">x</${end}>`]).join('')).not.toContain(name);
    }
  }
});
