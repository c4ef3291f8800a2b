import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../lib/errors.ts';
import { describeStartFault, ensureDataFolder } from './start-faults.ts';

const fault = (details: object) => Object.assign(new Error('something'), details);

test.each([
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, /^The PostgreSQL server in DATABASE_URL does not respond/],
  [
    { code: 'ENOENT', syscall: 'connect', path: '/run/postgresql/.s.PGSQL.5432' },
    /^The PostgreSQL server in DATABASE_URL does not respond/,
  ],
  [{ code: 'ENOENT', syscall: 'mkdir', path: '/nowhere/a' }, /^File or folder \/nowhere\/a not found/],
  [{ code: 'ENOSPC', syscall: 'write' }, /^The disk is full\. Free some space, then try again\.$/],
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
    ['/proc/x', 'nothing can be created there'],
    ['/proc', 'nothing can be created there'],
    ['/dev/null/x', '/dev/null is a file, not a folder'],
    [long, 'the name is too long'],
    [join(folder, 'loop'), 'the link refers to itself'],
  ] as const;
  for (const [dataDir, reason] of cases) {
    const sentence = `DATA_DIR is "${dataDir}", but the server can't write there (${reason}). Use the path of a folder that the server can write to.`;
    expect(() => ensureDataFolder({ dataDir })).toThrow(new ConfigError(sentence));
  }
  ensureDataFolder({ dataDir: join(folder, 'a/b') });
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['a', 'a/b', 'loop']);
  rmSync(folder, { recursive: true });
});
