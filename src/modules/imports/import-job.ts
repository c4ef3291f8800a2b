import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { UnrecoverableError } from '../../kernel/jobs/model.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { dropExports, isEnding, readImport } from './export-files.ts';
import type { ExportFile } from './export-files.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { enqueueJobs, findPayload, removeJobs, listJobs } from '../../kernel/jobs/store.ts';
import type { WaitingJob } from '../../kernel/jobs/store.ts';
import { ConflictError, InvalidInputError } from '../../lib/errors.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { chosenFields } from './field-choices.ts';
import type { ChosenFields } from './field-choices.ts';
import { importContent } from './policy.ts';

/** Imports the waiting exports (`export-files.ts`). A retry resumes where the import stopped. */
export const importJob: JobKind<{ readonly keepDemo: boolean; readonly fields: ChosenFields }> = {
  name: 'import',
  schema: z.object({ keepDemo: z.boolean().default(false), fields: chosenFields.default('guess') }), // jobs from earlier versions have other fields
  tries: { firstPauseMs: 5000, maxPauseMs: 60_000, most: 5 },
};
const importKey = 'site';

/** Unpacks ZIPs of uploads and reads the contents of waiting exports (`export-check.ts`). */
export const importCheckJob: JobKind<Record<string, never>> = {
  name: 'import-check',
  schema: z.object({}),
  tries: { firstPauseMs: 5000, maxPauseMs: 60_000, most: 3 },
};

export interface ImportRequest {
  readonly task: 'import' | 'check';
  /** Keeps the demo magazine; otherwise an unedited one is removed first. */
  readonly keepDemo: boolean;
  /** Which fields of a field plugin become fields here. */
  readonly fields: ChosenFields;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Without a trailing slash. */
  readonly siteUrl: string;
}

/** `isWhole`: all exports in `read` were read completely. `final`: a retry would fail, too. */
export type ImportReply =
  | { readonly isWhole: boolean; readonly read: readonly ExportFile[] }
  | { readonly fault: string; readonly final: boolean };

export interface ImportSite extends JobQueueSite {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly siteUrl: string;
}

/** Milliseconds between checks whether the import was stopped. */
const checkIntervalMs = 1000;

const builtWorker = fileURLToPath(new URL('./import-worker.js', import.meta.url));

/** Imports waiting exports in a low-priority child process; `workerFile` is for tests. */
export function importQueue(site: ImportSite, workerFile = builtWorker): Queue {
  const {
    database: { read },
    dataDir,
  } = site;
  return jobQueue(site, importJob, {
    concurrency: 1,
    failure: () => 'An import broke off; what went in stays',
    run: async ({ keepDemo, fields }, { signal, finish }) => {
      const isQueued = async () => (await listJobs(read, { kind: importJob.name, limit: 1 })).length > 0;
      const reply = await runWorker(
        workerFile,
        requestOf('import', site, { keepDemo, fields }),
        signal,
        isQueued,
      );
      signal.throwIfAborted();
      if (reply === undefined) throw new Error('The process that imports ended before it was done.');
      if ('fault' in reply) throw reply.final ? new UnrecoverableError(reply.fault) : new Error(reply.fault);
      const isOurs = await finish(async () => {});
      // Compares more than the name: new exports may have arrived, even under a reused name.
      const wasRead = ({ name, bytes, writtenAt }: ExportFile) =>
        reply.read.some((one) => one.name === name && one.bytes === bytes && one.writtenAt === writtenAt);
      if (isOurs && reply.isWhole) await dropExports(dataDir, wasRead);
    },
  });
}

/** Checks exports before their import, in the same kind of process. */
export function importCheckQueue(site: ImportSite, workerFile = builtWorker): Queue {
  return jobQueue(site, importCheckJob, {
    concurrency: 1,
    failure: () => 'Exports could not be checked; they can be imported all the same',
    run: async (_payload, { signal }) => {
      const reply = await runWorker(workerFile, requestOf('check', site), signal, async () => true);
      signal.throwIfAborted();
      if (reply === undefined) throw new Error('The process that checks exports ended before it was done.');
      if ('fault' in reply) throw new Error(reply.fault);
    },
  });
}

const requestOf = (
  task: ImportRequest['task'],
  { dataDir, databaseUrl, siteUrl }: ImportSite,
  { keepDemo, fields }: Pick<ImportRequest, 'keepDemo' | 'fields'> = { keepDemo: false, fields: 'guess' },
): ImportRequest => ({ task, keepDemo, fields, dataDir, databaseUrl, siteUrl });

/**
 * Runs the child process and stops it when the server stops or the import is cancelled. It exits with the server, even
 * after a crash, because its channel closes.
 */
function runWorker(
  file: string,
  request: ImportRequest,
  signal: AbortSignal,
  isQueued: () => Promise<boolean>,
): Promise<ImportReply | undefined> {
  return new Promise((resolve) => {
    const child = fork(file, [], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let reply: ImportReply | undefined;
    const stop = () => void (child.connected && child.disconnect());
    const timer = setInterval(
      () =>
        void isQueued().then(
          (queued) => !queued && stop(),
          () => {},
        ),
      checkIntervalMs,
    );
    const end = () => {
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
      resolve(reply);
    };
    signal.addEventListener('abort', stop, { once: true });
    child.on('message', (message: ImportReply) => (reply = message));
    child.on('error', end);
    child.on('exit', end);
    child.send(request, (error) => error && child.kill());
  });
}

export async function startImport(
  tx: Tx,
  actor: Actor | undefined,
  files: readonly string[],
  {
    keepDemo = false,
    fields: chosen,
  }: { readonly keepDemo?: boolean; readonly fields?: ChosenFields | undefined } = {},
): Promise<void> {
  demand(importContent, actor, undefined);
  if (files.length === 0) throw new InvalidInputError('Upload an export first.', 'import_none');
  await refuseWhileImporting(tx);
  // A failed import continues with its own choice.
  const fields = chosen ?? (await findPayload(tx.db, importJob, importKey))?.fields ?? 'guess';
  await enqueueJobs(tx, importJob, [{ key: importKey, payload: { keepDemo, fields } }]);
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'job',
    itemId: 0,
    summary: `import of ${files.join(', ')}`.slice(0, 200),
  });
}

/** Enqueues a check of new exports and ZIPs. */
export async function startCheck(tx: Tx, actor: Actor | undefined): Promise<void> {
  demand(importContent, actor, undefined);
  await enqueueJobs(tx, importCheckJob, [{ key: importKey, payload: {} }]);
}

/** The job runs or waits; one that failed for good has `dueAt` 0. */
export const isUnderWay = (job: Pick<WaitingJob, 'isClaimed' | 'dueAt'> | undefined): boolean =>
  job !== undefined && (job.isClaimed || job.dueAt > 0);

/** Throws `ConflictError` during an import, whose files must stay. */
async function refuseWhileImporting({ db }: Pick<Tx, 'db'>): Promise<void> {
  const [job] = await listJobs(db, { kind: importJob.name, limit: 1 });
  if (isUnderWay(job))
    throw new ConflictError('An import is running. Stop it, or wait until it is done.', 'import_running');
}

/** The same while a stopped import still ends its current step. */
export async function refuseWhileBusy(tx: Pick<Tx, 'db'>, dataDir: string): Promise<void> {
  await refuseWhileImporting(tx);
  const { stand } = await readImport(dataDir);
  if (stand && (await isEnding(dataDir, stand)))
    throw new ConflictError('The import is stopping. Wait until it is done.', 'import_running');
}

/** Stops the import after its current step; imported content stays. Does nothing if no import is queued. */
export async function stopImport(tx: Tx, actor: Actor | undefined): Promise<void> {
  demand(importContent, actor, undefined);
  if ((await removeJobs(tx, importJob, [importKey])) > 0)
    await noteChange(tx, actor, { verb: 'delete', kind: 'job', itemId: 0, summary: 'import stopped' });
}
