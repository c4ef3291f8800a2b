import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkImports } from './check-imports.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Problems of a tree of these files. */
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
/** A file two steps from a file of `content/` with this text. */
const far = (text) => ({ 'src/content/a.ts': imports('./b.ts'), 'src/content/b.ts': text });

test.each(['src/behaviours/thing.ts', 'src/islands/thing.ts', 'src/blocks/thing/island.tsx'])(
  '%s may have what is pure in the end, wherever it lies',
  (file) => {
    const toContent = file.startsWith('src/blocks/') ? '../../content/a.ts' : '../content/a.ts';
    expect(problemsOf({ [file]: imports(toContent), ...far(pure) })).toEqual([]);
    for (const [text, brings] of [
      [imports('node:fs'), 'brings node:fs, which only Node has'],
      [imports('kysely'), 'brings kysely, a package that is not sent there'],
      [imports('zod'), 'brings zod, a package that is not sent there'],
      [`const later = () => import('node:zlib');\n`, 'brings node:zlib, which only Node has'],
      ["export * from 'react-dom/server';\n", 'brings react-dom/server, a package that is not sent there'],
      ['export const x = Buffer.from(text);\n', 'brings src/content/b.ts, which asks for what only Node has'],
      [
        'export const x = globalThis.process?.env;\n',
        'brings src/content/b.ts, which asks for what only Node has',
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
      expect(problemsOf({ [file]: imports(toContent), ...far(text) })).toEqual([
        expect.stringMatching(
          new RegExp(
            `^${file} runs in readers’ browsers and ${brings}: ${file} → src/content/a\\.ts → src/content/b\\.ts`,
          ),
        ),
      ]);
    }
  },
);

test('types of what only a server runs are fine anywhere: nothing of them is left there', () => {
  expect(
    problemsOf({
      'src/behaviours/thing.ts': imports('../content/a.ts'),
      ...far(imports('kysely', 'type { Kysely }') + imports('./c.server.ts', 'type { X }')),
      'src/content/c.server.ts': imports('node:fs'),
    }),
  ).toEqual([]);
});

test.each([
  ['src/behaviours/thing.ts', '../theme/styles.server.ts'],
  ['src/behaviours/thing.ts', '../islands/island-server.tsx'],
  ['src/blocks/thing/island.tsx', './loader.server.ts'],
  ['src/islands/thing.ts', '../config.ts'],
])('%s may not have %s, whatever that holds', (file, target) => {
  const found = problemsOf({ [file]: imports(target), [join(dirname(file), target)]: pure });
  expect(found).toContainEqual(
    expect.stringContaining(
      `${file} runs in readers’ browsers and brings ${join(dirname(file), target)}, which is server code`,
    ),
  );
});

test('of a chain in browsers each file is judged once, where it leaves them', () => {
  expect(
    problemsOf({
      'src/behaviours/one.ts': imports('./two.ts'),
      'src/behaviours/two.ts': imports('../lib/files.ts'),
      'src/lib/files.ts': imports('node:fs'),
    }),
  ).toEqual([
    'src/behaviours/two.ts runs in readers’ browsers and brings node:fs, which only Node has: src/behaviours/two.ts → src/lib/files.ts → node:fs.',
  ]);
});

test('block.ts is safe for browsers; what readers are not sent may come with it', () => {
  const block = (text) => ({
    'src/blocks/thing/block.ts': imports('zod', '{ z }') + imports('../settings.ts'),
    'src/blocks/settings.ts': text,
  });
  expect(problemsOf({ ...block(imports('../content/a.ts')), ...far(imports('zod', '{ z }')) })).toEqual([]);
  expect(problemsOf({ ...block(imports('../content/a.ts')), ...far(imports('kysely')) })).toEqual([
    expect.stringContaining(
      'src/blocks/thing/block.ts is run by editors in browsers, too, and brings kysely, a package that is not sent there: ' +
        'src/blocks/thing/block.ts → src/blocks/settings.ts → src/content/a.ts → src/content/b.ts → kysely',
    ),
  ]);
});

test('what people write with is never sent to readers, and may have blocks but no loaders', () => {
  const editor = {
    'src/admin/editor/start.ts': imports('../../blocks/thing/block.ts'),
    'src/blocks/thing/block.ts': imports('zod', '{ z }'),
  };
  expect(problemsOf({ ...editor, 'src/admin/screen.ts': imports('./editor/start.ts') })).toEqual([]);
  const kit = (dependencies) => ({
    'src/admin/package.json': JSON.stringify({ dependencies }),
    'src/admin/screen.tsx': imports('@kit/parts/look.css') + imports('@kit/parts/one'),
  });
  expect(problemsOf(kit({ '@kit/parts': '1.0.0' }))).toEqual([]);
  expect(problemsOf(kit({}))).toEqual([
    expect.stringContaining(
      'src/admin/screen.tsx runs in browsers and brings @kit/parts/one, a package that is not sent',
    ),
  ]);
  expect(
    problemsOf({ ...kit({ '@kit/parts': '1.0.0' }), 'src/behaviours/thing.ts': imports('@kit/parts') }),
  ).toEqual([
    expect.stringContaining(
      'src/behaviours/thing.ts runs in readers’ browsers and brings @kit/parts, a package that is not sent',
    ),
  ]);
  expect(
    problemsOf({ 'src/admin/screen.ts': imports('../content/a.ts'), ...far(imports('node:fs')) }),
  ).toEqual([expect.stringContaining('src/admin/screen.ts runs in browsers and brings node:fs')]);
  expect(
    problemsOf({
      'src/admin/editor/start.ts': `const loaders = import.meta.glob('../../blocks/*/loader.server.ts');\n`,
      'src/blocks/thing/loader.server.ts': pure,
    }),
  ).toEqual([
    expect.stringContaining(
      'src/admin/editor/start.ts runs in browsers and brings src/blocks/thing/loader.server.ts, which is server code',
    ),
  ]);
  for (const file of ['src/behaviours/thing.ts', 'src/blocks/thing/island.tsx']) {
    const target = file.startsWith('src/blocks/')
      ? '../../admin/editor/start.ts'
      : '../admin/editor/start.ts';
    expect(problemsOf({ [file]: imports(target), 'src/admin/editor/start.ts': pure })).toContainEqual(
      expect.stringContaining(
        `${file} runs in readers’ browsers and brings src/admin/editor/start.ts, which is for those who write`,
      ),
    );
  }
  for (const file of ['src/content/a.ts', 'src/blocks/thing/view.tsx', 'src/pages/a.ts', 'src/ui/a.tsx']) {
    expect(
      problemsOf({
        [file]: imports(`${'../'.repeat(file.split('/').length - 2)}admin/screen.ts`),
        'src/admin/screen.ts': pure,
      }),
    ).toEqual([expect.stringContaining('imports flow http')]);
  }
});

test('the admin bar may have its own files and what readers have; nothing of readers, of blocks or of the newsroom has any of it', () => {
  const own = {
    'src/admin-bar/start.tsx': imports('./bar.ts') + imports('../islands/thing.ts'),
    'src/admin-bar/bar.ts': pure,
    'src/islands/thing.ts': pure,
  };
  expect(problemsOf({ ...own, 'src/pages/bar.tsx': imports('../admin-bar/bar.ts') })).toEqual([]);
  expect(
    problemsOf({ 'src/admin-bar/bar.ts': imports('../content/a.ts'), ...far(imports('node:fs')) }),
  ).toEqual([expect.stringContaining('src/admin-bar/bar.ts runs in browsers and brings node:fs')]);
  const bar = { 'src/admin-bar/bar.ts': pure };
  for (const file of [
    'src/behaviours/thing.ts',
    'src/islands/thing.ts',
    'src/blocks/thing/island.tsx',
    'src/blocks/thing/block.ts',
  ]) {
    const up = '../'.repeat(file.split('/').length - 2);
    const brings = expect.stringMatching(
      `^${file} .* brings src/admin-bar/bar.ts, which is for the admin bar: `,
    );
    expect(problemsOf({ ...bar, [file]: imports(`${up}admin-bar/bar.ts`) })).toContainEqual(brings);
    expect(
      problemsOf({
        ...bar,
        [file]: `const later = () => import('${up}lib/a.ts');\n`,
        'src/lib/a.ts': imports('../admin-bar/bar.ts'),
      }),
    ).toContainEqual(brings);
    expect(
      problemsOf({ ...bar, [file]: imports(`${up}admin-bar/bar.ts`, 'type { X }') }).filter((one) =>
        one.includes('is for the admin bar'),
      ),
    ).toEqual([]);
  }
  expect(
    problemsOf({
      ...bar,
      'src/admin/screen.ts': imports('../blocks/a.ts'),
      'src/blocks/a.ts': imports('../admin-bar/bar.ts'),
    }),
  ).toContainEqual(
    expect.stringContaining(
      'src/admin/screen.ts runs in browsers and brings src/admin-bar/bar.ts, which is for the admin bar',
    ),
  );
  for (const file of ['src/blocks/thing/view.tsx', 'src/content/a.ts', 'src/db/a.ts']) {
    expect(
      problemsOf({ ...bar, [file]: imports(`${'../'.repeat(file.split('/').length - 2)}admin-bar/bar.ts`) }),
    ).toEqual([expect.stringContaining('imports flow http')]);
  }
});

test('what answers people calls commands and readers; writers are for those who are named', () => {
  const content = {
    'src/content/posts/writer.ts':
      'export async function deletePost(tx: Tx, id: number): Promise<void> {}\nexport function slugOf(title: string) {}\n',
    'src/content/posts/delete-post.ts':
      'export async function deletePost(\n  tx: Tx, actor: Actor | undefined, input: unknown, from: number,\n) {}\n',
    'src/content/media/add-upload.ts':
      'export async function addUpload(database: Database, bytes: Buffer) { await database.write(work); }\n',
    'src/content/posts/repair.ts':
      'export const repair = async (ids: number[], writing: Tx) => {};\nexport async function mend(id: number, to: Tx) {}\n',
    'src/content/posts/reader.ts':
      'export async function findPost(read: Reader, id: number) {}\nexport async function countPosts(database: Database) {}\n',
    'src/content/posts/all.ts':
      "export { deletePost as removePost } from './writer.ts';\nexport * from './repair.ts';\n",
    'src/content/push/subscriptions.ts':
      'export async function saveSubscription(tx: Tx, target: PushTarget) {}\n',
  };
  const from = (file, target, what) => problemsOf({ ...content, [file]: imports(target, what) });
  for (const file of [
    'src/http/wp/a.ts',
    'src/cli/up/a.ts',
    'src/pages/up/a.ts',
    'src/blocks/thing/loader.server.ts',
  ]) {
    for (const [target, what] of [
      ['posts/delete-post', '{ deletePost }'],
      ['posts/writer', '{ slugOf }'],
      ['posts/reader', '{ findPost, countPosts }'],
      ['posts/writer', 'type { PostInput }'],
      ['push/subscriptions', '{ saveSubscription }'],
    ])
      expect(from(file, `../../content/${target}.ts`, what)).toEqual([]);
    for (const [target, what, name, place = target] of [
      ['posts/writer', '{ deletePost }', 'deletePost'],
      ['posts/writer', '{\n  slugOf,\n  deletePost as gone,\n}', 'deletePost'],
      ['posts/repair', '{ repair }', 'repair'],
      ['posts/repair', '{ mend }', 'mend'],
      ['posts/writer', '* as writer', 'deletePost'],
      ['posts/all', '{ removePost }', 'deletePost', 'posts/writer'],
      ['posts/all', '{ mend }', 'mend', 'posts/repair'],
      ['media/add-upload', '{ addUpload }', 'addUpload'],
    ])
      expect(from(file, `../../content/${target}.ts`, what)).toEqual([
        expect.stringContaining(`${file} calls ${name} of src/content/${place}.ts`),
      ]);
  }
  const update =
    'export async function updatePost(tx: Tx, actor: Actor | undefined, input: object, from: number, ahead?: PreparedAhead) {}\n';
  const route = imports('../content/posts/update-post.ts', '{ updatePost }');
  const ahead = { 'src/content/posts/update-post.ts': update, 'src/content/posts/clean-ahead.ts': pure };
  expect(problemsOf({ ...ahead, 'src/http/a.ts': route })).toEqual([
    expect.stringContaining('src/http/a.ts calls updatePost of src/content/posts/update-post.ts without'),
  ]);
  expect(
    problemsOf({
      ...ahead,
      'src/http/a.ts': route + imports('../content/posts/clean-ahead.ts', '{ cleanPostAhead }'),
    }),
  ).toHaveLength(1);
  expect(
    problemsOf({
      ...ahead,
      'src/http/a.ts': route + imports('../content/posts/clean-ahead.ts', '{ preparePostAhead }'),
    }),
  ).toEqual([]);
  const template = update.replace('PreparedAhead', 'CleanedAhead');
  expect(
    problemsOf({ ...ahead, 'src/content/posts/update-post.ts': template, 'src/http/a.ts': route }),
  ).toHaveLength(1);
  expect(
    problemsOf({
      ...ahead,
      'src/content/posts/update-post.ts': template,
      'src/http/a.ts': route + imports('../content/posts/clean-ahead.ts', '{ cleanPostAhead }'),
    }),
  ).toEqual([]);
  for (const file of ['src/cli/seed-demo.ts', 'src/import/import-posts.ts', 'src/backup/restore.ts']) {
    expect(from(file, '../content/posts/writer.ts', '{ deletePost }')).toEqual([]);
  }
});

test('writing a post loads no domain that follows its events, however far away, and few modules', () => {
  const file = 'src/content/posts/writer.ts';
  const files = {
    [file]: imports('../terms/writer.ts'),
    'src/content/terms/writer.ts': imports('../search/words.ts', 'type { X }'),
    'src/content/search/words.ts': pure,
    'src/content/push/index.ts': imports('../posts/writer.ts'),
  };
  expect(problemsOf(files)).toEqual([]);
  expect(problemsOf({ ...files, 'src/content/terms/writer.ts': imports('../search/words.ts') })).toEqual([
    `${file} loads src/content/search/words.ts, which follows its events: ${file} → src/content/terms/writer.ts → ` +
      'src/content/search/words.ts. Let it subscribe (docs/how-to/add-a-follower.md).',
  ]);
  const terms = Array.from({ length: 91 }, (_, place) => `src/content/terms/part-${place}.ts`);
  const many = terms.map((_, place) => imports(`./part-${place}.ts`)).join('');
  const parts = Object.fromEntries(terms.map((part) => [part, pure]));
  expect(problemsOf({ ...files, ...parts, 'src/content/terms/writer.ts': many })).toEqual([
    `${file} loads 92 modules outside of lib/; the limit is 90.`,
  ]);
});
