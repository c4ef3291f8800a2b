import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { UnrecoverableError } from '../../kernel/jobs/model.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { dropExports } from './export-files.ts';
import type { ExportFile } from './export-files.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { enqueueJobs, removeJobs, listJobs } from '../../kernel/jobs/store.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { importContent } from './policy.ts';

/** Imports the waiting exports (`export-files.ts`). A retry resumes where the import stopped. */
export const importJob: JobKind<Record<string, never>> = {
  name: 'import',
  schema: z.object({}), // jobs from earlier versions have more fields
  tries: { firstPauseMs: 5000, maxPauseMs: 60_000, most: 5 },
};
const importKey = 'site';

export interface ImportRequest {
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

/** Imports waiting exports in a low-priority child process; `workerFile` is for tests. */
export function importQueue(
  site: ImportSite,
  workerFile = fileURLToPath(new URL('./import-worker.js', import.meta.url)),
): Queue {
  const {
    database: { read },
    dataDir,
    databaseUrl,
    siteUrl,
  } = site;
  return jobQueue(site, importJob, {
    concurrency: 1,
    failure: () => 'An import broke off; what went in stays',
    run: async (_payload, { signal, finish }) => {
      const isQueued = async () => (await listJobs(read, { kind: importJob.name, limit: 1 })).length > 0;
      const reply = await runWorker(workerFile, { dataDir, databaseUrl, siteUrl }, signal, isQueued);
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

export async function startImport(tx: Tx, actor: Actor | undefined, files: readonly string[]): Promise<void> {
  demand(importContent, actor, undefined);
  await enqueueJobs(tx, importJob, [{ key: importKey, payload: {} }]);
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'job',
    itemId: 0,
    summary: `import of ${files.join(', ')}`.slice(0, 200),
  });
}

/** Stops the import after its current step; imported content stays. Does nothing if no import is queued. */
export async function stopImport(tx: Tx, actor: Actor | undefined): Promise<void> {
  demand(importContent, actor, undefined);
  if ((await removeJobs(tx, importJob, [importKey])) > 0)
    await noteChange(tx, actor, { verb: 'delete', kind: 'job', itemId: 0, summary: 'import stopped' });
}
