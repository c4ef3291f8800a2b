import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkExpressions,
  checkNoted,
  expressionsOf,
  isReviewDue,
  noteVerdicts,
} from './check-expressions.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-expressions-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'package.json'), '{ "recheck": "1.0.0" }');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const problemsOf = (source, { exceptions = new Map(), allowed = new Map(), commit = 'one' } = {}) => {
  writeFileSync(join(root, 'src/a.ts'), source);
  return checkExpressions(root, { exceptions, allowed, commit });
};

test('a backtracking expression is reported with its place and an example text; others pass', async () => {
  const [problem, ...others] = await problemsOf(
    'export const fine = /^[a-z]+$/;\nexport const slow = /\\/+$/;\nexport const worst = new RegExp("^(a+)+$", "u");\n',
  );
  expect(others).toHaveLength(1);
  expect([problem, ...others].toSorted()).toEqual([
    expect.stringMatching(
      /^src\/a\.ts:2: \/\\\/\+\$\/ backtracks \(2nd degree polynomial\), for example on '\/'\.repeat/,
    ),
    expect.stringMatching(/^src\/a\.ts:3: .* backtracks \(exponential\)/),
  ]);
});

test('a passing verdict is cached; a finding is checked again', async () => {
  for (let run = 0; run < 2; run++)
    expect(await problemsOf('export const slow = /=+$/;\nexport const fine = /x+/;\n')).toHaveLength(1);
});

test('verdicts are committed with the sources; each commit still verifies some, and detects hand-written ones', async () => {
  mkdirSync(join(root, 'scripts'));
  writeFileSync(
    join(root, 'scripts/safe-expressions.json'),
    JSON.stringify({ by: '1.0.0', safe: ['/=+$/'] }),
  );
  const commits = Array.from({ length: 400 }, (_, n) => String(n));
  const looks = commits.filter((commit) => isReviewDue(commit, '/=+$/'));
  expect([looks.length > 5, looks.length < 50]).toEqual([true, true]);
  const source = 'export const slow = /=+$/;\n';
  expect(await problemsOf(source, { commit: commits.find((commit) => !looks.includes(commit)) })).toEqual([]);
  expect(await problemsOf(source, { commit: looks[0] })).toHaveLength(1); // a commit marked as checked does not exempt others
});

test('expressions without a verdict in the repository are reported until they are noted', async () => {
  mkdirSync(join(root, 'scripts'));
  const source = 'export const fine = /x+/;\nexport const other = /^[a-z]+$/;\n';
  expect(await problemsOf(source)).toEqual([]);
  expect(checkNoted(root)).toEqual([expect.stringContaining('lacks 2 expressions: run')]);
  expect(noteVerdicts(root)).toBe(2);
  expect(checkNoted(root)).toEqual([]);
});

test('those that read bounded texts are listed with the bound, and only while they exist', async () => {
  const exceptions = new Map([['/=+$/', 'at most 120 characters']]);
  expect(await problemsOf('export const slow = /=+$/;\n', { exceptions })).toEqual([]);
  expect(await problemsOf('export const fine = /=$/;\n', { exceptions })).toEqual([
    expect.stringContaining('which does not exist'),
  ]);
});

test('one created at run time must be accounted for', async () => {
  const source = 'export const make = (name: string) => new RegExp(`${name}+`);\n';
  expect(await problemsOf(source)).toEqual([expect.stringContaining('builds an expression')]);
  expect(
    await problemsOf(source, { allowed: new Map([['src/a.ts: new RegExp(`${name}', 'a test']]) }),
  ).toEqual([]);
});

test('all expressions of the program are checked, in TSX too', () => {
  const { literals } = expressionsOf(join(import.meta.dirname, '..'));
  expect(literals.size).toBeGreaterThan(300);
  expect([...literals.values()].some(({ place }) => place.includes('.tsx:'))).toBe(true);
});
