import { constants as files } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, resolve } from 'node:path';
import { callerFolder, readConfig, siteUrlOf } from '../config.ts';
import type { Database } from '../kernel/db/open-database.ts';
import type { ImportProgress } from '../import/import-wxr.ts';
import { describeReport, emptyReport } from '../import/report.ts';
import { UploadsFolder } from '../import/uploads.ts';
import { ImportError, messageOf } from '../lib/errors.ts';
import { describeFileFault } from '../lib/files.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import {
  importAndCheck,
  checkExports,
  makeRoomForImport,
  reportBreak,
  writeReport,
} from './import-and-check.ts';
import { prepareSite } from './prepare-site.ts';
import { withNewDatabase } from './with-database.ts';

const megabyte = 1024 * 1024;
const progressEveryMs = 1000;

export const importCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- import FILE.xml [FILE2.xml …] [--uploads DIR] [--report FILE] [--keep-demo] [--force] [--quiet]',
    '',
    '  --uploads DIR   copy of the old site’s wp-content/uploads; its files are imported and keep their addresses',
    '  --report FILE   write the full report as JSON, even if the import fails',
    '  --keep-demo     keep the demo magazine; by default an unedited demo is removed before the import',
    '  --force         overwrite edits made here since the last import with the export’s version',
    '  --quiet         hide progress; the report is still printed',
    '',
    'Imports into the database set by DATA_DIR or DATABASE_URL; the server may be running. Specify all parts of a large export at once, in any order.',
    'Importing again leaves unchanged content as it is, so the same command resumes a stopped import (Ctrl-C); a newer export updates content that was not',
    'edited here. Images are never downloaded: without --uploads they stay on the old site, and the report lists their addresses.',
  ].join('\n'),
  run: async (args) => {
    const { files: named, reportFile, uploads, keepDemo, force, quiet } = readArguments(args);
    const folder = callerFolder(process.env);
    const paths = named.map((file) => resolve(folder, file));
    await Promise.all(paths.map(checkFile));
    const reportPath = reportFile === undefined ? undefined : resolve(folder, reportFile);
    if (reportPath !== undefined) await checkReport(reportPath, paths);
    await checkExports(paths);
    const { dataDir } = readConfig(process.env);
    const uploadsFolder =
      uploads === undefined ? undefined : await UploadsFolder.open(resolve(folder, uploads), dataDir);
    // Visitors' requests take precedence. At the lowest priority, any busy process would stop the import.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    return withNewDatabase(async (database, config) => {
      await prepareSite(database, { ...config, demo: false }, console.log);
      if (!keepDemo) {
        for (const line of await makeRoomForImport(database, config.dataDir)) console.log(line);
      }
      return runImport(database, paths, {
        uploads: uploadsFolder,
        force,
        quiet,
        reportFile: reportPath,
        dataDir: config.dataDir,
        siteUrl: siteUrlOf(config),
      });
    });
  },
};

interface Arguments {
  readonly files: readonly string[];
  readonly reportFile: string | undefined;
  readonly uploads: string | undefined;
  readonly keepDemo: boolean;
  readonly force: boolean;
  readonly quiet: boolean;
}

function readArguments(args: readonly string[]): Arguments {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = readWords(args, {
    report: { type: 'string' },
    uploads: { type: 'string' },
    'keep-demo': flag,
    force: flag,
    quiet: flag,
  });
  if (positionals.length === 0) throw new UsageError('Specify at least one file to import.');
  return {
    files: positionals,
    reportFile: values.report,
    uploads: values.uploads,
    keepDemo: values['keep-demo'],
    force: values.force,
    quiet: values.quiet,
  };
}

async function checkFile(file: string): Promise<void> {
  try {
    if (!(await stat(file)).isFile())
      throw new ImportError(`${file} is not a file. Specify the .xml file that WordPress exported.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ImportError(`File ${file} not found.`, { cause: error });
    throw error instanceof ImportError
      ? error
      : new ImportError(describeFileFault(error) ?? `${file} could not be read: ${messageOf(error)}`, {
          cause: error,
        });
  }
}

/** Throws `ImportError` before the import if the report can't be written or would overwrite an export. */
async function checkReport(file: string, exported: readonly string[]): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory())
    throw new ImportError(`--report is ${file}, which is a folder. Specify a file in it.`);
  for (const path of found ? exported : []) {
    const { dev, ino } = await stat(path);
    if (found?.dev === dev && found.ino === ino) {
      throw new ImportError(
        `--report is ${file}, which is also a file to import, so the report would overwrite it. Choose another file. Nothing was imported.`,
      );
    }
  }
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) {
    throw new ImportError(
      `--report is ${file}, but the folder ${dirname(file)} does not exist. Create it, or choose another file. Nothing was imported.`,
    );
  }
  try {
    await access(found ? file : dirname(file), files.W_OK);
  } catch (error) {
    throw new ImportError(
      `--report is ${file}, but this account has no permission to write it. Choose another file. Nothing was imported.`,
      { cause: error },
    );
  }
}

async function runImport(
  database: Database,
  paths: readonly string[],
  {
    uploads,
    force,
    quiet,
    reportFile,
    dataDir,
    siteUrl,
  }: {
    uploads: UploadsFolder | undefined;
    force: boolean;
    quiet: boolean;
    reportFile: string | undefined;
    dataDir: string;
    siteUrl: string;
  },
): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => {
    if (!stop.signal.aborted) console.log('Stopping after the current step…');
    stop.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const report = emptyReport();
  let before: ImportProgress = { found: 0, bytes: 0, seconds: 0 };
  const onProgress = (now: ImportProgress) => {
    const rate = (now.found - before.found) / Math.max(now.seconds - before.seconds, 0.001);
    before = now;
    console.log(
      `  ${now.found} items, ${Math.round(rate)} per second, ${(now.bytes / megabyte).toFixed(1)} MB read`,
    );
  };
  let checkedAt = Date.now();
  const onChecked = (checked: number, published: number) => {
    if (Date.now() - checkedAt < progressEveryMs) return;
    checkedAt = Date.now();
    console.log(`  ${checked} of ${published} published pages checked`);
  };
  try {
    console.log(`Importing ${paths.join(', ')}`);
    const progress = quiet ? {} : { onProgress };
    const pages = { dataDir, siteUrl, ...(quiet ? {} : { onProgress: onChecked }) };
    await importAndCheck(database, paths, {
      signal: stop.signal,
      uploads,
      force,
      report,
      pages,
      ...progress,
    }).catch(async (error: unknown) => {
      throw await reportBreak(error, report, reportFile);
    });
    console.log(describeReport(report).join('\n'));
    console.log(`${report.seconds.toFixed(1)} s, ${(report.bytes / megabyte).toFixed(1)} MB read.`);
    const unwritten = await writeReport(reportFile, report);
    if (unwritten !== undefined) throw new ImportError(`The import is complete, but its report ${unwritten}`);
    const isChecked = report.losses === undefined || report.losses.checked >= report.losses.published;
    if (report.stopped || (stop.signal.aborted && !isChecked)) return 130;
    return report.files.every(({ end }) => end?.complete) ? 0 : 1;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
