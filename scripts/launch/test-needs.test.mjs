import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filtersOf, selectTests, testNeeds } from './test-needs.mjs';
import { isSupported, MINIMUM_NODE } from './version.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));

test.each([
  [[], []],
  [['src/a.test.ts'], ['src/a.test.ts']],
  [['src/a.test.ts', '-t', 'words of a title'], ['src/a.test.ts']],
  [['--testNamePattern', 'src', 'test/wire'], ['test/wire']],
  [['--bail=1', 'demo', '--silent'], ['demo']],
  [['--bail', '1', 'src/a.test.ts'], null],
  [['src/a.test.ts', '--dir', 'src'], null],
])('%j selects by %j', (args, filters) => expect(filtersOf(args)).toEqual(filters));

describe('tests of a project', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'broadsheet needs '));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const put = (name, text = '') => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  };

  test('words select the same files as in Vitest', () => {
    for (const name of [
      'src/a.ts',
      'src/a.test.ts',
      'src/A/b.test.tsx',
      'scripts/c.test.mjs',
      'test/d.test.ts',
    ])
      put(name);
    const select = (...filters) => selectTests(root, filters);
    expect(select('src')).toEqual(['src/A/b.test.tsx', 'src/a.test.ts']);
    expect(select('src/a/')).toEqual(['src/A/b.test.tsx']);
    expect(select('./src/a.test.ts:12')).toEqual(['src/a.test.ts']);
    expect(select(join(root, 'test/d'), 'c.test')).toEqual(['scripts/c.test.mjs', 'test/d.test.ts']);
    expect(select('broadsheet needs')).toHaveLength(4);
    expect(select('src/a.ts')).toEqual([]);
    expect(select()).toEqual([]);
  });

  const nothing = { postgres: false, build: false };
  const databases = { postgres: true, build: false };
  const built = { postgres: false, build: true };
  const everything = { postgres: true, build: true };

  test.each([
    ['only its own module', "import { a } from './a.ts';", nothing],
    ['databases', "import { onBothDatabases } from '../test/harness/databases.ts';", databases],
    ['databases by another helper', "import {\n  use,\n} from '../test/harness/rest-app.ts';", databases],
    [
      'databases by a later import',
      "const { use } = await import('../test/harness/rest-app.ts');",
      databases,
    ],
    ['a type of a helper', "import type { Use } from '../test/harness/rest-app.ts';", nothing],
    ['the build', "const file = new URL('../dist/server/main.js', import.meta.url);", built],
    ['pages', "import { page } from './page.ts';", built],
    ['a browser', "import { launch } from '../test/harness/browser.ts';", built],
    ['a file that is not there', "import { gone } from './gone.ts';", nothing],
  ])('a test that uses %s', (_, source, needs) => {
    put('src/a.ts');
    put('src/page.ts', "import { clientAssets } from './theme/client-assets.server.ts';");
    put('test/harness/databases.ts');
    // A cycle, and pages that this helper doesn't render.
    put(
      'test/harness/rest-app.ts',
      "import './databases.ts';\nimport '../../src/page.ts';\nimport './rest-app.ts';",
    );
    put('test/harness/browser.ts', "import { chromium } from 'playwright-core';");
    put('src/it.test.ts', source);
    put('src/plain.test.ts');
    expect(testNeeds(root, ['src/it.test.ts'])).toEqual(needs);
    expect(testNeeds(root, ['src'])).toEqual(needs);
  });

  test.each([['test/wire'], ['demo'], ['shown.e2e'], [''], ['no such file']])(
    '%j needs everything',
    (filter) => {
      for (const name of ['src/a.test.ts', 'src/shown.e2e.test.ts', 'test/wire/b.test.ts', 'demo/c.test.ts'])
        put(name);
      expect(testNeeds(root, [filter])).toEqual(everything);
      expect(testNeeds(root, [])).toEqual(everything);
      expect(testNeeds(root, null)).toEqual(everything);
    },
  );
});

test('tests of this project: of a function, of REST, of a page', () => {
  const needs = (file) => {
    expect([file, existsSync(join(repository, file))]).toEqual([file, true]);
    return testNeeds(repository, [file]);
  };
  expect(needs('src/lib/slugify.test.ts')).toEqual({ postgres: false, build: false });
  expect(needs('src/kernel/http/rest/rest-roles.test.ts')).toEqual({ postgres: true, build: false });
  expect(needs('src/theme/lists.e2e.test.tsx')).toEqual({ postgres: true, build: true });
});

const systemNode = '/usr/bin/node';
const { stdout: systemVersion } = spawnSync(systemNode, ['--version'], { encoding: 'utf8' });

test.skipIf(!systemVersion || isSupported(systemVersion))(
  'Vitest under an old Node names the command to run',
  () => {
    const { status, stdout, stderr } = spawnSync(
      systemNode,
      ['node_modules/vitest/vitest.mjs', 'run', 'src/lib/slugify.test.ts'],
      { cwd: repository, encoding: 'utf8' },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr:
        `Tests need Node ${MINIMUM_NODE} or newer, but this is ${systemVersion.trim().slice(1)}. ` +
        'Run "npm test -- src/lib/slugify.test.ts", which installs a newer one.\n',
    });
  },
);
