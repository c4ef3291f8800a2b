import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { callerFolder, readConfig, siteUrlOf } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Database } from '../db/open-database.ts';
import { importWxr } from '../import/import-wxr.ts';
import type { ImportProgress } from '../import/import-wxr.ts';
import { describeReport } from '../import/report.ts';
import type { ImportReport } from '../import/report.ts';
import { ImportError, messageOf } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { prepareSite } from './prepare-site.ts';
import { ensureDataFolder } from './start-faults.ts';

/** A process of its own may wait for a lock; the server's main thread may not. */
const busyTimeoutMs = 5000;

const megabyte = 1024 * 1024;

export const importCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- import FILE.xml [FILE2.xml …] [--report FILE] [--quiet]',
    '',
    '  --report FILE   write the whole report as JSON',
    '  --quiet         no progress; the report is still printed',
    '',
    'Where to: the database that DATA_DIR or DATABASE_URL name; a server may run on it meanwhile. Importing a file again changes nothing that is',
    'as it was, so a stopped import (Ctrl-C) goes on with the same command. Pictures are not fetched: the report lists their addresses.',
  ].join('\n'),
  run: async (args) => {
    const { files, reportFile, quiet } = readArguments(args);
    const folder = callerFolder(process.env);
    const config = readConfig(process.env);
    ensureDataFolder(config);
    await Promise.all(files.map((file) => checkFile(resolve(folder, file))));
    setPriority(constants.priority.PRIORITY_LOW);
    const database = await openDatabase({ ...config, busyTimeoutMs, maxConnections: 2, onWarning: (message) => console.warn(message) });
    try {
      await prepareSite(database, { ...config, demo: false }, siteUrlOf(config), console.log);
      return await importFiles(database, files.map((file) => resolve(folder, file)), reportFile === undefined ? undefined : resolve(folder, reportFile), quiet);
    } finally {
      await database.close();
    }
  },
};

function readArguments(args: readonly string[]): { files: string[]; reportFile: string | undefined; quiet: boolean } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { report: { type: 'string' }, quiet: { type: 'boolean', default: false } } });
    if (positionals.length === 0) throw new UsageError('Name at least one file to import.');
    return { files: positionals, reportFile: values.report, quiet: values.quiet };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(messageOf(error));
  }
}

async function checkFile(file: string): Promise<void> {
  try {
    if (!(await stat(file)).isFile()) throw new ImportError(`${file} is no file. Name the .xml file that WordPress exported.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ImportError(`There is no file ${file}.`, { cause: error });
    throw error instanceof ImportError ? error : new ImportError(`${file} can't be read: ${messageOf(error)}`, { cause: error });
  }
}

async function importFiles(database: Database, files: readonly string[], reportFile: string | undefined, quiet: boolean): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const reports: ({ file: string } & ImportReport)[] = [];
  try {
    for (const file of files) {
      if (stop.signal.aborted) break;
      console.log(`Importing ${file}`);
      const report = await importFile(database, file, stop.signal, quiet);
      console.log(describeReport(report).join('\n'));
      console.log(`${report.seconds.toFixed(1)} s, ${(report.bytes / megabyte).toFixed(1)} MB read.`);
      reports.push({ file, ...report });
      if (reportFile !== undefined) await writeFile(reportFile, `${JSON.stringify(reports, undefined, 2)}\n`);
    }
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
  if (stop.signal.aborted) return 130;
  return reports.every(({ end }) => end?.complete) ? 0 : 1;
}

async function importFile(database: Database, file: string, signal: AbortSignal, quiet: boolean): Promise<ImportReport> {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
  let before: ImportProgress = { found: 0, bytes: 0, seconds: 0 };
  const onProgress = (now: ImportProgress) => {
    const rate = (now.found - before.found) / Math.max(now.seconds - before.seconds, 0.001);
    before = now;
    console.log(`  ${now.found} things, ${Math.round(rate)} a second, ${(now.bytes / megabyte).toFixed(1)} MB read`);
  };
  try {
    return await importWxr(database, stream, { signal, ...(quiet ? {} : { onProgress }) });
  } catch (error) {
    if (error instanceof ImportError) throw new ImportError(`${basename(file)}: ${error.message}`, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EIO') throw new ImportError(`${file} can't be read: ${messageOf(error)}`, { cause: error });
    throw error;
  } finally {
    stream.destroy();
  }
}

