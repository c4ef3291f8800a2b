import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const house = fileURLToPath(new URL('..', import.meta.url));
const oxlint = join(house, 'node_modules/oxlint/bin/oxlint');

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-lint-'));
  copyFileSync(join(house, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function problemsOf(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--deny-warnings', '--format=json', '.'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout)
    .diagnostics.map(({ filename, code }) => `${filename.replaceAll('\\', '/')} ${code}`)
    .toSorted();
}

/** A file with a number of lines, and one with a function of that length. */
const file = (lines) => `${'//\n'.repeat(lines - 1)}export const x = 1;\n`;
const longFunction = (lines) => `export function long() {\n${'  long();\n'.repeat(lines - 2)}}\n`;

test('a file has at most 500 lines, a test 1000; catalogues have no limit', () => {
  const limits = {
    'src/lib/a.ts': 500,
    'src/ui/a.tsx': 500,
    'src/lib/a.test.ts': 1000,
    'scripts/a.mjs': 500,
    'scripts/a.test.mjs': 1000,
    'demo/a.ts': 500,
    'test/wire/a.test.ts': 1000,
    'test/harness/a.ts': 1000,
  };
  const filesWith = (more) =>
    Object.fromEntries(Object.entries(limits).map(([name, lines]) => [name, file(lines + more)]));
  expect(problemsOf({ ...filesWith(0), 'src/languages/catalogues/tlh.ts': file(900) })).toEqual([]);
  expect(problemsOf(filesWith(1))).toEqual(
    Object.keys(limits)
      .map((name) => `${name} eslint(max-lines)`)
      .toSorted(),
  );
});

test('a function of src/ has at most 100 lines, those of tests excepted', () => {
  expect(
    problemsOf({
      'src/lib/a.ts': longFunction(100),
      'src/lib/a.test.ts': longFunction(200),
      'scripts/a.mjs': longFunction(200),
      'test/e2e/a.e2e.test.ts': longFunction(200),
    }),
  ).toEqual([]);
  const names = ['src/kernel/db/migrations/085-initial.ts', 'src/lib/a.ts', 'src/ui/a.tsx'];
  expect(problemsOf(Object.fromEntries(names.map((name) => [name, longFunction(101)])))).toEqual(
    names.map((name) => `${name} eslint(max-lines-per-function)`),
  );
});

test('types are imported by name: the rules of imports do not see them elsewhere', () => {
  expect(
    problemsOf({
      'src/lib/a.ts':
        "import type { X } from './x.ts';\nexport const load = (): Promise<X> => import('./x.ts');\n",
      'src/lib/a.test.ts': "export type X = typeof import('./x.ts');\n",
    }),
  ).toEqual([]);
  for (const text of ["export type X = typeof import('./x.ts');\n", "export type X = import('./x.ts').X;\n"])
    expect(problemsOf({ 'src/lib/a.ts': text })).toEqual([
      'src/lib/a.ts typescript(consistent-type-imports)',
    ]);
});
