import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './files.ts';

test('creates missing folders, repeatedly if asked, and fails where that is impossible', () => {
  const root = mkdtempSync(join(tmpdir(), 'broadsheet-folder-'));
  makeFolder(join(root, 'a/b/c'));
  makeFolder(join(root, 'a/b/c'));
  expect(existsSync(join(root, 'a/b/c'))).toBe(true);
  rmSync(root, { recursive: true });
  if (existsSync('/proc/self')) expect(() => makeFolder('/proc/nope/x')).toThrow(/ENOENT|EACCES|EPERM/);
});
