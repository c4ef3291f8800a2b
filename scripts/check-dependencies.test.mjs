import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDependencies } from './check-dependencies.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-dependencies-'));
  for (const folder of ['docs', 'src', 'test', 'demo']) mkdirSync(join(root, folder));
  cpSync(join(project, 'scripts'), join(root, 'scripts'), { recursive: true, filter: (file) => !file.endsWith('.test.mjs') });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Problems of a project with these packages, rows of its table, and this one source. */
function problemsOf({ dependencies = {}, devDependencies = {}, rows, source }) {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies, devDependencies }));
  writeFileSync(join(root, 'docs/dependencies.md'), ['| package | job | why |', '|---|---|---|', ...rows].join('\n'));
  writeFileSync(join(root, 'src/a.ts'), source);
  return checkDependencies(root).filter((problem) => !problem.includes(' awaits '));
}

test('finds what is unused, undocumented, gone, doubled and in the wrong list', () => {
  expect(problemsOf({ dependencies: { one: '1.0.0' }, rows: ['| `one` | does it | so |'], source: "import { one } from 'one/part';\n" })).toEqual([]);
  expect(problemsOf({ dependencies: { one: '1.0.0' }, rows: ['| `one` | does it | so |'], source: '' })).toEqual(['one is a dependency, and nothing imports it.']);
  expect(problemsOf({ dependencies: { one: '1.0.0' }, rows: [], source: "import 'one';\n" })).toEqual(['one is a dependency, and docs/dependencies.md does not say what for.']);
  expect(problemsOf({ rows: ['| `two` | does it | so |'], source: '' })).toEqual(['docs/dependencies.md tells of two, which is no dependency.']);
  expect(problemsOf({ dependencies: { one: '1', two: '1' }, rows: ['| `one` | does it | so |', '| `two` | does it | |'], source: "import 'one';\nimport 'two';\n" })).toEqual(['one and two do one job (does it): one of them is enough.']);
  expect(problemsOf({ devDependencies: { one: '1' }, rows: ['| `one` | does it | so |'], source: "import { one } from 'one';\n" })).toEqual(['one is imported by src, and so must be among "dependencies".']);
  expect(problemsOf({ devDependencies: { '@types/one': '1' }, rows: ['| `@types/one` | types | so |'], source: "import { one } from 'other-one';\n" })).toEqual(['@types/one is a dependency, and nothing imports it.']);
});

