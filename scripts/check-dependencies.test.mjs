import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDependencies, countsLine } from './check-dependencies.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-dependencies-'));
  for (const folder of ['docs', 'src', 'test', 'demo']) mkdirSync(join(root, folder));
  cpSync(join(project, 'scripts'), join(root, 'scripts'), {
    recursive: true,
    filter: (file) => !file.endsWith('.test.mjs') && !file.endsWith('/lighthouse'),
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function problemsOf({
  dependencies = {},
  devDependencies = {},
  rows,
  source = '',
  packages = {},
  counts = countsLine({ packages }),
}) {
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': { license: 'none' }, ...packages } }),
  );
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies, devDependencies }));
  writeFileSync(
    join(root, 'docs/dependencies.md'),
    [counts, '| package | kind | why |', '|---|---|---|', ...rows].join('\n'),
  );
  writeFileSync(join(root, 'src/a.ts'), source);
  return checkDependencies(root);
}

test('finds unused, undocumented, missing, duplicate and misplaced dependencies', () => {
  expect(
    problemsOf({
      dependencies: { one: '1.0.0' },
      rows: ['| `one` | does it | so |'],
      source: "import { one } from 'one/part';\n",
    }),
  ).toEqual([]);
  expect(
    problemsOf({ dependencies: { one: '1.0.0' }, rows: ['| `one` | does it | so |'], source: '' }),
  ).toEqual(['one is a dependency, and nothing imports it.']);
  expect(problemsOf({ dependencies: { one: '1.0.0' }, rows: [], source: "import 'one';\n" })).toEqual([
    'one is a dependency, and docs/dependencies.md does not say what for.',
  ]);
  expect(problemsOf({ rows: ['| `two` | does it | so |'], source: '' })).toEqual([
    'docs/dependencies.md lists two, which is not a dependency.',
  ]);
  const two = { dependencies: { one: '1', two: '1' }, source: "import 'one';\nimport 'two';\n" };
  const problem =
    'two is a feed parser like one, and does not say what for: one of them is enough, or its reason begins with "In addition to `one`: ".';
  expect(
    problemsOf({ ...two, rows: ['| `one` | feed parser | so |', '| `two` | feed parser | Reads feeds. |'] }),
  ).toEqual([problem]);
  expect(
    problemsOf({
      ...two,
      rows: ['| `one` | feed parser | so |', '| `two` | feed parser | In addition to `two`: no. |'],
    }),
  ).toEqual([problem]);
  expect(
    problemsOf({
      ...two,
      rows: ['| `one` | feed parser | so |', '| `two` | feed parser | In addition to `one`: lenient. |'],
    }),
  ).toEqual([]);
  expect(
    problemsOf({
      ...two,
      rows: ['| `one` | feed parser | so |', '| `two` | feed parser for the tests | so |'],
    }),
  ).toEqual([
    'two has a kind of more than 3 words (feed parser for the tests): what it is for is its reason.',
  ]);
  expect(
    problemsOf({
      devDependencies: { one: '1' },
      rows: ['| `one` | does it | so |'],
      source: "import { one } from 'one';\n",
    }),
  ).toEqual(['one is imported by src, and so must be among "dependencies".']);
  expect(
    problemsOf({
      devDependencies: { '@types/one': '1' },
      rows: ['| `@types/one` | types | so |'],
      source: "import { one } from 'other-one';\n",
    }),
  ).toEqual(['@types/one is a dependency, and nothing imports it.']);
});

test('newsroom packages have their own list, with the versions of the main one', () => {
  mkdirSync(join(root, 'src/newsroom'));
  const put = (name, content) => writeFileSync(join(root, name), content);
  put(
    'src/newsroom/package-lock.json',
    JSON.stringify({ packages: { '': {}, 'node_modules/kit': { license: 'SSPL-1.0' } } }),
  );
  put('src/newsroom/package.json', JSON.stringify({ dependencies: { kit: '1.0.0', one: '2.0.0' } }));
  put('src/newsroom/screen.tsx', "import 'kit/look.css';\n");
  const counts = [
    countsLine({ packages: {} }),
    countsLine({ packages: { kit: {} } }, '`src/newsroom/package-lock.json`'),
  ].join('\n');
  const rows = ['| `one` | does it | so |', '| `kit` | shows it | so |'];
  expect(
    problemsOf({ dependencies: { one: '1.0.0' }, source: "import 'one';\nimport 'kit';\n", rows, counts }),
  ).toEqual([
    'kit has the licence SSPL-1.0, which is not among acceptedLicences of scripts/check-dependencies.mjs.',
    'one is a dependency of src/newsroom, and nothing imports it.',
    'one is 2.0.0 in src/newsroom and 1.0.0 in the root: use one version for both.',
  ]);
});

test('reports a licence outside the accepted list, in any package', () => {
  const licensed = (license) =>
    problemsOf({ rows: [], packages: { 'node_modules/a/node_modules/@b/c': { license } } });
  for (const license of ['MIT', '(MIT AND Zlib)', '(MIT OR CC0-1.0)', '(SSPL-1.0 OR MIT)'])
    expect(licensed(license)).toEqual([]);
  for (const license of [
    'SSPL-1.0',
    '(MIT AND SSPL-1.0)',
    'UNLICENSED',
    'SEE LICENSE IN x',
    '(MIT OR SSPL-1.0) AND SSPL-1.0',
  ]) {
    expect(licensed(license)).toEqual([
      `@b/c has the licence ${license}, which is not among acceptedLicences of scripts/check-dependencies.mjs.`,
    ]);
  }
  expect(licensed(undefined)).toEqual([
    '@b/c has the licence (none), which is not among acceptedLicences of scripts/check-dependencies.mjs.',
  ]);
});

test('the counts of the document are those of the lock file', () => {
  const packages = {
    'node_modules/a': { license: 'MIT' },
    'node_modules/b': { license: 'MIT', dev: true, os: ['linux'] },
  };
  const summary = '`package-lock.json` lists 2 packages: 1 for production, 1 platform-specific binaries.';
  expect(problemsOf({ rows: [], packages, counts: summary })).toEqual([]);
  expect(problemsOf({ rows: [], packages, counts: summary.replace('2', '3') })).toEqual([
    `docs/dependencies.md does not say: ${summary}`,
  ]);
});

test('npm run supply uses the launcher, which provides a Node that can run it', () => {
  expect(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).scripts.supply).toBe(
    'node scripts/launch.mjs supply',
  );
});
