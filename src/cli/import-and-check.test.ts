import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyReport } from '../import/report.ts';
import { ImportError, messageOf, UnavailableError } from '../lib/errors.ts';
import { reportBreak } from './import-and-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const caused = (code: string) =>
  new UnavailableError('This change was not made. Try again.', {
    cause: Object.assign(new Error('SQLite’s messages'), { code }),
  });
const message =
  'The import failed. Everything imported so far remains; run the same import again to continue.';

test.each<[error: unknown, sentence: string]>([
  [
    caused('SQLITE_BUSY'),
    `${message} The database in DATA_DIR is busy with another process. Try again when that is finished.`,
  ],
  [caused('SQLITE_FULL'), `${message} The disk of DATA_DIR is full. Free some space, then try again.`],
  [
    Object.assign(new Error(), { code: 'ENOSPC', path: '/media/a.jpg' }),
    `${message} The disk is full (while writing /media/a.jpg). Free some space, then try again.`,
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
    `${sentence}\nThe import report could not be written to ${nowhere}. File or folder ${nowhere} not found. Correct the name, or create it.`,
  );
});

test('an unexpected error keeps its stack', async () => {
  const error = new TypeError('oh');
  expect(await reportBreak(error, emptyReport(), undefined)).toBe(error);
});
