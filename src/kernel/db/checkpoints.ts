import { Worker } from 'node:worker_threads';
import type SqliteDatabase from 'better-sqlite3';
import { messageOf } from '../../lib/errors.ts';

/** How often the length of the write-ahead log is asked for, in milliseconds; asking takes about 30 µs. */
const everyMs = 1000;
/** Pages of the log, 4 KB each, that may wait to be copied back. */
const mostPages = 1000;

/**
 * Copies SQLite's write-ahead log back into the file whenever it has grown, in a thread that lives as long as the copying: that waits for the disk, which the
 * thread that serves must not, and a thread kept for it would hold 24 MB. Returns the way to stop.
 */
export function keepLogShort(
  connection: SqliteDatabase.Database,
  file: string,
  warn: (message: string) => void,
): () => Promise<void> {
  const state = connection.prepare<[], { log: number; checkpointed: number }>('pragma wal_checkpoint(noop)');
  let worker: Worker | undefined;
  const timer = setInterval(() => {
    const { log = 0, checkpointed = 0 } = state.get() ?? {};
    if (!worker && log - checkpointed > mostPages)
      worker = checkpointInThread(file, warn, () => (worker = undefined));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await worker?.terminate();
  };
}

function checkpointInThread(file: string, warn: (message: string) => void, ended: () => void): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./checkpoint-worker.${extension}`, import.meta.url), {
    workerData: { file },
    name: 'checkpoint',
  });
  worker.unref();
  worker.on('error', (error) =>
    warn(`SQLite's log could not be copied back, and is tried again: ${messageOf(error)}`),
  );
  worker.on('exit', ended);
  return worker;
}
