import { Kysely } from 'kysely';
import { parentPort, workerData } from 'node:worker_threads';
import { dialectSql } from '../../kernel/db/dialect-sql.ts';
import { openSqlite, SqliteConnectionDialect } from '../../kernel/db/dialects/sqlite.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { threadCpuMs } from '../../lib/cpu-cost.ts';
import { messageOf } from '../../lib/errors.ts';
import { keepMemoryReducerAwake } from '../../lib/node-tuning.ts';
import { rankRelated } from './rank-related.ts';
import { createRarity } from './profile.ts';
import type { SearchReply, SearchRequest, SearchWorkerData } from './search-client.ts';
import { searchIndex } from './search-index.ts';

/** Runs SQLite searches off the main thread, which better-sqlite3 would block; started by `search-client.ts`. */
const { file } = workerData as SearchWorkerData;
const port = parentPort;
if (!port) throw new Error('search/worker.ts runs as a worker thread only.');
keepMemoryReducerAwake();

const database = openSqlite(file, { readonly: true, busyTimeoutMs: 1000 });
const read = new Kysely<Tables>({ dialect: new SqliteConnectionDialect(database, () => {}) });
const { search } = dialectSql('sqlite');
const rarity = createRarity(read);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const answer = (reply: SearchReply) => port.postMessage(reply);

answer('ready');

const work = async (request: SearchRequest) =>
  'query' in request
    ? searchIndex(read, search, request.query)
    : rankRelated(read, search, await rarity(), request.relatedTo);

port.on('message', (request: SearchRequest) => {
  const { id } = request;
  const began = threadCpuMs();
  work(request).then(
    (result) => answer({ id, result, cpuMs: threadCpuMs() - began }),
    (error: unknown) => answer({ id, error: messageOf(error) }),
  );
});
