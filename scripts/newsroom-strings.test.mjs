import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkNewsroomStrings, newsroomStrings } from './newsroom-strings.mjs';

let root;
const write = (file, text) => {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-strings-'));
  for (const folder of ['app', 'editor', 'features'])
    mkdirSync(join(root, 'src/newsroom', folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('lists each string once, in order, as the formatter quotes it', () => {
  write(
    'src/newsroom/app/a.tsx',
    `say('Trash'); sayWith(\n  'By %s', name); say("Ada's “list”"); say('Trash');`,
  );
  write('src/newsroom/features/posts/b.ts', `sayCount('%d post|%d posts', count); unsay('No'); essay('No');`);
  write('src/newsroom/features/posts/b.test.ts', `say('Of a test');`);
  write('src/newsroom/admin-bar/c.tsx', `say('bar_title');`);
  const lines = newsroomStrings(root)
    .split('\n')
    .filter((line) => line.startsWith('  '));
  expect(lines).toEqual(["  '%d post|%d posts',", '  "Ada\'s “list”",', "  'By %s',", "  'Trash',"]);
});

test('a list that is missing or out of date is named', () => {
  write('src/newsroom/app/a.tsx', `say('Trash');`);
  expect(checkNewsroomStrings(root)).toEqual([expect.stringContaining('npm run newsroom-strings')]);
  write('src/languages/newsroom/en.ts', newsroomStrings(root));
  expect(checkNewsroomStrings(root)).toEqual([]);
  write('src/newsroom/app/a.tsx', `say('Trash'); say('Restore');`);
  expect(checkNewsroomStrings(root)).toHaveLength(1);
});
