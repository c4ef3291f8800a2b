import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configFor, knipOptions } from '../knip.config.js';

const knip = fileURLToPath(new URL('../node_modules/knip/bin/knip.js', import.meta.url));

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-unused-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Unused modules of a tree of these files with the entry `src/main.ts`, and the exit code. Knip reads `import.meta.glob` in packages with Vite. */
function unusedIn(files, ignore) {
  const config = JSON.stringify(configFor(['src/main.ts'], ignore));
  const settings = { 'package.json': '{ "devDependencies": { "vite": "*" } }', 'knip.json': config };
  for (const [file, text] of Object.entries({ ...files, ...settings })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const { stdout, status } = spawnSync(process.execPath, [knip, ...knipOptions, '--reporter=json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const { issues } = JSON.parse(stdout);
  return { status, unused: issues.map(({ file }) => file.replaceAll('\\', '/')).toSorted() };
}

const used = {
  'src/main.ts':
    "import { types } from './modules/types/built-in.ts';\nexport const later = () => import('./later.ts');\n" +
    "export const blocks = import.meta.glob('./blocks/*/block.ts');\nexport { types };\n",
  'src/later.ts': "import type { Shape } from './shape.ts';\nexport const shape: Shape = {};\n",
  'src/shape.ts': 'export interface Shape {}\n',
  'src/blocks/row/block.ts': 'export const block = {};\n',
  'src/modules/types/built-in.ts': "import { post } from './post.ts';\nexport const types = [post];\n",
  'src/modules/types/post.ts': 'export const post = {};\n',
  'src/modules/types/post.test.ts': "import { post } from './post.ts';\npost;\n",
};

test('a module counts as used if an entry imports it, at any distance: lazily, by a glob, or for its types', () => {
  expect(unusedIn(used)).toEqual({ status: 0, unused: [] });
});

test('a module is unused that nothing but tests and unused modules import', () => {
  const unused = {
    'src/blocks/row/view.tsx': 'export const View = () => null;\n',
    'src/modules/posts/cook-post.ts': "import { x } from './pot.ts';\nexport const cook = x;\n",
    'src/modules/posts/pot.ts': 'export const x = 1;\n',
    'src/modules/types/course.ts': 'export const course = {};\n',
    'src/modules/types/recipe.ts': "import { course } from './course.ts';\nexport const recipe = course;\n",
  };
  const recipe = { 'src/modules/types/recipe.test.ts': "import { recipe } from './recipe.ts';\nrecipe;\n" };
  expect(unusedIn({ ...used, ...unused, ...recipe })).toEqual({ status: 1, unused: Object.keys(unused) });
});

test('an exception fails once its module is used', () => {
  const early = 'src/modules/posts/early.ts';
  const files = { ...used, [early]: 'export const x = 1;\n' };
  expect(unusedIn(files, [early])).toEqual({ status: 0, unused: [] });
  const later = `${used['src/later.ts']}import './modules/posts/early.ts';\n`;
  expect(unusedIn({ ...files, 'src/later.ts': later }, [early])).toEqual({ status: 1, unused: [] });
});
