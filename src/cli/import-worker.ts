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
import { openSiteDatabase } from '../site-database.ts';
import type { ImportProgress } from '../import/import-wxr.ts';
import { outlineLosses } from '../import/losses/reader-losses.ts';
import { compareTemplates } from '../import/old-theme/describe-templates.ts';
import { describeReport, emptyReport, totals } from '../import/report.ts';
import { UploadsFolder } from '../import/uploads.ts';
import { ConflictError, ImportError, messageOf } from '../lib/errors.ts';
import { importAndCheck, checkExports, makeRoomForImport, reportBreak } from './import-and-check.ts';

/** Imports files uploaded in a browser, in a separate process (`modules/imports/import-job.ts`), so that visitors' requests take precedence. */
const stop = new AbortController();
// The server has exited or the import was cancelled.
process.on('disconnect', () => stop.abort());

/** Milliseconds to wait for a lock, as for CLI commands. */
const busyTimeoutMs = 5000;

async function run({ dataDir, databaseUrl, siteUrl }: ImportRequest): Promise<ImportReply> {
  await waitForFormer(dataDir);
  const files = await listExports(dataDir);
  const of = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const { pid } = process;
  await writeStand(dataDir, { found: 0, bytes: 0, of, pid });
  const report = emptyReport();
  const saveOutcome = (first: readonly string[], isWhole: boolean) =>
    writeOutcome(
      dataDir,
      {
        at: Date.now(),
        lines: [...first, ...describeReport(report, { elements: false, losses: false })],
        isWhole,
        templates: compareTemplates(report),
        ...(report.losses ? { losses: outlineLosses(report.losses) } : {}),
      },
      report,
    );
  const database = await openSiteDatabase({ dataDir, databaseUrl, busyTimeoutMs, maxConnections: 3 });
  try {
    const paths = files.map((file) => exportPath(dataDir, file));
    await checkExports(paths);
    const made = await makeRoomForImport(database, dataDir);
    const uploads = (await hasUploadsCopy(dataDir))
      ? await UploadsFolder.open(uploadsCopy(dataDir), dataDir)
      : undefined;
    const onProgress = ({ found, bytes }: ImportProgress) =>
      void writeStand(dataDir, { found, bytes, of, pid }).catch(() => {});
    const onChecked = (checked: number, published: number) =>
      void writeStand(dataDir, { found: totals(report).found, bytes: of, of, pid, checked, published }).catch(
        () => {},
      );
    await importAndCheck(database, paths, {
      signal: stop.signal,
      uploads,
      report,
      onProgress,
      pages: { dataDir, siteUrl, onProgress: onChecked },
    });
    const isWhole = !report.stopped && report.files.every(({ end }) => end?.complete);
    await saveOutcome(made, isWhole);
    return { isWhole, read: files };
  } catch (error) {
    const broken = await reportBreak(error, report, undefined);
    await saveOutcome([messageOf(broken)], false).catch(() => {});
    return {
      fault: messageOf(broken),
      final: error instanceof ImportError || error instanceof ConflictError,
    };
  } finally {
    await writeStand(dataDir, undefined).catch(() => {});
    await database.close();
  }
}

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
  run(request)
    .catch((error: unknown): ImportReply => ({ fault: messageOf(error), final: false }))
    .then(
      (reply) => {
        if (!process.connected) process.exit();
        process.send?.(reply, () => process.exit());
      },
      () => process.exit(1),
    );
});
