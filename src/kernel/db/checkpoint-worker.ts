import { workerData } from 'node:worker_threads';
import { openSqlite } from './dialects/sqlite.ts';

// One checkpoint that blocks no connection: pages that readers still need stay in the log until the next one.
const { file } = workerData as { readonly file: string };
const database = openSqlite(file, { readonly: false, busyTimeoutMs: 0, noCheckpoints: true });
database.pragma('wal_checkpoint(PASSIVE)');
database.close();
