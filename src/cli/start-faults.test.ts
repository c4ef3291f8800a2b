import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../lib/errors.ts';
import { describeStartFault, ensureDataFolder } from './start-faults.ts';

const fault = (details: object) => Object.assign(new Error('something'), details);

test.each([
  [
    { code: 'ECONNREFUSED', syscall: 'connect' },
    /^DATABASE_URL names a PostgreSQL server that does not answer/,
  ],
  [
    { code: 'ENOENT', syscall: 'connect', path: '/run/postgresql/.s.PGSQL.5432' },
    /^DATABASE_URL names a PostgreSQL server that does not answer/,
  ],
  [{ code: 'ENOENT', syscall: 'mkdir', path: '/nowhere/a' }, /^There is no file or folder \/nowhere\/a/],
  [{ code: 'ENOSPC', syscall: 'write' }, /^The disk is full: make room, then try again\.$/],
  [{ code: 'SQLITE_FULL' }, /^The disk of DATA_DIR is full/],
])('%j gives a specific message', (details, sentence) => {
  expect(describeStartFault(fault(details))).toMatch(sentence);
});

test('an unexpected error has its stack', () => {
  expect(describeStartFault(new TypeError('oh'))).toMatch(/^TypeError: oh\n +at /);
});

test('an unwritable data folder gives a message without system errors', ({ skip }) => {
  if (!existsSync('/proc/self')) return skip('There is no /proc here.');
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-faults-'));
  symlinkSync('loop', join(folder, 'loop'));
  const long = join(folder, 'x'.repeat(300));
  const cases = [
    ['/proc/x', 'nothing can be made there'],
    ['/proc', 'nothing can be made there'],
    ['/dev/null/x', '/dev/null is a file, not a folder'],
    [long, 'the name is longer than the disk takes'],
    [join(folder, 'loop'), 'it is a link that leads back to itself'],
  ] as const;
  for (const [dataDir, reason] of cases) {
    const sentence = `DATA_DIR is "${dataDir}", and we can't write there (${reason}): use the path of a folder that we may write to.`;
    expect(() => ensureDataFolder({ dataDir })).toThrow(new ConfigError(sentence));
  }
  ensureDataFolder({ dataDir: join(folder, 'a/b') });
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['a', 'a/b', 'loop']);
  rmSync(folder, { recursive: true });
});
