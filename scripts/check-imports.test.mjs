import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkImports } from './check-imports.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function problemsOf(files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkImports(
    root,
    Object.keys(files).filter((file) => /\.tsx?$/.test(file)),
  );
}

const imports = (target, what = '{ x }') => `import ${what} from '${target}';\n`;
const pure = 'export const x = 1;\n';
/** A file of `modules/`, and one it imports with this text. */
const far = (text) => ({ 'src/modules/a.ts': imports('./b.ts'), 'src/modules/b.ts': text });

test.each(['src/reader/behaviours/thing.ts', 'src/reader/islands/thing.ts', 'src/blocks/thing/island.tsx'])(
  '%s may import pure modules, wherever they are',
  (file) => {
    const toModule = '../../modules/a.ts';
    expect(problemsOf({ [file]: imports(toModule), ...far(pure) })).toEqual([]);
    for (const [text, brings] of [
      [imports('node:fs'), 'brings node:fs, which only Node has'],
      [imports('kysely'), 'brings kysely, a package that is not sent there'],
      [imports('zod'), 'brings zod, a package that is not sent there'],
      [`const later = () => import('node:zlib');\n`, 'brings node:zlib, which only Node has'],
      ["export * from 'react-dom/server';\n", 'brings react-dom/server, a package that is not sent there'],
      ['export const x = Buffer.from(text);\n', 'brings src/modules/b.ts, which asks for what only Node has'],
      [
        'export const x = globalThis.process?.env;\n',
        'brings src/modules/b.ts, which asks for what only Node has',
      ],
      ["export { createHash as 'made-of' } from 'node:crypto';\n", 'brings node:crypto, which only Node has'],
      [
        "export {\n  x, // what it's called\n} from 'kysely';\n",
        'brings kysely, a package that is not sent there',
      ],
      [
        "const later = () => import(\n  /* only then */ 'node:zlib'\n);\n",
        'brings node:zlib, which only Node has',
      ],
      ['const later = () => import(`node:zlib`);\n', 'brings node:zlib, which only Node has'],
    ]) {
      expect(problemsOf({ [file]: imports(toModule), ...far(text) })).toEqual([
        expect.stringMatching(
          new RegExp(
            `^${file} runs in readers’ browsers and ${brings}: ${file} → src/modules/a\\.ts → src/modules/b\\.ts`,
          ),
        ),
      ]);
    }
  },
);

test('type imports of server code are allowed anywhere: they are erased', () => {
  expect(
    problemsOf({
      'src/reader/behaviours/thing.ts': imports('../../modules/a.ts'),
      ...far(imports('kysely', 'type { Kysely }') + imports('./c.server.ts', 'type { X }')),
      'src/modules/c.server.ts': imports('node:fs'),
    }),
  ).toEqual([]);
});

test.each([
  ['src/reader/behaviours/thing.ts', '../../theme/styles.server.ts'],
  ['src/reader/behaviours/thing.ts', '../islands/island-server.tsx'],
  ['src/blocks/thing/island.tsx', './loader.server.ts'],
  ['src/reader/islands/thing.ts', '../../config.ts'],
])('%s may not import %s, whatever its content', (file, target) => {
  const found = problemsOf({ [file]: imports(target), [join(dirname(file), target)]: pure });
  expect(found).toContainEqual(
    expect.stringContaining(
      `${file} runs in readers’ browsers and brings ${join(dirname(file), target)}, which is server code`,
    ),
  );
});

test('in a browser’s import chain each file is judged once, where the chain leaves allowed folders', () => {
  expect(
    problemsOf({
      'src/reader/behaviours/one.ts': imports('./two.ts'),
      'src/reader/behaviours/two.ts': imports('../../lib/files.ts'),
      'src/lib/files.ts': imports('node:fs'),
    }),
  ).toEqual([
    'src/reader/behaviours/two.ts runs in readers’ browsers and brings node:fs, which only Node has: src/reader/behaviours/two.ts → src/lib/files.ts → node:fs.',
  ]);
});

test('block.ts is safe for browsers; code not sent to readers may accompany it', () => {
  const block = (text) => ({
    'src/blocks/thing/block.ts': imports('zod', '{ z }') + imports('../settings.ts'),
    'src/blocks/settings.ts': text,
  });
  expect(problemsOf({ ...block(imports('../modules/a.ts')), ...far(imports('zod', '{ z }')) })).toEqual([]);
  expect(problemsOf({ ...block(imports('../modules/a.ts')), ...far(imports('kysely')) })).toEqual([
    expect.stringContaining(
      'src/blocks/thing/block.ts is run by editors in browsers, too, and brings kysely, a package that is not sent there: ' +
        'src/blocks/thing/block.ts → src/blocks/settings.ts → src/modules/a.ts → src/modules/b.ts → kysely',
    ),
  ]);
});

test('newsroom code is never sent to readers, and may import blocks but no loaders', () => {
  const editor = {
    'src/newsroom/editor/start.ts': imports('../../blocks/thing/block.ts'),
    'src/blocks/thing/block.ts': imports('zod', '{ z }'),
  };
  expect(problemsOf({ ...editor, 'src/newsroom/screen.ts': imports('./editor/start.ts') })).toEqual([]);
  const kit = (dependencies) => ({
    'src/newsroom/package.json': JSON.stringify({ dependencies }),
    'src/newsroom/screen.tsx': imports('@kit/parts/look.css') + imports('@kit/parts/one'),
  });
  expect(problemsOf(kit({ '@kit/parts': '1.0.0' }))).toEqual([]);
  expect(problemsOf(kit({}))).toEqual([
    expect.stringContaining(
      'src/newsroom/screen.tsx runs in browsers and brings @kit/parts/one, a package that is not sent',
    ),
  ]);
  expect(
    problemsOf({
      ...kit({ '@kit/parts': '1.0.0' }),
      'src/reader/behaviours/thing.ts': imports('@kit/parts'),
    }),
  ).toEqual([
    expect.stringContaining(
      'src/reader/behaviours/thing.ts runs in readers’ browsers and brings @kit/parts, a package that is not sent',
    ),
  ]);
  expect(
    problemsOf({ 'src/newsroom/screen.ts': imports('../modules/a.ts'), ...far(imports('node:fs')) }),
  ).toEqual([expect.stringContaining('src/newsroom/screen.ts runs in browsers and brings node:fs')]);
  expect(
    problemsOf({
      'src/newsroom/editor/start.ts': `const loaders = import.meta.glob('../../blocks/*/loader.server.ts');\n`,
      'src/blocks/thing/loader.server.ts': pure,
    }),
  ).toEqual([
    expect.stringContaining(
      'src/newsroom/editor/start.ts runs in browsers and brings src/blocks/thing/loader.server.ts, which is server code',
    ),
  ]);
  for (const file of ['src/reader/behaviours/thing.ts', 'src/blocks/thing/island.tsx']) {
    expect(
      problemsOf({ [file]: imports('../../newsroom/editor/start.ts'), 'src/newsroom/editor/start.ts': pure }),
    ).toContainEqual(
      expect.stringContaining(
        `${file} runs in readers’ browsers and brings src/newsroom/editor/start.ts, which is for those who write`,
      ),
    );
  }
});

test('the admin bar may import its own files and reader code; reader code, blocks and newsroom import nothing of it', () => {
  const own = {
    'src/newsroom/admin-bar/start.tsx': imports('./bar.ts') + imports('../../reader/islands/thing.ts'),
    'src/newsroom/admin-bar/bar.ts': pure,
    'src/reader/islands/thing.ts': pure,
  };
  expect(
    problemsOf({ ...own, 'src/site/pages/bar.tsx': imports('../../newsroom/admin-bar/bar.ts') }),
  ).toEqual([]);
  expect(
    problemsOf({
      'src/newsroom/admin-bar/bar.ts': imports('../../modules/a.ts'),
      ...far(imports('node:fs')),
    }),
  ).toEqual([expect.stringContaining('src/newsroom/admin-bar/bar.ts runs in browsers and brings node:fs')]);
  const bar = { 'src/newsroom/admin-bar/bar.ts': pure };
  for (const file of [
    'src/reader/behaviours/thing.ts',
    'src/reader/islands/thing.ts',
    'src/blocks/thing/island.tsx',
    'src/blocks/thing/block.ts',
  ]) {
    const up = '../'.repeat(file.split('/').length - 2);
    const brings = expect.stringMatching(
      `^${file} .* brings src/newsroom/admin-bar/bar.ts, which is for the admin bar: `,
    );
    expect(problemsOf({ ...bar, [file]: imports(`${up}newsroom/admin-bar/bar.ts`) })).toContainEqual(brings);
    expect(
      problemsOf({
        ...bar,
        [file]: `const later = () => import('${up}lib/a.ts');\n`,
        'src/lib/a.ts': imports('../newsroom/admin-bar/bar.ts'),
      }),
    ).toContainEqual(brings);
    expect(
      problemsOf({ ...bar, [file]: imports(`${up}newsroom/admin-bar/bar.ts`, 'type { X }') }).filter((one) =>
        one.includes('is for the admin bar'),
      ),
    ).toEqual([]);
  }
  expect(
    problemsOf({
      ...bar,
      'src/newsroom/screen.ts': imports('../blocks/a.ts'),
      'src/blocks/a.ts': imports('../newsroom/admin-bar/bar.ts'),
    }),
  ).toContainEqual(
    expect.stringContaining(
      'src/newsroom/screen.ts runs in browsers and brings src/newsroom/admin-bar/bar.ts, which is for the admin bar',
    ),
  );
});

test('request handlers call commands and readers; writers are for listed files only', () => {
  const content = {
    'src/modules/posts/writer.ts':
      'export async function deletePost(tx: Tx, id: number): Promise<void> {}\nexport function slugOf(title: string) {}\n',
    'src/modules/posts/post-commands.ts':
      'export async function deletePost(\n  tx: Tx, actor: Actor | undefined, input: unknown, from: number,\n) {}\n',
    'src/modules/media/upload-commands.ts':
      'export async function addUpload(database: Database, bytes: Buffer) { await database.write(work); }\n',
    'src/modules/posts/repair.ts':
      'export const repair = async (ids: number[], writing: Tx) => {};\nexport async function mend(id: number, to: Tx) {}\n',
    'src/modules/posts/reader.ts':
      'export async function findPost(read: Reader, id: number) {}\nexport async function countPosts(database: Database) {}\n',
    'src/modules/posts/all.ts':
      "export { deletePost as removePost } from './writer.ts';\nexport * from './repair.ts';\n",
    'src/modules/push/subscriptions.ts':
      'export async function saveSubscription(tx: Tx, target: PushTarget) {}\n',
  };
  const moduleFrom = (file, target) => posix.relative(dirname(file), `src/modules/${target}.ts`);
  const from = (file, target, what) => problemsOf({ ...content, [file]: imports(target, what) });
  for (const file of [
    'src/site/rest/a.ts',
    'src/cli/up/a.ts',
    'src/site/pages/a.ts',
    'src/modules/terms/rest/a.ts',
    'src/blocks/thing/loader.server.ts',
  ]) {
    for (const [target, what] of [
      ['posts/post-commands', '{ deletePost }'],
      ['posts/writer', '{ slugOf }'],
      ['posts/reader', '{ findPost, countPosts }'],
      ['posts/writer', 'type { PostInput }'],
      ['push/subscriptions', '{ saveSubscription }'],
    ])
      expect(from(file, moduleFrom(file, target), what)).toEqual([]);
    for (const [target, what, name, place = target] of [
      ['posts/writer', '{ deletePost }', 'deletePost'],
      ['posts/writer', '{\n  slugOf,\n  deletePost as gone,\n}', 'deletePost'],
      ['posts/repair', '{ repair }', 'repair'],
      ['posts/repair', '{ mend }', 'mend'],
      ['posts/writer', '* as writer', 'deletePost'],
      ['posts/all', '{ removePost }', 'deletePost', 'posts/writer'],
      ['posts/all', '{ mend }', 'mend', 'posts/repair'],
      ['media/upload-commands', '{ addUpload }', 'addUpload'],
    ])
      expect(from(file, moduleFrom(file, target), what)).toEqual([
        expect.stringContaining(`${file} calls ${name} of src/modules/${place}.ts`),
      ]);
  }
  const update =
    'export async function updatePost(tx: Tx, actor: Actor | undefined, input: object, from: number, ahead?: PreparedAhead) {}\n';
  const route = imports('../modules/posts/post-commands.ts', '{ updatePost }');
  const ahead = { 'src/modules/posts/post-commands.ts': update, 'src/modules/posts/prepare-text.ts': pure };
  expect(problemsOf({ ...ahead, 'src/site/a.ts': route })).toEqual([
    expect.stringContaining('src/site/a.ts calls updatePost of src/modules/posts/post-commands.ts without'),
  ]);
  expect(
    problemsOf({
      ...ahead,
      'src/site/a.ts': route + imports('../modules/posts/prepare-text.ts', '{ cleanPostAhead }'),
    }),
  ).toHaveLength(1);
  expect(
    problemsOf({
      ...ahead,
      'src/site/a.ts': route + imports('../modules/posts/prepare-text.ts', '{ preparePostAhead }'),
    }),
  ).toEqual([]);
  const template = update.replace('PreparedAhead', 'CleanedAhead');
  expect(
    problemsOf({ ...ahead, 'src/modules/posts/post-commands.ts': template, 'src/site/a.ts': route }),
  ).toHaveLength(1);
  expect(
    problemsOf({
      ...ahead,
      'src/modules/posts/post-commands.ts': template,
      'src/site/a.ts': route + imports('../modules/posts/prepare-text.ts', '{ cleanPostAhead }'),
    }),
  ).toEqual([]);
  for (const file of [
    'src/cli/seed-demo.ts',
    'src/import/import-posts.ts',
    'src/modules/backup/restore.ts',
  ]) {
    expect(from(file, moduleFrom(file, 'posts/writer'), '{ deletePost }')).toEqual([]);
  }
});

test('writing a post loads no module above posts, at any distance, and few modules', () => {
  const file = 'src/modules/posts/writer.ts';
  const files = {
    [file]: imports('../terms/writer.ts'),
    'src/modules/terms/writer.ts': imports('../search/store.ts', 'type { X }'),
    'src/modules/search/store.ts': pure,
    'src/modules/push/index.ts': imports('../posts/writer.ts'),
  };
  expect(problemsOf(files)).toEqual([]);
  expect(problemsOf({ ...files, 'src/modules/terms/writer.ts': imports('../search/store.ts') })).toEqual([
    `${file} loads src/modules/search/store.ts, of a module above posts: ${file} → src/modules/terms/writer.ts → ` +
      'src/modules/search/store.ts. Let it follow an event (docs/how-to/add-a-follower.md).',
  ]);
  const terms = Array.from({ length: 91 }, (_, place) => `src/modules/terms/part-${place}.ts`);
  const many = terms.map((_, place) => imports(`./part-${place}.ts`)).join('');
  const parts = Object.fromEntries(terms.map((part) => [part, pure]));
  expect(problemsOf({ ...files, ...parts, 'src/modules/terms/writer.ts': many })).toEqual([
    `${file} loads 92 modules outside of lib/; the limit is 90.`,
  ]);
});
