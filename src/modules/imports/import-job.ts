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

/** The import of the exports that wait (`export-files.ts`). It goes on where it was stopped, so that another try loses nothing. */
export const importJob: JobKind<Record<string, never>> = {
  name: 'import',
  schema: z.object({}), // one that an earlier version enqueued says more
  tries: { firstPauseMs: 5000, longestPauseMs: 60_000, most: 5 },
};
/** There is one at a time. */
const importKey = 'site';

/** What the process that imports is told, once. */
export interface ImportRequest {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
}

/** What it says at its end. `isWhole`: the exports in `read` were read to their end, all of them. `final`: no other try does better. */
export type ImportReply =
  | { readonly isWhole: boolean; readonly read: readonly ExportFile[] }
  | { readonly fault: string; readonly final: boolean };

/** What the queue of imports needs. */
export interface ImportSite extends JobQueueSite {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly siteUrl: string;
}

/** How often it is asked whether somebody stopped the import, in milliseconds. */
const askedEveryMs = 1000;

/** Imports what waits, in a process of its own that readers come before; `workerFile`: for tests. */
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
      const isWanted = async () => (await listJobs(read, { kind: importJob.name, limit: 1 })).length > 0;
      const reply = await runWorker(workerFile, { dataDir, databaseUrl, siteUrl }, signal, isWanted);
      signal.throwIfAborted();
      if (reply === undefined) throw new Error('The process that imports ended before it was done.');
      if ('fault' in reply) throw reply.final ? new UnrecoverableError(reply.fault) : new Error(reply.fault);
      const isOurs = await finish(async () => {});
      // Others may have come meanwhile, be it under a name that was free again.
      const wasRead = ({ name, bytes, writtenAt }: ExportFile) =>
        reply.read.some((one) => one.name === name && one.bytes === bytes && one.writtenAt === writtenAt);
      if (isOurs && reply.isWhole) await dropExports(dataDir, wasRead);
    },
  });
}

/** Runs the process, and tells it to stop when the server stops or nobody wants it any more. It ends with us, however we end: its channel closes. */
function runWorker(
  file: string,
  request: ImportRequest,
  signal: AbortSignal,
  isWanted: () => Promise<boolean>,
): Promise<ImportReply | undefined> {
  return new Promise((resolve) => {
    const child = fork(file, [], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let reply: ImportReply | undefined;
    const stop = () => void (child.connected && child.disconnect());
    const asking = setInterval(
      () =>
        void isWanted().then(
          (wanted) => !wanted && stop(),
          () => {},
        ),
      askedEveryMs,
    );
    const end = () => {
      clearInterval(asking);
      signal.removeEventListener('abort', stop);
      resolve(reply);
    };
    signal.addEventListener('abort', stop, { once: true });
    child.on('message', (said: ImportReply) => (reply = said));
    child.on('error', end);
    child.on('exit', end);
    child.send(request, (error) => error && child.kill());
  });
}

/** Has the exports that wait imported, for who may. */
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

/** Stops the import after the step that runs; what is in stays. Where none runs or waits, nothing happens. */
export async function stopImport(tx: Tx, actor: Actor | undefined): Promise<void> {
  demand(importContent, actor, undefined);
  if ((await removeJobs(tx, importJob, [importKey])) > 0)
    await noteChange(tx, actor, { verb: 'delete', kind: 'job', itemId: 0, summary: 'import stopped' });
}
