import { workerData } from 'node:worker_threads';
import { openSqlite } from './dialects/sqlite.ts';

// One checkpoint that stops nobody: what readers still need stays in the log until the next one.
const { file } = workerData as { readonly file: string };
const database = openSqlite(file, { readonly: false, busyTimeoutMs: 0, noCheckpoints: true });
database.pragma('wal_checkpoint(PASSIVE)');
database.close();
