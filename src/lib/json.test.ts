import { expect, test } from 'vitest';
import { parseMarkup } from './markup/block-markup.ts';
import { readJson } from './json.ts';

/** An object with nested arrays, with this many levels in total. */
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

test('reads attributes as deep as WordPress does', () => {
  expect(readJson('{"a":[1]}')).toEqual({ a: [1] });
  for (const broken of ['', 'null', '[1]', '{"a":', '"text"', '1']) expect(readJson(broken)).toBeUndefined();
  expect(readJson(nested(512))).toBeDefined();
  expect(readJson(nested(513))).toBeUndefined();
  expect(readJson(nested(100_000))).toBeUndefined();
  // Brackets in strings, and next to each other, add no levels.
  const flat = { a: '[{"\\'.repeat(1000), b: Array.from({ length: 1000 }, () => [{}]) };
  expect(readJson(JSON.stringify(flat))).toEqual(flat);
});

test('a block whose attributes nest too deep loses them, and reports the problem', () => {
  const problems: string[] = [];
  const [block] = parseMarkup(`<!-- wp:group ${nested(9000)} --><div>x</div><!-- /wp:group -->`, (problem) =>
    problems.push(problem),
  );
  expect(block).toMatchObject({ name: 'core/group', attributes: {} });
  expect(problems).toEqual([
    'The attributes of core/group at character 0 are not a JSON object, or nested too deeply; they are ignored.',
  ]);
});
