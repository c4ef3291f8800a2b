import { constants, setPriority } from 'node:os';
import {
  exportPath,
  hasUploadsCopy,
  listExports,
  readImport,
  uploadsCopy,
  writeOutcome,
  writeStand,
} from '../modules/imports/export-files.ts';
import type { ImportReply, ImportRequest } from '../modules/imports/import-job.ts';
import { readCheck, sweepChecks, writeCheck } from '../modules/imports/export-check.ts';
import { writeReportEntries } from '../modules/imports/report-entries.ts';
import { unpackUploads } from '../modules/imports/unpack-uploads.ts';
import type { UnpackOptions } from '../modules/imports/unpack-uploads.ts';
import { unknownParts } from '../blocks/document/unknown-parts.ts';
import { findBlock } from '../blocks/registry.server.ts';
import { checkExport } from '../import/check-export.ts';
import { reportGroups } from '../import/report-groups.ts';
import { openSiteDatabase } from '../site-database.ts';
import type { ImportProgress } from '../import/import-wxr.ts';
import { outlineLosses } from '../import/losses/reader-losses.ts';
import { compareTemplates } from '../import/old-theme/describe-templates.ts';
import { describeReport, emptyReport, totals } from '../import/report.ts';
import { UploadsFolder } from '../import/uploads.ts';
import { shortened } from '../lib/cut-text.ts';
import { harmless } from '../lib/visible-name.ts';
import { ConflictError, ImportError, messageOf } from '../lib/errors.ts';
import {
  importAndCheck,
  checkExports,
  makeRoomForImport,
  readPieces,
  reportBreak,
} from './import-and-check.ts';

/** Imports files uploaded in a browser, in a separate process (`modules/imports/import-job.ts`), so that visitors' requests take precedence. */
const stop = new AbortController();
// The server has exited or the import was cancelled.
process.on('disconnect', () => stop.abort());

/** Milliseconds to wait for a lock, as for CLI commands. */
const busyTimeoutMs = 5000;

async function run({ keepDemo, fields, dataDir, databaseUrl, siteUrl }: ImportRequest): Promise<ImportReply> {
  await waitForFormer(dataDir);
  const files = await listExports(dataDir);
  const of = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const { pid } = process;
  await writeStand(dataDir, { found: 0, bytes: 0, of, pid });
  const report = emptyReport();
  const saveOutcome = async (first: readonly string[], isWhole: boolean, fault = '') => {
    const at = Date.now();
    await writeReportEntries(dataDir, at, reportGroups(database, report)).catch(() =>
      writeReportEntries(dataDir, at, []),
    );
    return writeOutcome(
      dataDir,
      {
        at,
        fault,
        isStopped: report.stopped,
        seconds: report.seconds,
        counts: Object.entries(report.counts).map(([kind, some]) => ({ kind: shortened(kind, 60), ...some })),
        sites: report.files.map(({ name, siteTitle, source }) => ({
          file: name,
          title: shortened(harmless(siteTitle), 200),
          url: shortened(harmless(source), 200),
        })),
        lines: [...first, ...describeReport(report, { elements: false, losses: false })],
        isWhole,
        templates: compareTemplates(report),
        ...(report.losses ? { losses: outlineLosses(report.losses) } : {}),
      },
      report,
    );
  };
  const database = await openSiteDatabase({ dataDir, databaseUrl, busyTimeoutMs, maxConnections: 3 });
  try {
    const paths = files.map((file) => exportPath(dataDir, file));
    await checkExports(paths);
    await unpackUploads(dataDir, unpacking(dataDir));
    const made = keepDemo || stop.signal.aborted ? [] : await makeRoomForImport(database, dataDir);
    const uploads = await openCopy(dataDir, (fault) =>
      report.notes.push({
        kind: 'site',
        id: '',
        title: '',
        message: `The copy of the uploads was not used: ${fault}`,
      }),
    );
    const onProgress = ({ found, bytes }: ImportProgress) =>
      void writeStand(dataDir, { found, bytes, of, pid }).catch(() => {});
    const onChecked = (checked: number, published: number) =>
      void writeStand(dataDir, { found: totals(report).found, bytes: of, of, pid, checked, published }).catch(
        () => {},
      );
    await importAndCheck(database, paths, {
      signal: stop.signal,
      uploads,
      fields,
      report,
      onProgress,
      pages: { dataDir, siteUrl, onProgress: onChecked },
    });
    const isWhole = !report.stopped && report.files.every(({ end }) => end?.complete);
    await saveOutcome(made, isWhole);
    return { isWhole, read: files };
  } catch (error) {
    const broken = await reportBreak(error, report, undefined);
    await saveOutcome([messageOf(broken)], false, messageOf(broken)).catch(() => {});
    return {
      fault: messageOf(broken),
      final: error instanceof ImportError || error instanceof ConflictError,
    };
  } finally {
    await writeStand(dataDir, undefined).catch(() => {});
    await database.close();
  }
}

/** Unpacks uploads and reads new exports, without importing anything. */
async function check({ dataDir }: ImportRequest): Promise<ImportReply> {
  const summary = await unpackUploads(dataDir, unpacking(dataDir));
  const uploads = (await openCopy(dataDir)) && uploadsCopy(dataDir);
  const lookForUnknown = (content: string) => unknownParts(content, (name) => findBlock(name) !== undefined);
  const files = await listExports(dataDir);
  await sweepChecks(dataDir, files);
  for (const file of files) {
    if (stop.signal.aborted) break;
    if (await readCheck(dataDir, file, summary)) continue;
    const contents = await checkExport(readPieces(exportPath(dataDir, file)), {
      uploads,
      lookForUnknown,
      signal: stop.signal,
    });
    await writeCheck(dataDir, file, summary, contents);
  }
  return { isWhole: true, read: [] };
}

/** The copy of the uploads; undefined without one. One that can't be used, such as without years, must not end an import. */
async function openCopy(
  dataDir: string,
  onFault: (fault: string) => void = () => {},
): Promise<UploadsFolder | undefined> {
  if (!(await hasUploadsCopy(dataDir))) return undefined;
  try {
    return await UploadsFolder.open(uploadsCopy(dataDir), dataDir);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    onFault(error.message);
    return undefined;
  }
}

const unpacking = (dataDir: string): UnpackOptions => ({
  signal: stop.signal,
  findFault: async () => {
    let found = '';
    await openCopy(dataDir, (fault) => (found = fault));
    return found;
  },
});

/** Milliseconds to wait for the worker of a server that exited; it stops after its current batch. */
const patienceMs = 60_000;

async function waitForFormer(dataDir: string): Promise<void> {
  const former = (await readImport(dataDir)).stand?.pid;
  // After a crash in a container, process ids repeat: this process may have its predecessor's.
  if (former === undefined || former === process.pid) return;
  for (const until = Date.now() + patienceMs; isRunning(former) && Date.now() < until; )
    await new Promise((resolve) => setTimeout(resolve, 200));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

process.once('message', (request: ImportRequest) => {
  // Visitors' requests take precedence. At the lowest priority, any busy process would stop the import.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  (request.task === 'check' ? check(request) : run(request))
    .catch((error: unknown): ImportReply => ({ fault: messageOf(error), final: false }))
    .then(
      (reply) => {
        if (!process.connected) process.exit();
        process.send?.(reply, () => process.exit());
      },
      () => process.exit(1),
    );
});
