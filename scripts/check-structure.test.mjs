import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkStructure } from './check-structure.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-structure-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function problemsOf(files) {
  rmSync(root, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkStructure(root);
}

test('one module makes requests to other servers; browser code may call its own', () => {
  const problem =
    'src/modules/a.ts asks other servers by itself; fetchOutside of src/lib/fetch-outside.ts does.';
  const texts = [
    'await fetch(url);',
    "import { Agent, request as ask } from 'node:https';\n",
    "import { fetch as ask } from 'undici';\n",
    'await globalThis.fetch(url);\n',
    'new WebSocket(url);\n',
    "import https from 'node:https';\n",
    "import * as http from 'node:http';\n",
    "const { get } = await import('node:https');\n",
    "import { connect } from 'node:tls';\n",
    "import { createConnection, isIP } from 'node:net';\n",
  ];
  for (const text of texts) expect(problemsOf({ 'src/modules/a.ts': text })).toEqual([problem]);
  const fine =
    "import type { IncomingMessage } from 'node:http';\nimport { createServer } from 'node:http';\n" +
    "import { BlockList, isIP } from 'node:net';\nthis.prefetch(1); api.fetch(2);";
  const itself = "import { request } from 'node:http';\n";
  expect(
    problemsOf({
      'src/modules/a.ts': fine,
      'src/reader/behaviours/b.ts': 'fetch(url);',
      'src/lib/fetch-outside.ts': itself,
    }),
  ).toEqual([]);
});

test('a command decides, and the writer of its domain writes', () => {
  const reads = 'const { id } = readInput(schema, input, "it");\n';
  const deletes = "await tx.db.deleteFrom('pin').execute();\n";
  const notes = 'await noteChange(tx, actor, { verb: "delete" });\n';
  for (const text of [
    reads + deletes,
    deletes + notes,
    `${reads}await sql\`delete from pin\`.execute(tx.db);\n`,
  ]) {
    expect(problemsOf({ 'src/modules/pins/delete-pin.ts': text })).toEqual([
      expect.stringContaining('delete-pin.ts is a command and writes to a table'),
    ]);
  }
  const files = {
    'src/modules/pins/delete-pin.ts': `${reads}await writer.deletePin(tx, id);\n${notes}`,
    'src/modules/pins/writer.ts': deletes,
  };
  expect(problemsOf(files)).toEqual([]);
  expect(
    problemsOf({
      'src/modules/activity/writer.ts': `export async function noteChange(tx: Tx) {\n  ${deletes}}\n`,
    }),
  ).toEqual([]);
});

test('refusals are thrown by permissions only', () => {
  const refusal = "{ message: 'Sorry, you may not.', capability: 'manage_options' }";
  for (const text of [
    `authorise(actor, true, ${refusal});`,
    `const refusal = ${refusal};`,
    `const refusal: Refusal = {\n  code: 'x', ${refusal.slice(2)};`,
  ]) {
    expect(problemsOf({ 'src/modules/a/save-a.ts': text })).toEqual([
      expect.stringMatching(/^src\/modules\/a\/save-a\.ts says by itself who may not; /),
    ]);
    expect(problemsOf({ 'src/modules/a/policy.ts': text })).toEqual([]);
  }
  for (const text of [
    "throw refusal(actor, { code: 'x', message, capability: termCapability('a', 'b') });",
    'const refusal = { message, capability };',
    "throw new ForbiddenError(`Sorry, you, (${who}), may not.`, 'rest_forbidden', capabilityOf(type, 'edit'));",
  ])
    expect(problemsOf({ 'src/modules/a/save-a.ts': text }), text).toEqual([
      expect.stringContaining(' says by itself who may not; '),
    ]);
  expect(
    problemsOf({ 'src/modules/a/save-a.ts': "throw new ForbiddenError('That, too, is shut.', 'a_closed');" }),
  ).toEqual([]);
  for (const text of ["if (can(actor, 'list_users')) all();", "actor.capabilities.has('edit_a');"]) {
    expect(problemsOf({ 'src/site/a.ts': text })).toEqual([
      expect.stringMatching(/^src\/site\/a\.ts asks for a capability by itself/),
    ]);
    expect(problemsOf({ 'src/modules/a/policy.ts': text, 'src/newsroom/a.ts': text })).toEqual([]);
  }
  const fine = `export const saveA: Permission<number> = ${refusal};\ndemand({ ...saveA, capability: 'edit_a' }, actor, 1);`;
  expect(problemsOf({ 'src/modules/a/save-a.ts': fine })).toEqual([]);
});

test('this repository follows its rules', () => {
  expect(checkStructure(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
});

function completeBlock(name) {
  return {
    [`src/blocks/${name}/block.ts`]: `export const block = defineBlock({ name: 'broadsheet/${name}' });\n`,
    [`src/blocks/${name}/view.tsx`]: '',
    [`src/blocks/${name}/block.test.tsx`]: '',
  };
}

test('a block folder is complete, and its block named like it', () => {
  expect(problemsOf(completeBlock('pull-quote'))).toEqual([]);
  for (const missing of ['block.ts', 'view.tsx', 'block.test.tsx']) {
    const files = completeBlock('pull-quote');
    delete files[`src/blocks/pull-quote/${missing}`];
    expect(problemsOf(files)).toEqual([
      `src/blocks/pull-quote has no ${missing}; every block folder has block.ts, view.tsx, block.test.tsx.`,
    ]);
  }
  expect(
    problemsOf({
      ...completeBlock('pull-quote'),
      'src/blocks/pull-quote/block.ts': `name: 'broadsheet/pullquote'`,
    }),
  ).toEqual(['src/blocks/pull-quote/block.ts does not declare a block named like its folder.']);
});

test('a stylesheet has at most 500 lines', () => {
  expect(problemsOf({ 'src/theme/a.css': '\n'.repeat(500) })).toEqual([]);
  expect(problemsOf({ 'src/theme/a.css': '\n'.repeat(501) })).toEqual([
    'src/theme/a.css has 501 lines; a stylesheet may have 500. Split it by concept.',
  ]);
});

test('comments use the field’s terms', () => {
  const term = ['who', 'ever'].join('');
  const problem = `src/lib/a.ts, line 1 says "${term}"; take the field's word.`;
  expect(problemsOf({ 'src/lib/a.ts': `// for ${term} asks\n`, 'demo/a.ts': `// ${term}\n` })).toEqual([
    problem,
  ]);
});

test('a comment has at most 160 characters a line, unless a long word runs over its end', () => {
  for (const file of ['src/lib/a.ts', 'src/lib/a.test.ts', 'src/theme/a.css', 'scripts/a.mjs']) {
    expect(problemsOf({ [file]: `//\n//${' word'.repeat(31)} it\n` })).toEqual([]);
    expect(problemsOf({ [file]: `//\n//${' word'.repeat(31)} its\n` })).toEqual([
      `${file}, line 2 has 161 characters; the longest may have 160.`,
    ]);
  }
  expect(
    problemsOf({
      'src/lib/a.ts': `const words = '${'a b'.repeat(60)}';\n// see https://example.org/${'a'.repeat(160)}\n`,
    }),
  ).toEqual([]);
});

test('the environment is read in one place', () => {
  expect(problemsOf({ 'src/lib/a.ts': 'export const port = process.env.PORT;\n' })).toEqual([
    'src/lib/a.ts reads process.env; only src/config.ts may.',
  ]);
  expect(problemsOf({ 'src/lib/a.ts': `export const port = process.env['PORT'];\n` })).toHaveLength(1);
  expect(problemsOf({ 'src/lib/a.ts': 'const { env } = process;\n' })).toHaveLength(1);
  expect(
    problemsOf({ 'src/cli/a.ts': 'readConfig(process.env);\nconst port = process.env.PORT;\n' }),
  ).toHaveLength(1);
  expect(
    problemsOf({
      'src/config.ts': 'export const port = process.env.PORT;\n',
      'src/main.ts': 'const config = readConfig(process.env);\n',
    }),
  ).toEqual([]);
});

test('exports have names', () => {
  expect(problemsOf({ 'src/lib/a.ts': 'export default function a() {}\n' })).toEqual([
    'src/lib/a.ts: named exports only.',
  ]);
  expect(problemsOf({ 'src/lib/a.ts': 'const a = 1;\nexport { a as default };\n' })).toEqual([
    'src/lib/a.ts: named exports only.',
  ]);
});

test('files are named in kebab-case', () => {
  for (const file of ['src/lib/camelCase.ts', 'src/ui/Card.tsx', 'test/harness/snake_case.ts']) {
    expect(problemsOf({ [file]: '' })).toEqual([`${file}: file names are kebab-case.`]);
  }
});

// Split, because this file is checked, too.
const timer = ['setTime', 'out'].join('');
test.each([
  [
    'src/lib/hash.test.ts',
    `await new Promise((resolve) => ${timer}(resolve, 50));`,
    /waits for a fixed time.*letPass/,
  ],
  [
    'src/lib/hash.test.ts',
    `const pause = (ms: number) => new Promise((done) => ${timer}(done, ms));`,
    /waits for a fixed time.*letPass/,
  ],
  [
    'scripts/dev.test.mjs',
    `import { ${timer} } from 'node:timers/promises';`,
    /waits for a fixed time.*atRest/,
  ],
  ['test/e2e/a.e2e.test.ts', `await page.waitFor${'Timeout'}(300);`, /waits for a fixed time.*atRest/],
  ['test/harness/site.ts', `await page.waitFor${'Timeout'}(300);`, /waits for a fixed time.*atRest/],
  ['src/lib/hash.test.ts', `test('x', { ret${'ry'}: 2 }, () => {});`, /tries again/],
  ['vitest.config.ts', `export default { ret${'ry'}: 1 };`, /tries again/],
  ['src/lib/hash.test.ts', `vi.mo${'ck'}('./errors.ts');`, /mocks modules/],
])('%s may not hold %s', (file, text, problem) => {
  expect(problemsOf({ [file]: text })).toEqual([expect.stringMatching(problem)]);
});

test('a timer that does something, one in the harness, and a mock that is listed are no problem', () => {
  expect(
    problemsOf({
      'src/lib/hash.test.ts': `${timer}(() => resolve(1), 50); vi.mo${'ck'}('./errors.ts');`,
      'test/harness/let-pass.ts': `${timer}(resolve, ms);`,
      'vitest.config.ts': "const mocking = ['src/lib/hash.test.ts'];",
    }),
  ).toEqual([]);
});

test.each([
  'root.innerHTML = html;',
  'const made = { innerHTML: html };',
  "place.insertAdjacentHTML('beforeend', html);",
  "new DOMParser().parseFromString(html, 'text/html');",
  'document.write(html);',
  "frame.setAttribute('srcdoc', html);",
  'range.createContextualFragment(html);',
  'element.setHTMLUnsafe(html);',
  "document.createElement('script');",
  "trustedTypes.createPolicy('x', {});",
  'await import(url);',
  'new Worker(url);',
  'navigator.serviceWorker.register(url);',
  'eval(text);',
])('browsers treat no text as markup by %s', (line) => {
  for (const file of [
    'src/reader/behaviours/thing.ts',
    'src/reader/islands/thing.ts',
    'src/blocks/thing/island.tsx',
  ]) {
    expect(problemsOf({ [file]: `${line}\n` }).join()).toContain('of a text');
  }
});

test('reading HTML, and scripts by the ways of the house, are no problem', () => {
  expect(
    problemsOf({
      'src/reader/behaviours/thing.ts':
        "const html = root.innerHTML;\nif (a.innerHTML === b) new Worker(scriptAddress(url));\nvoid import('./other.ts');\n",
      'src/reader/behaviours/other.ts': '',
    }),
  ).toEqual([]);
});

test('tables are written where their domain is, or in kernel/db/', () => {
  const lines = [
    "await tx.db.insertInto('post').values({}).execute();",
    "tx.db.updateTable('post')",
    "tx.db.deleteFrom('post')",
    'await sql`update post set title = 1`.execute(db);',
    'sql<Row>`insert into post values (1)`',
  ];
  for (const file of [
    'src/cli/thing.ts',
    'src/import/thing.ts',
    'demo/thing.ts',
    'src/modules/thing.ts',
    'src/modules/posts/reader.ts',
    'src/site/thing.ts',
  ]) {
    for (const line of lines)
      expect(problemsOf({ [file]: `${line}\n` })).toEqual([expect.stringMatching(/writes to a table/)]);
  }
  for (const file of ['src/modules/posts/writer.ts', 'src/kernel/db/thing.ts', 'src/cli/thing.test.ts'])
    expect(problemsOf({ [file]: `${lines[0]}\n` })).toEqual([]);
});
