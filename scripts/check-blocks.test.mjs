import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blockProblems, blocksIn } from './check-blocks.mjs';
import { templates } from '../demo/documents.ts';
import { compileDocument } from '../src/blocks/document/compile-document.ts';
import { number, select, text } from '../src/blocks/setting-types.ts';
import { builtInTemplates } from '../src/theme/built-in-templates.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const panels = ['Content', 'Layout'];
const words = { title: 'A title', group: 'Content' };
const complete = {
  name: 'test/box',
  description: 'Shows a box.',
  keywords: ['frame'],
  container: true,
  example: { attributes: { limit: 3 } },
  settings: z.object({
    limit: number({ ...words, default: 1, min: 0, max: 5 }),
    mode: select({ ...words, default: 'a', options: { a: 'One' } }),
    label: text({ ...words, max: 20 }),
  }),
};
const problemsOf = (more, ...others) => {
  const block = { ...complete, ...more };
  return blockProblems(block, new Map([block, ...others].map((one) => [one.name, one])), panels);
};
const withSetting = (setting) => problemsOf({ settings: z.object({ thing: setting }), example: {} });
const fix = 'make it with a type of src/blocks/setting-types.ts, which asks for all of it.';

test('our own documents have only existing settings, and blocks in allowed places', async () => {
  const blocks = new Map((await blocksIn(repository)).map(({ block }) => [block.name, block]));
  const inner = (nodes) =>
    nodes
      .filter((node) => typeof node !== 'string')
      .map(({ name, attributes, children }) => ({ name, attributes, innerBlocks: inner(children) }));
  for (const markup of [
    ...Object.values(builtInTemplates),
    ...templates.map((template) => template.markup),
  ]) {
    const { nodes } = compileDocument(markup, {
      isRendered: (name) => blocks.has(name),
      onProblem: (problem) => expect.fail(problem),
    });
    const document = { ...complete, name: 'test/document', example: { innerBlocks: inner(nodes) } };
    expect(blockProblems(document, new Map([...blocks, [document.name, document]]), panels)).toEqual([]);
  }
});

test('a complete block passes, and one hidden from the inserter needs no example', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ example: undefined, supports: { inserter: false } })).toEqual([]);
});

test('a setting without words, control or bounds is named, with the fix', () => {
  const lacking = (setting, ...lacks) =>
    expect(withSetting(setting)).toEqual([`the setting thing ${lacks.join(', ')}; ${fix}`]);
  lacking(
    z.string().default(''),
    'has no title',
    'has the group "", which is not one of Content, Layout',
    'has no control',
  );
  lacking(
    text({ title: 'A title', group: 'Things', max: 5 }),
    'has the group "Things", which is not one of Content, Layout',
  );
  lacking(
    z
      .int()
      .default(1)
      .meta({ ...words, control: 'number' }),
    'has no bounds',
  );
  lacking(
    z
      .enum(['a', 'b'])
      .default('a')
      .meta({ ...words, control: 'select', options: [{ value: 'a', label: 'One' }] }),
    'has words without a label',
  );
  lacking(
    z
      .union([z.string(), z.number()])
      .default('')
      .meta({ ...words, control: 'text' }),
    'is of the type "string or number"',
  );
  lacking(z.string().meta({ ...words, control: 'text' }), 'has no default');
  expect(withSetting(z.date().meta(words))[0]).toMatch(
    /^its settings make no JSON schema \(.+\); use the types of src\/blocks\/setting-types\.ts\.$/,
  );
});

test('problems of the inserter’s metadata are reported', () => {
  expect(problemsOf({ description: '', keywords: [], example: undefined })).toEqual([
    'there is no description; describe in a plain sentence what it shows.',
    'there are no keywords; add other words that an editor may search for.',
    'there is no example for the inserter; give attributes, or {} where the defaults show enough.',
  ]);
  expect(problemsOf({ parent: ['test/gone'], allowedBlocks: ['core/paragraph'], container: false })).toEqual([
    'allowedBlocks are for containers; set container.',
    'parent names "test/gone", and no such block is there.',
  ]);
});

test('an example has existing settings and blocks, in allowed places', () => {
  const child = { ...complete, name: 'test/child', container: false };
  const inside = (innerBlocks, more, other = {}) =>
    problemsOf({ example: { innerBlocks }, ...more }, { ...child, ...other });
  expect(problemsOf({ example: { attributes: { limit: 9, other: 'x' } } })).toEqual([
    "the example's limit (9) is no setting of test/box, or none that it accepts.",
    'the example\'s other ("x") is no setting of test/box, or none that it accepts.',
  ]);
  const mode = select({
    ...words,
    default: '',
    options: { '': 'None', wide: 'Wide' },
    was: { true: 'wide', false: '' },
  });
  const holding = (attributes) => problemsOf({ settings: z.object({ mode }), example: { attributes } });
  expect([holding({ mode: 'wide' }), holding({ mode: true }), holding({ mode: 'spin' })]).toEqual([
    [],
    [],
    ['the example\'s mode ("spin") is no setting of test/box, or none that it accepts.'],
  ]);
  expect(inside([{ name: 'test/child', attributes: { limit: 2 } }, { name: 'core/paragraph' }])).toEqual([]);
  expect(inside([{ name: 'test/gone' }])).toEqual([
    'the example holds "test/gone", and no such block is there.',
  ]);
  expect(inside([{ name: 'test/child' }], { container: false })).toEqual([
    'the example puts blocks into test/box, which is no container.',
  ]);
  const misplaced = 'the example puts test/child into test/box; see parent and allowedBlocks.';
  expect(inside([{ name: 'test/child' }], { allowedBlocks: ['test/box'] })).toEqual([misplaced]);
  expect(inside([{ name: 'test/child' }], {}, { parent: ['test/child'] })).toEqual([misplaced]);
  expect(inside([{ name: 'test/child' }], {}, { ancestor: ['test/child'] })).toEqual([
    'the example puts test/child outside of its ancestor.',
  ]);
  expect(
    inside([{ name: 'test/box', innerBlocks: [{ name: 'test/child' }] }], {}, { ancestor: ['test/box'] }),
  ).toEqual([]);
});
