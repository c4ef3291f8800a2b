import { expect, test } from 'vitest';
import { isMistyped, readOptions } from './options.ts';

const parts = ['article', 'pages'];

test('without options all parts are measured on both databases, into a new file', () => {
  expect(readOptions([], parts)).toMatchObject({
    databases: ['sqlite', 'postgres'],
    posts: 1500,
    importPosts: 100_000,
    parts,
    json: expect.stringMatching(/broadsheet-bench-[\dT-]+\.json$/),
  });
  expect(readOptions(['--help'], parts)).toBeUndefined();
});

test.each([
  [['--posts', 'abc'], '--posts must be a whole number of at least 1, not "abc".'],
  [['--posts', '0'], '--posts must be a whole number of at least 1, not "0".'],
  [['--import', '-1'], 'argument is ambiguous'],
  [['--only', 'article,nothing'], '--only: unknown name "nothing". Known names: article, pages.'],
  [['--database', 'mysql'], '--database: unknown name "mysql".'],
  [['--pages'], `Unknown option '--pages'`],
  [['pages'], `Unexpected argument 'pages'`],
])('%j is refused with a message', (args, sentence) => {
  let thrown: unknown;
  try {
    readOptions(args, parts);
  } catch (error) {
    thrown = error;
  }
  expect(isMistyped(thrown)).toBe(true);
  expect(String(thrown)).toContain(sentence);
});
