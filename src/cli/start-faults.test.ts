import { expect, test } from 'vitest';
import { describeStartFault } from './start-faults.ts';

const fault = (details: object) => Object.assign(new Error('something'), details);

test.each([
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, /^DATABASE_URL names a PostgreSQL server that does not answer/],
  [{ code: 'ENOENT', syscall: 'connect', path: '/run/postgresql/.s.PGSQL.5432' }, /^DATABASE_URL names a PostgreSQL server that does not answer/],
  [{ code: 'ENOENT', syscall: 'mkdir', path: '/nowhere/a' }, /^There is no file or folder \/nowhere\/a/],
  [{ code: 'ENOSPC', syscall: 'write' }, /^The disk is full: make room, then try again\.$/],
  [{ code: 'SQLITE_FULL' }, /^The disk of DATA_DIR is full/],
])('%j is a sentence about what it is about', (details, sentence) => {
  expect(describeStartFault(fault(details))).toMatch(sentence);
});

test('what nobody foresaw has its stack', () => {
  expect(describeStartFault(new TypeError('oh'))).toMatch(/^TypeError: oh\n +at /);
});
