import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { rm, stat, writeFile } from 'node:fs/promises';
import { unknownParts } from '../blocks/document/unknown-parts.ts';
import { findBlock } from '../blocks/registry.server.ts';
import type { Activity } from '../kernel/command.ts';
import { noteChange } from '../kernel/command.ts';
import { operator } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { chosenPlan, guessFields } from '../import/acf/field-import.ts';
import { importFiles } from '../import/import-wxr.ts';
import type { ImportOptions } from '../import/import-wxr.ts';
import type { ImportSource } from '../import/order-sources.ts';
import type { ChosenFields } from '../modules/imports/field-choices.ts';
import { findReaderLosses } from '../import/losses/check-pages.ts';
import type { PageCheckOptions } from '../import/losses/check-pages.ts';
import { totals } from '../import/report.ts';
import type { ImportReport } from '../import/report.ts';
import { readWxr } from '../import/wxr-reader.ts';
import { ImportError, messageOf, UnavailableError } from '../lib/errors.ts';
import { describeFileFault } from '../lib/files.ts';
import { removeDemo } from './remove-demo.ts';

/**
 * Checks the beginning of each file before anything is written or removed. Throws `ImportError`, so that nothing is
 * imported, if one is no export.
 */
export async function checkExports(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      // The `site` event comes first; only the first item shows that a file is a plain RSS feed.
      for await (const { kind } of readWxr(readPieces(path))) if (kind !== 'site') break;
    } catch (error) {
      throw error instanceof ImportError
        ? new ImportError(`${basename(path)}: ${error.message} Nothing was imported.`, { cause: error })
        : error;
    }
  }
}

/** Removes an unedited demo and returns lines to print. Throws `ConflictError` when it was edited. */
export async function makeRoomForImport(database: Database, dataDir: string): Promise<string[]> {
  const lines = await removeDemo(database, dataDir);
  if (lines.length > 0) await note(database, { verb: 'delete', summary: 'the demo magazine' });
  return lines;
}

interface ImportAndCheckOptions extends Omit<ImportOptions, 'fields'> {
  readonly report: ImportReport;
  /** Which fields of a field plugin become fields here. */
  readonly fields?: ChosenFields;
  readonly pages: Pick<PageCheckOptions, 'siteUrl' | 'dataDir' | 'onProgress'>;
}

/**
 * Imports files, checks the resulting pages and logs the result, also of a failed import. Fills `report`. Throws like
 * `importFiles`; a failed page check is noted in the report.
 */
export async function importAndCheck(
  database: Database,
  paths: readonly string[],
  { pages, fields: chosen = 'guess', ...options }: ImportAndCheckOptions,
): Promise<void> {
  const sources = sourcesOf(paths);
  const lookForUnknown = (content: string) => unknownParts(content, (name) => findBlock(name) !== undefined);
  const fields =
    chosen === 'none' ? undefined : chosenPlan(await guessFields(sources, options.signal), chosen);
  await importFiles(database, sources, { lookForUnknown, ...options, fields }).catch(
    async (error: unknown) => {
      // The cause of the failure may prevent logging, too; the first error is the one to report.
      await noteImport(database, { ...options.report, fault: messageOf(error) }).catch(() => {});
      throw error;
    },
  );
  await noteImport(database, options.report);
  await checkPages(database, { pages, ...options });
}

/** Exports as sources; each can be opened again. */
export const sourcesOf = (paths: readonly string[]): ImportSource[] =>
  paths.map((path) => ({ name: basename(path), open: () => readPieces(path) }));

async function checkPages(
  database: Database,
  { pages, report, signal }: Pick<ImportAndCheckOptions, 'pages' | 'report' | 'signal'>,
): Promise<void> {
  if (report.stopped || signal?.aborted) return;
  try {
    report.losses = await findReaderLosses(database, {
      ...pages,
      signal,
      sources: report.files.map(({ source }) => source),
    });
  } catch (error) {
    report.notes.push({
      kind: 'site',
      id: '',
      title: '',
      message: `The imported pages could not be checked: ${messageOf(error)}`,
    });
  }
}

/** Logs an import as one entry, unless it changed nothing. */
async function noteImport(database: Database, report: ImportReport): Promise<void> {
  const { imported, updated } = totals(report);
  if (imported + updated === 0) return;
  const end = report.fault !== undefined ? ', then failed' : report.stopped ? ', then stopped' : '';
  await note(database, {
    verb: 'import',
    summary: `${report.files.map(({ name }) => name).join(', ')}: ${imported} imported, ${updated} updated${end}`,
  });
}

async function note(
  database: Database,
  { verb, summary }: Pick<Activity, 'verb' | 'summary'>,
): Promise<void> {
  await database.write((tx) =>
    noteChange(tx, operator('import'), { verb, kind: 'site', itemId: 0, summary }),
  );
}

/** Throws `ImportError` when the file can't be read. */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 });
  try {
    for await (const piece of stream) yield piece as Buffer;
  } catch (error) {
    throw new ImportError(describeFileFault(error) ?? `${path} could not be read: ${messageOf(error)}`, {
      cause: error,
    });
  } finally {
    stream.destroy();
  }
}

/** Writes the report of a failed import if requested; returns the error to print. */
export async function reportBreak(
  error: unknown,
  report: ImportReport,
  reportFile: string | undefined,
): Promise<unknown> {
  const reason =
    error instanceof ImportError
      ? undefined
      : describeFileFault(error instanceof UnavailableError ? error.cause : error);
  const message =
    reason === undefined
      ? messageOf(error)
      : `The import failed. Everything imported so far remains; run the same import again to continue. ${reason}`;
  const unwritten = await writeReport(reportFile, { ...report, fault: message });
  if (unwritten !== undefined)
    return new ImportError(`${message}\nThe import report ${unwritten}`, { cause: error });
  return reason === undefined ? error : new ImportError(message, { cause: error });
}

/** Returns why the report can't be written, as the end of a sentence, or undefined. Removes a partial report. */
export async function writeReport(
  file: string | undefined,
  report: ImportReport,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`);
    return undefined;
  } catch (error) {
    if ((await stat(file).catch(() => undefined))?.isFile()) await rm(file, { force: true }).catch(() => {}); // a read-only folder keeps it
    return `could not be written to ${file}. ${describeFileFault(error) ?? messageOf(error)}`;
  }
}
