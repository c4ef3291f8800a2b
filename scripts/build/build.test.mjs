import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkBar } from './admin.mjs';
import { buildClient, clientBundles, clientEntries } from './client.mjs';

let root;

function put(file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-build-'));
  put('src/theme/print.css', '@page{margin:1cm}');
  put('src/theme/text-row.css', '.text-row{display:block}');
  put('package.json', '{"type":"module"}');
  put('vite.config.ts', `export default { logLevel: 'silent' };`);
  put('src/blocks/block.ts', '');
  put('src/reader/behaviours/plain.ts', 'export function start() {}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('files sent to the browser', () => {
  test('every behaviour and every island.tsx, and no test', () => {
    put('src/reader/behaviours/plain.test.ts', '');
    put('src/reader/behaviours/page.e2e.test.ts', '');
    put('src/blocks/gallery/island.tsx', '');
    put('src/blocks/row/view.tsx', '');
    expect(clientEntries(root)).toEqual([
      { name: 'plain', kind: 'behaviour', file: 'src/reader/behaviours/plain.ts' },
      { name: 'gallery', kind: 'island', file: 'src/blocks/gallery/island.tsx' },
    ]);
  });

  test('behaviours that are configured to share a file do, under their own names', async () => {
    put('src/reader/behaviours/other-one.ts', 'export function start(root) { root.title = "other"; }');
    put(
      'src/reader/behaviours/together/both.ts',
      `export { start as plain } from '../plain.ts';\nexport { start as 'other-one' } from '../other-one.ts';`,
    );
    expect(clientBundles(root)).toEqual([
      { name: 'both', file: 'src/reader/behaviours/together/both.ts', holds: ['plain', 'other-one'] },
    ]);
    for (const file of ['loader', 'head']) put(`src/reader/islands/${file}.ts`, 'document.title = "1";');
    put('src/reader/behaviours/push/worker.ts', 'self.title = "1";');
    await expect(buildClient(root, join(root, 'dist'))).rejects.toThrow(/font/); // this tree has no fonts, which are read after the scripts
    const assets = join(root, 'dist', 'client', 'assets');
    const [file, ...others] = readdirSync(assets).filter(
      (name) => !name.startsWith('print-') && !name.startsWith('text-row-'),
    );
    expect([file, others]).toEqual([expect.stringMatching(/^both-[\w-]+\.js$/), []]);
    expect(Object.keys(await import(join(assets, file))).toSorted()).toEqual(['other-one', 'plain']);
  });

  test('refuses two behaviours of one name', () => {
    put('src/blocks/plain/island.tsx', '');
    expect(() => clientEntries(root)).toThrow('"plain" exists twice');
  });

  test.each([
    ['src/theme/secret.server.ts', ''],
    ['src/reader/islands/island-server.tsx', ''],
    ['src/modules/posts/reader.ts', "import { readFileSync } from 'node:fs';\n"],
    ['src/newsroom/screen.ts', ''],
    ['src/newsroom/admin-bar/panel.ts', ''],
  ])('%s stops the build', async (file, imports) => {
    put(file, `${imports}export const secret = Math.random();`);
    put(
      'src/reader/behaviours/leaky.ts',
      `import { secret } from '../../../${file}'; export function start(root) { root.title = secret; }`,
    );
    await expect(buildClient(root, join(root, 'dist'))).rejects.toThrow(
      `${join(root, file)} got into the code for readers`,
    );
  });

  test('pure modules can be in any folder', async () => {
    put('src/modules/posts/words.ts', 'export const words = (text) => text.split(/\\s+/).length;');
    put(
      'src/reader/behaviours/counting.ts',
      "import { words } from '../../modules/posts/words.ts'; export function start(root) { root.title = words(root.textContent); }",
    );
    for (const file of ['loader', 'head']) put(`src/reader/islands/${file}.ts`, 'document.title = "1";');
    put('src/reader/behaviours/push/worker.ts', 'self.title = "1";');
    await expect(buildClient(root, join(root, 'dist'))).rejects.toThrow(/font/); // this tree has no fonts, which are read after the scripts
    expect(readdirSync(join(root, 'dist', 'client', 'assets'))).toContainEqual(
      expect.stringMatching(/^counting-/),
    );
  });

  test('a behaviour that imports React stops the build', async () => {
    put('node_modules/react/index.js', 'export const version = Math.random();');
    put(
      'node_modules/react/package.json',
      '{"name":"react","version":"1.0.0","type":"module","main":"index.js"}',
    );
    put(
      'src/reader/behaviours/heavy.ts',
      `import { version } from 'react'; export function start(root) { root.title = version; }`,
    );
    await expect(buildClient(root, join(root, 'dist'))).rejects.toThrow(
      'The behaviour "heavy" imports React',
    );
  });
});

describe('the admin bar', () => {
  const check =
    (files, code = 'document.title = 1;') =>
    () =>
      checkBar(root, [{ fileName: 'admin-bar.js', code, moduleIds: files.map((file) => join(root, file)) }]);
  const own = 'src/newsroom/admin-bar/panel.ts';
  beforeEach(() => put(own, 'export const panel = 1;'));

  test('may have its own files, pure modules and React', () => {
    put('src/modules/posts/words.ts', 'export const words = 1;');
    const react = ['react/index.js', 'react-dom/client.js', 'scheduler/index.js'];
    expect(
      check([own, 'src/modules/posts/words.ts', ...react.map((name) => `node_modules/${name}`)]),
    ).not.toThrow();
  });

  test.each([
    'src/theme/secret.server.ts',
    'src/newsroom/app/rest.ts',
    'node_modules/react-dom/server.browser.js',
    'src/newsroom/node_modules/@wordpress/components/index.js',
    'node_modules/react-router/index.js',
  ])('%s stops its build', (file) => {
    put(file, 'export const secret = 1;');
    expect(check([own, file])).toThrow(`${join(root, file)} got into the code for the admin bar`);
  });

  test('stops the build when it is too large', () => {
    expect(check([own], randomBytes(100_000).toString('base64'))).toThrow(/94174 are allowed/);
  });
});
