import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBlocks } from './check-blocks.mjs';
import { checkStructure } from './check-structure.mjs';
import { writeBlock } from './new-block.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-new-block-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('writes a complete folder that the structure check finds nothing wrong with', () => {
  const files = writeBlock(root, 'pull-quote', 'Pull quote');
  expect(files.toSorted()).toEqual(
    ['block.test.tsx', 'block.ts', 'loader.server.ts', 'styles.css', 'view.tsx'].map(
      (name) => `src/blocks/pull-quote/${name}`,
    ),
  );
  for (const file of files) expect(existsSync(join(root, file))).toBe(true);
  expect(checkStructure(root)).toEqual([]);
  const block = readFileSync(join(root, 'src/blocks/pull-quote/block.ts'), 'utf8');
  expect(block).toContain(`name: 'broadsheet/pull-quote'`);
  expect(block).toContain(`title: 'Pull quote'`);
});

test('writes a block that lacks nothing that editors need', async () => {
  const repository = fileURLToPath(new URL('..', import.meta.url));
  mkdirSync(join(root, 'src/blocks'), { recursive: true });
  for (const shared of ['node_modules', 'src/lib', 'src/blocks/block.ts', 'src/blocks/setting-types.ts']) {
    symlinkSync(join(repository, shared), join(root, shared));
  }
  writeBlock(root, 'pull-quote', `Don't \\ "shout"`);
  expect(await checkBlocks(root)).toEqual([]);
});

test('derives a title from the name by default', () => {
  writeBlock(root, 'reader-of-2026');
  expect(readFileSync(join(root, 'src/blocks/reader-of-2026/block.ts'), 'utf8')).toContain(
    `title: 'Reader of 2026'`,
  );
});

test('quotes, back-slashes, ends of comments and line breaks in a title stay text', () => {
  const title = `Don't \\ "shout" */ \n${'${x}'}`;
  writeBlock(root, 'odd-title', title);
  const source = readFileSync(join(root, 'src/blocks/odd-title/block.ts'), 'utf8');
  const literal = /^ {2}title: ('.*'),$/m.exec(source)?.[1];
  expect(new Function(`return ${literal}`)()).toBe(title);
  expect(source).toContain('/** Don\'t \\ "shout" ${x}. Say here what it is for. */');
});

test.each([
  [undefined],
  [''],
  ['PullQuote'],
  ['pull_quote'],
  ['-pull'],
  ['pull-'],
  ['pull--quote'],
  ['2-quotes'],
  ['../escape'],
  ['a/b'],
  ['pull quote'],
  ['--help'],
])('refuses the name %j with a hint', (name) => {
  expect(() => writeBlock(root, name)).toThrow(/is no block name: use lower-case words joined by hyphens/);
  expect(readdirSync(root)).toEqual([]);
});

test('leaves an existing block unchanged', () => {
  mkdirSync(join(root, 'src/blocks/pull-quote'), { recursive: true });
  expect(() => writeBlock(root, 'pull-quote')).toThrow('src/blocks/pull-quote exists already.');
  expect(readdirSync(join(root, 'src/blocks/pull-quote'))).toEqual([]);
});

test('the command explains a refusal, without a stack, with exit code 2', () => {
  const script = fileURLToPath(new URL('./new-block.mjs', import.meta.url));
  let failure;
  try {
    execFileSync(process.execPath, [script, 'Not A Name'], { stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    failure = error;
  }
  expect(failure?.status).toBe(2);
  expect(failure?.stderr).toBe(
    '"Not A Name" is no block name: use lower-case words joined by hyphens, such as "pull-quote".\n',
  );
});

test.each([['--help'], ['-h']])('%s shows its usage, and writes nothing', (word) => {
  const script = fileURLToPath(new URL('./new-block.mjs', import.meta.url));
  expect(execFileSync(process.execPath, [script, word], { encoding: 'utf8' })).toMatch(
    /^Usage: npm run new-block -- NAME \["TITLE"\]\n/,
  );
});

test('needs no packages, so that it runs under any Node before anything is installed', () => {
  const source = readFileSync(fileURLToPath(new URL('./new-block.mjs', import.meta.url)), 'utf8');
  const written = source.slice(0, source.indexOf('function filesOf'));
  expect(
    [...written.matchAll(/from '([^']+)'/g)]
      .map(([, name]) => name)
      .filter((name) => !name.startsWith('node:')),
  ).toEqual([]);
});
