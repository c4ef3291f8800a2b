import { workerData } from 'node:worker_threads';
import { openSqlite } from './dialects/sqlite.ts';

/** How often the write-ahead log is copied back into the file, in milliseconds; a checkpoint with nothing to do costs microseconds. */
const everyMs = 500;

// Runs in a thread of the serving process: copying waits for the disk, which the thread that serves must not.
const { file } = workerData as { readonly file: string };
const database = openSqlite(file, { readonly: false, busyTimeoutMs: 0, noCheckpoints: true });
setInterval(() => database.pragma('wal_checkpoint(PASSIVE)'), everyMs);
