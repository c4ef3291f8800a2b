import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { edges, rulesFor } from '../.dependency-cruiser.mjs';
import { checkDependencyRules } from './check-dependency-rules.mjs';

const roots = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const declaredEdges = { a: ['b'], b: [], c: [] };
const imports = (target, what = '{ x }') => `import ${what} from '${target}';\n`;
const types = 'type { X }';
const pure = 'export const x = 1;\nexport interface X {}\n';

async function problemsOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'broadsheet-rules-'));
  roots.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkDependencyRules(root, declaredEdges);
}

/** Problems of a file with one import, whose target exists. */
const problemsOfImport = (file, target, what) =>
  problemsOf({ [file]: imports(target, what), [join(dirname(file), target)]: pure });

const violations = [
  ['code-of-lib', 'src/lib/hash.ts', '../kernel/db/tables.ts'],
  ['types-of-lib', 'src/lib/hash.ts', '../kernel/db/tables.ts', types],
  ['code-of-kernel', 'src/kernel/db/tables.ts', '../../modules/posts/reader.ts'],
  ['code-of-kernel', 'src/kernel/http/forms.ts', '../../site/cache/page-cache.ts'],
  ['code-of-kernel', 'src/kernel/http/rest/rest-request.ts', '../../../modules/posts/post.ts'],
  ['code-of-kernel', 'src/kernel/db/a.ts', '../../newsroom/admin-bar/bar.ts'],
  ['types-of-kernel', 'src/kernel/http/rest/other.ts', '../../../modules/posts/post.ts', types],
  ['code-of-languages', 'src/languages/words.ts', '../kernel/db/tables.ts'],
  ['types-of-languages', 'src/languages/words.ts', '../modules/settings/settings.ts', types],
  ['code-of-modules', 'src/modules/posts/reader.ts', '../../blocks/block.ts'],
  ['code-of-modules', 'src/modules/posts/reader.ts', '../../ui/card.tsx'],
  ['code-of-modules', 'src/modules/posts/reader.ts', '../../site/replies/health.ts'],
  ['code-of-modules', 'src/modules/posts/rest/routes.ts', '../../../site/rest/rest-routes.ts'],
  ['code-of-modules', 'src/modules/posts/reader.ts', '../../newsroom/screen.ts'],
  ['code-of-modules', 'src/modules/posts/reader.ts', '../../newsroom/admin-bar/bar.ts'],
  ['types-of-modules', 'src/modules/posts/reader.ts', '../../blocks/block.ts', types],
  ['code-of-blocks', 'src/blocks/load-context.ts', '../site/pages/render-page.ts'],
  ['code-of-blocks', 'src/blocks/thing/view.tsx', '../../newsroom/screen.ts'],
  ['code-of-blocks', 'src/blocks/thing/view.tsx', '../../newsroom/admin-bar/bar.ts'],
  ['types-of-blocks', 'src/blocks/thing/view.tsx', '../../newsroom/admin-bar/bar.ts', types],
  ['code-of-site', 'src/site/pages/render-page.ts', '../../cli/main.ts'],
  ['code-of-site', 'src/site/pages/render-page.ts', '../../config.ts'],
  ['code-of-site', 'src/site/pages/render-page.ts', '../../newsroom/screen.ts'],
  ['types-of-site', 'src/site/pages/render-page.ts', '../../app.ts', types],
  ['code-of-theme', 'src/theme/fonts.ts', '../modules/types/permalinks.ts'],
  ['types-of-theme', 'src/theme/fonts.ts', '../newsroom/screen.ts', types],
  ['code-of-reader', 'src/reader/behaviours/thing.ts', '../../blocks/block.ts'],
  ['types-of-reader', 'src/reader/behaviours/thing.ts', '../../newsroom/admin-bar/bar.ts', types],
  ['code-of-ui', 'src/ui/card.tsx', '../site/pages/render-page.ts'],
  ['code-of-ui', 'src/ui/card.tsx', '../newsroom/screen.ts'],
  ['types-of-ui', 'src/ui/card.tsx', '../cli/main.ts', types],
  ['code-of-admin-bar', 'src/newsroom/admin-bar/bar.ts', '../../blocks/block.ts'],
  ['code-of-admin-bar', 'src/newsroom/admin-bar/bar.ts', '../app/rest.ts'],
  ['types-of-admin-bar', 'src/newsroom/admin-bar/bar.ts', '../screen.ts', types],
  ['code-of-newsroom', 'src/newsroom/screen.tsx', '../site/pages/render-page.ts'],
  ['code-of-newsroom', 'src/newsroom/screen.tsx', './admin-bar/bar.ts'],
  ['types-of-newsroom', 'src/newsroom/screen.tsx', './admin-bar/bar.ts', types],
  ['out-of-src', 'src/modules/a.ts', '../../test/harness/factories.ts'],
  ['out-of-src', 'src/modules/a.ts', '../../demo/articles.ts'],
  ['out-of-cli', 'src/cli/a.ts', '../../test/harness/factories.ts'],
  ['migration', 'src/kernel/db/migrations/012-a.ts', '../tables.ts', types],
  ['unknown-folder', 'src/thing/a.ts', '../kernel/db/tables.ts'],
  ['unknown-module', 'src/modules/d/a.ts', '../b/index.ts'],
  ['face', 'src/modules/a/a.ts', '../b/b.ts'],
  ['face', 'src/modules/a/a.ts', '../b/b.ts', types],
  ['face', 'src/modules/a/rest/a.ts', '../../b/rest/b.ts'],
  ['edges-of-a', 'src/modules/a/a.ts', '../c/index.ts'],
  ['edges-of-b', 'src/modules/b/b.ts', '../a/index.ts', types],
  ['edges-of-c', 'src/modules/c/c.ts', '../a/index.ts'],
];

test.each(violations)('%s: %s may not import %s', async (rule, file, target, what) => {
  const to = join(dirname(file), target);
  expect(await problemsOfImport(file, target, what)).toEqual([
    expect.stringMatching(new RegExp(`^${file} imports ${to}; .* \\(${rule}\\)\\.$`)),
  ]);
});

test('each rule has a violation above; cycles are below', () => {
  const names = rulesFor(declaredEdges).map(({ name }) => name);
  expect(new Set([...violations.map(([rule]) => rule), 'cycle'])).toEqual(new Set(names));
});

test('a valid tree has no problems', async () => {
  const fine = [
    ['src/site/replies/a.ts', '../pages/b.ts'],
    ['src/site/replies/b.ts', '../../kernel/db/b.ts'],
    ['src/site/pages/c.ts', '../../blocks/b.ts'],
    ['src/site/pages/d.ts', '../../modules/b.ts'],
    ['src/site/pages/bar.tsx', '../../newsroom/admin-bar/bar.ts'],
    ['src/site/pages/e.ts', '../../config.ts', types],
    ['src/blocks/a.ts', '../ui/b.tsx'],
    ['src/modules/a.ts', '../lib/b.ts'],
    ['src/modules/terms/rest/a.ts', '../../../kernel/http/rest/b.ts'],
    ['src/modules/a/a.ts', '../b/index.ts'],
    ['src/modules/a/rest/a.ts', '../../b/rest/index.ts'],
    ['src/kernel/http/rest/rest-request.ts', '../../../modules/a/model.ts', types],
    ['src/kernel/db/migrations/012-a.ts', '../migration.ts', types],
    ['src/kernel/db/migrations/013-a.ts', '../../../lib/hash.ts'],
    ['src/reader/thing.ts', '../blocks/c.ts', types],
    ['src/newsroom/screen.tsx', '../site/f.ts', types],
    ['src/cli/a.ts', '../site/b.ts'],
    ['src/cli/b.ts', '../../demo/b.ts'],
    ['src/app.ts', './site/b.ts'],
    ['src/modules/a.test.ts', '../../test/harness/factories.ts'],
  ];
  const files = Object.fromEntries(fine.map(([file, target]) => [join(dirname(file), target), pure]));
  for (const [file, target, what] of fine) files[file] = imports(target, what);
  expect(await problemsOf(files)).toEqual([]);
});

test('every form of an import counts', async () => {
  const forms = [
    imports('../modules/x.ts'),
    `import '../modules/x.ts';\n`,
    `export { x } from '../modules/x.ts';\n`,
    `export { x as 'made-of' } from '../modules/x.ts';\n`,
    `export * from '../modules/x.ts';\n`,
    `export type { X } from '../modules/x.ts';\n`,
    `import {\n  x,\n  y,\n} from '../modules/x.ts';\n`,
    `import { type X } from '../modules/x.ts';\n`,
    imports('../modules/x.ts', types),
    `const x = await import('../modules/x.ts');\n`,
    `export const load = () => import('../modules/x.ts');\n`,
    "export const load = () => import(\n  /* only then */ '../modules/x.ts'\n);\n",
    'export const load = () => import(`../modules/x.ts`);\n',
  ];
  const kernel = forms.flatMap((text, place) => [
    [`src/kernel/a${place}.ts`, text],
    [`src/kernel/b${place}.tsx`, `${text}export const View = () => <p />;\n`],
  ]);
  const problems = await problemsOf({ ...Object.fromEntries(kernel), 'src/modules/x.ts': pure });
  expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual(
    kernel.map(([file]) => file).toSorted(),
  );
});

test('cycles are reported once, those of types and of lazy code too', async () => {
  for (const back of [
    imports('./a.ts'),
    imports('./a.ts', types),
    "const load = () => import('./a.ts');\n",
    "export * from './a.ts';\n",
  ]) {
    expect(
      await problemsOf({
        'src/lib/a.ts': imports('./b.ts'),
        'src/lib/b.ts': imports('./c.ts', types),
        'src/lib/c.ts': back,
        'src/lib/d.ts': imports('./c.ts'),
      }),
    ).toEqual([
      'src/lib/a.ts → src/lib/b.ts → src/lib/c.ts → src/lib/a.ts is a cycle; what these files share belongs in a file of its own.',
    ]);
  }
  expect(await problemsOf({ 'test/a.ts': imports('./b.mjs'), 'test/b.mjs': imports('./b.mjs') })).toEqual([
    expect.stringContaining('test/b.mjs → test/b.mjs is a cycle'),
  ]);
});

test('declared edges have no cycle, and name modules that have a row', () => {
  const ordered = new Set();
  const next = () =>
    Object.keys(edges).find((name) => !ordered.has(name) && edges[name].every((to) => ordered.has(to)));
  for (let name = next(); name; name = next()) ordered.add(name);
  expect([...ordered].toSorted()).toEqual(Object.keys(edges).toSorted());
});
