import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSiteDatabase } from '../../src/site-database.ts';
import { makeFuzzSite } from '../fuzz/fuzz-site.ts';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { adminQuery } from '../harness/admin-query.ts';
import { startPostgres } from '../harness/postgres-cluster.ts';
import { memoryMb, startServer } from './processes.ts';

/** Memory limit of the server in MB while fuzzing: twice that of normal operation. */
const maxMemoryMb = 300;

/**
 * `npm run bench -- fuzz [--minutes 5] [--seed N] [--database sqlite|postgres|both]`: sends random requests to the
 * built server. Prints every fault with seed and request, and the peak memory; any fault makes the exit code 1.
 */
export async function benchFuzz(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
      database: { type: 'string', default: 'both' },
    },
  });
  const databases = values.database === 'both' ? ['sqlite', 'postgres'] : [values.database];
  for (const database of databases) {
    const sound = await fuzz(database, Number(values.seed), Number(values.minutes));
    if (!sound) process.exitCode = 1;
  }
}

async function fuzz(database: string, seed: number, minutes: number): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-fuzz-'));
  const cluster = database === 'postgres' ? await startPostgres({ durable: false }) : undefined;
  try {
    if (cluster) await adminQuery(cluster.url, 'create database fuzz');
    const databaseUrl = cluster && `${cluster.url}fuzz`;
    const filling = await openSiteDatabase({ dataDir, databaseUrl, onWarning: console.warn });
    await filling.migrate();
    const site = await makeFuzzSite(filling, dataDir);
    await filling.close();
    const server = await startServer({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
    });
    const { pid = 0 } = server.process;
    const end = Date.now() + minutes * 60_000;
    let memory = 0;
    console.log(`Fuzzing on ${database} for ${minutes} minutes with seed ${seed}.`);
    const { requests, faults, answers, slowestMs } = await runFuzz({
      url: server.url,
      site,
      seed,
      maxFaults: 20,
      goOn: (sent) => {
        if (sent % 400 === 0) memory = Math.max(memory, memoryMb(pid, 'private'));
        return Date.now() < end;
      },
    });
    await server.stop();
    for (const [route, statuses] of answers) {
      console.log(
        `${route.padEnd(30)} ${[...statuses]
          .toSorted(([a], [b]) => a - b)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', ')}`,
      );
    }
    console.log(
      `${requests} requests, slowest ${slowestMs.toFixed(0)} ms, peak memory ${memory.toFixed(0)} MB.`,
    );
    for (const fault of faults) console.log(fault);
    if (memory > maxMemoryMb) console.log(`The server used more than ${maxMemoryMb} MB of memory.`);
    return faults.length === 0 && memory <= maxMemoryMb;
  } finally {
    await cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
