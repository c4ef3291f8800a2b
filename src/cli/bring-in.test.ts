import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyReport } from '../import/report.ts';
import { ImportError, messageOf, UnavailableError } from '../lib/errors.ts';
import { reportBreak } from './bring-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const caused = (code: string) =>
  new UnavailableError('This change was not made. Try again.', {
    cause: Object.assign(new Error('SQLite’s messages'), { code }),
  });
const stays =
  'The import broke off; what went in before stays, and the same import again goes on from there.';

test.each<[error: unknown, sentence: string]>([
  [
    caused('SQLITE_BUSY'),
    `${stays} Another process keeps the database in DATA_DIR busy: try again once it is done.`,
  ],
  [caused('SQLITE_FULL'), `${stays} The disk of DATA_DIR is full: make room, then try again.`],
  [
    Object.assign(new Error(), { code: 'ENOSPC', path: '/media/a.jpg' }),
    `${stays} The disk is full (it should hold /media/a.jpg): make room, then try again.`,
  ],
  [new ImportError('a.xml: The file is empty.'), 'a.xml: The file is empty.'],
  [new TypeError('oh'), 'oh'],
])('%s is reported once, and is in the report', async (error, sentence) => {
  const file = join(folder, 'report.json');
  expect(messageOf(await reportBreak(error, emptyReport(), file))).toBe(sentence);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...emptyReport(), fault: sentence });
  expect(messageOf(await reportBreak(error, emptyReport(), undefined))).toBe(sentence);
  const nowhere = join(folder, 'nowhere/report.json');
  expect(messageOf(await reportBreak(error, emptyReport(), nowhere))).toBe(
    `${sentence}\nThe report of what went in could not be written to ${nowhere}. There is no file or folder ${nowhere}: correct the name, or make it.`,
  );
});

test('an unexpected error keeps its stack', async () => {
  const error = new TypeError('oh');
  expect(await reportBreak(error, emptyReport(), undefined)).toBe(error);
});
