import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderBytes } from './files.ts';

test('counts files of all folders, does not follow links, and returns 0 for a missing folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-folder-'));
  try {
    mkdirSync(join(folder, '2026/11'), { recursive: true });
    writeFileSync(join(folder, 'a'), 'x'.repeat(10));
    writeFileSync(join(folder, '2026/11/b'), 'x'.repeat(100));
    symlinkSync(folder, join(folder, '2026/round'));
    symlinkSync('/dev/zero', join(folder, 'endless'));
    expect(await folderBytes(folder, 60_000)).toBe(110);
    expect(await folderBytes(join(folder, 'missing'), 60_000)).toBe(0);
    expect(await folderBytes(join(folder, 'a'), 60_000)).toBeUndefined();
    expect(await folderBytes(folder, -1)).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
