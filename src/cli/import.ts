import { constants as files } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, resolve } from 'node:path';
import { callerFolder, readConfig, siteUrlOf } from '../config.ts';
import type { Database } from '../kernel/db/open-database.ts';
import type { ImportProgress } from '../import/import-wxr.ts';
import { guessFields, listGuessed } from '../import/acf/field-import.ts';
import { describeReport, emptyReport } from '../import/report.ts';
import { UploadsFolder } from '../import/uploads.ts';
import { ImportError, messageOf } from '../lib/errors.ts';
import { describeFileFault } from '../lib/files.ts';
import { fieldChoices } from '../modules/imports/field-choices.ts';
import type { ChosenFields } from '../modules/imports/field-choices.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import {
  importAndCheck,
  checkExports,
  makeRoomForImport,
  reportBreak,
  sourcesOf,
  writeReport,
} from './import-and-check.ts';
import { prepareSite } from './prepare-site.ts';
import { withNewDatabase } from './with-database.ts';

const megabyte = 1024 * 1024;
const progressEveryMs = 1000;

export const importCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- import FILE.xml [FILE2.xml …] [--uploads DIR] [--fields guess|none|FILE.json] [--report FILE] [--keep-demo] [--force] [--quiet]',
    '       npm run broadsheet -- import FILE.xml [FILE2.xml …] --list-fields',
    '',
    '  --uploads DIR   copy of the old site’s wp-content/uploads; its files are imported and keep their addresses',
    '  --fields WHICH  fields of the plugin Advanced Custom Fields that become fields here: guess (all, the default), none, or a JSON file of --list-fields',
    '  --list-fields   print these fields as JSON and import nothing; change kinds or delete entries, and pass the file with --fields',
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
    const {
      files: named,
      reportFile,
      uploads,
      listsFields,
      keepDemo,
      force,
      quiet,
      ...given
    } = readArguments(args);
    const folder = callerFolder(process.env);
    const paths = named.map((file) => resolve(folder, file));
    await Promise.all(paths.map(checkFile));
    const reportPath = reportFile === undefined ? undefined : resolve(folder, reportFile);
    if (reportPath !== undefined) await checkReport(reportPath, paths);
    await checkExports(paths);
    if (listsFields) return listFields(paths);
    const fields = await readFieldChoice(given.fields, folder);
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
        fields,
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
  /** `guess`, `none` or a file. */
  readonly fields: string;
  readonly listsFields: boolean;
  readonly keepDemo: boolean;
  readonly force: boolean;
  readonly quiet: boolean;
}

function readArguments(args: readonly string[]): Arguments {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = readWords(args, {
    report: { type: 'string' },
    uploads: { type: 'string' },
    fields: { type: 'string', default: 'guess' },
    'list-fields': flag,
    'keep-demo': flag,
    force: flag,
    quiet: flag,
  });
  if (positionals.length === 0) throw new UsageError('Specify at least one file to import.');
  return {
    files: positionals,
    reportFile: values.report,
    uploads: values.uploads,
    fields: values.fields,
    listsFields: values['list-fields'],
    keepDemo: values['keep-demo'],
    force: values.force,
    quiet: values.quiet,
  };
}

/** Prints the fields that an import would define. */
async function listFields(paths: readonly string[]): Promise<number> {
  console.log(JSON.stringify(listGuessed(await guessFields(sourcesOf(paths))), undefined, 2));
  return 0;
}

const maxChoiceFile = 16 * megabyte;

/** Undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readFieldChoice(given: string, folder: string): Promise<ChosenFields> {
  if (given === 'guess' || given === 'none') return given;
  const file = resolve(folder, given);
  const fault = (reason: string) =>
    new ImportError(
      `--fields is ${given}, ${reason}. Specify guess, none, or a file that --list-fields printed. Nothing was imported.`,
    );
  const size = (await stat(file).catch(() => undefined))?.size;
  if (size === undefined) throw fault('but there is no such file');
  if (size > maxChoiceFile) throw fault('which is too large');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fault(`which could not be read (${describeFileFault(error) ?? messageOf(error)})`);
  });
  const read = fieldChoices.safeParse(parsed(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw fault(`which is no list of fields (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`);
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
    fields,
    force,
    quiet,
    reportFile,
    dataDir,
    siteUrl,
  }: {
    uploads: UploadsFolder | undefined;
    fields: ChosenFields;
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
      fields,
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
