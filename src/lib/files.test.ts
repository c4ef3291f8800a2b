import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeFileFault, nameInstead } from './files.ts';

function thrown(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('describes a file system error as a sentence with the path and what to do', () => {
  expect(describeFileFault(thrown(() => readFileSync('/nowhere/at/all')))).toBe(
    'File or folder /nowhere/at/all not found. Correct the name, or create it.',
  );
  expect(describeFileFault(thrown(() => readFileSync('/dev/null/file')))).toBe(
    '/dev/null/file treats a file as if it were a folder. Correct the path.',
  );
  expect(describeFileFault(thrown(() => mkdirSync(`/tmp/${'x'.repeat(300)}`)))).toMatch(
    /^The name \/tmp\/x+ is too long for the disk/,
  );
  expect(describeFileFault(thrown(() => renameSync('/nowhere/a', '/nowhere/b')))).toMatch(/\/nowhere\/b/);
  expect(describeFileFault(Object.assign(new Error(), { code: 'SQLITE_FULL' }))).toMatch(
    /^The disk of DATA_DIR is full/,
  );
  expect(describeFileFault(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe(
    'The disk is full. Free some space, then try again.',
  );
});

test.each([
  [
    'an internal file',
    () => readFileSync('/nowhere/a.part'),
    'File or folder /typed/a.gz not found. Correct the name, or create it.',
  ],
  [
    'a file in an internal folder',
    () => readFileSync('/nowhere/a.part/b.jpg'),
    'File or folder /typed/a.gz/b.jpg not found. Correct the name, or create it.',
  ],
  [
    'what only begins alike',
    () => readFileSync('/nowhere/a.part2'),
    'File or folder /nowhere/a.part2 not found. Correct the name, or create it.',
  ],
  [
    'the goal of a move',
    () => renameSync('/nowhere/b', '/nowhere/a.part'),
    'File or folder /typed/a.gz not found. Correct the name, or create it.',
  ],
])('%s is named as users know it', (_what, work, sentence) => {
  const fault = thrown(work);
  nameInstead(fault, '/nowhere/a.part', '/typed/a.gz');
  expect(describeFileFault(fault)).toBe(sentence);
});

test.each([
  ['SQLITE_IOERR_SHMSIZE', 'as happens on a full disk'],
  ['SQLITE_CORRUPT', 'Restore a backup'],
  ['SQLITE_NOTADB', 'Restore a backup'],
  ['SQLITE_READONLY_DIRECTORY', 'Grant it'],
  ['SQLITE_CANTOPEN', 'Grant it'],
])('%s says: %s', (code, words) => {
  expect(describeFileFault(Object.assign(new Error('what SQLite says'), { code }))).toMatch(
    new RegExp(`what SQLite says.*${words}`),
  );
});

test('the error of a busy database says what to wait for', () => {
  expect(
    describeFileFault(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY_SNAPSHOT' })),
  ).toBe('The database in DATA_DIR is busy with another process. Try again when that is finished.');
});

test.each([
  [new Error('something else')],
  ['a text'],
  [undefined],
  [null],
  [Object.assign(new Error(), { code: 'ENOENT', syscall: 'connect', path: '/run/postgresql' })],
])('%s has no name', (error) => {
  expect(describeFileFault(error)).toBeUndefined();
});
