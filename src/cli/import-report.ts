import { rm, stat, writeFile } from 'node:fs/promises';
import type { ImportReport } from '../import/report.ts';
import { ImportError, messageOf, UnavailableError } from '../lib/errors.ts';
import { describeFileFault } from '../lib/file-faults.ts';

/** Writes what an import did before it broke off, if somebody wants it; returns what to tell. */
export async function reportBreak(
  error: unknown,
  report: ImportReport,
  reportFile: string | undefined,
): Promise<unknown> {
  const reason =
    error instanceof ImportError
      ? undefined
      : describeFileFault(error instanceof UnavailableError ? error.cause : error);
  const told =
    reason === undefined
      ? messageOf(error)
      : `The import broke off; what went in before stays, and the same import again goes on from there. ${reason}`;
  const unwritten = await writeReport(reportFile, { ...report, fault: told });
  if (unwritten !== undefined)
    return new ImportError(`${told}\nThe report of what went in ${unwritten}`, { cause: error });
  return reason === undefined ? error : new ImportError(told, { cause: error });
}

/** Returns why it can't be written, as the end of a sentence; half a report is not left behind. */
export async function writeReport(
  file: string | undefined,
  report: ImportReport,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`);
    return undefined;
  } catch (error) {
    if ((await stat(file).catch(() => undefined))?.isFile()) await rm(file, { force: true }).catch(() => {}); // a folder that may not be written keeps it
    return `could not be written to ${file}. ${describeFileFault(error) ?? messageOf(error)}`;
  }
}
