import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkEnglish, limits, phrasesIn } from './check-english.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-english-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const namesIn = (file, source) => phrasesIn(file, source).found.map(({ line, name }) => [line, name]);

test('finds phrases in comments, strings and documents, with their lines', () => {
  expect(namesIn('src/a.ts', '/** Made anew. */\nconst a = 1; // fine\n')).toEqual([[1, 'anew']]);
  expect(namesIn('src/a.ts', "\nsay('Not for somebody who waits.');\n")).toEqual([[2, 'somebody, nobody']]);
  expect(namesIn('src/a.tsx', '<p>There is none of that here</p>')).toEqual([[1, 'is none']]);
  expect(namesIn('docs/a.md', '# A\n\nWhat comes next is told of.\n')).toEqual([
    [3, 'a sentence that begins with What, Who or Whose'],
    [3, 'is told'],
  ]);
});

test('accepts questions, short strings, code and fenced code', () => {
  expect(namesIn('src/a.ts', "const nobody = tell('anew');\n// What is this?\n")).toEqual([]);
  expect(namesIn('docs/a.md', '```\nsomebody\n```\n')).toEqual([]);
});

test('accepts as many as the limits, and lists all places beyond them', () => {
  mkdirSync(join(root, 'docs'));
  const write = (count) =>
    writeFileSync(join(root, 'docs/a.md'), 'Fine.\n'.repeat(5000) + 'Anew.\n'.repeat(count));
  write(limits.documents);
  expect(checkEnglish(root, ['docs/a.md'])).toEqual([]);
  write(limits.documents + 1);
  const problems = checkEnglish(root, ['docs/a.md']);
  expect(problems[0]).toBe('There are 11 excluded phrases in documents; at most 10 are accepted:');
  expect(problems).toHaveLength(12);
});

test('reads strings of the program, not of tests, into the limit of strings', () => {
  mkdirSync(join(root, 'src'));
  const source =
    "say('This is fine for now');\n".repeat(30000) +
    "say('one two three meanwhile');\n".repeat(limits.strings + 1);
  for (const file of ['src/a.ts', 'src/a.test.ts']) writeFileSync(join(root, file), source);
  expect(checkEnglish(root, ['src/a.test.ts'])).toEqual([]);
  expect(checkEnglish(root, ['src/a.ts'])[0]).toContain(`in strings; at most ${limits.strings}`);
});
