import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importFolder } from './export-files.ts';
import { readReportPage, writeReportEntries } from './report-entries.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-entries-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

test('[IMP-31] a page is read while new reports replace the old one', async () => {
  const entry = { kind: 'item post', title: 'Story', message: '', edit: '', view: '' };
  const write = (at: number) =>
    writeReportEntries(dataDir, at, [{ name: 'dropped', heading: 'Not imported', entries: [entry] }]);
  await write(1);
  const read = async () => {
    for (let times = 0; times < 400; times++)
      expect(await readReportPage(dataDir, 'dropped', 1)).toEqual({ total: 1, entries: [entry] });
  };
  const rewrite = async () => {
    for (let at = 2; at < 200; at++) await write(at);
  };
  await Promise.all([read(), rewrite()]);
  // Without its file it fails, rather than reading the index forever.
  rmSync(join(importFolder(dataDir), 'entries-199.ndjson'));
  await expect(readReportPage(dataDir, 'dropped', 1)).rejects.toThrow(/ENOENT/);
});
