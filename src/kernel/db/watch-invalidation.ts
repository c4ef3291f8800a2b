import type SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import type { Kysely } from 'kysely';
import { messageOf } from '../../lib/errors.ts';
import { decodeEmissions, everything } from './invalidation.ts';
import type { Emission, InvalidationBus } from './invalidation.ts';
import type { Tables } from './tables.ts';

/** Milliseconds between polls of SQLite for other connections' commits. */
const pollMs = 5;
/** Milliseconds for which rows of the `invalidation` table are retained; a process that slept longer drops everything. */
export const retainedMs = 10 * 60_000;
/** Interval and timeout of the LISTEN connection's heartbeat, in milliseconds. */
const heartbeatMs = 3000;
const reconnectMs = 500;

/** Interval of clock checks, and the smallest relevant step, in milliseconds. */
const clockMs = 1000;
const clockStepMs = 30_000;

/** Published while no emissions can be received. */
const unsure: Emission = { tag: '*', urgency: 'change' };

/**
 * Drops all cached pages when the clock is set: scheduled re-renders would come too late, or retries wait forever.
 * Returns a function that stops it.
 */
export function watchClock(bus: InvalidationBus, warn: (message: string) => void): () => void {
  const lead = () => Date.now() - performance.now();
  let known = lead();
  const timer = setInterval(() => {
    const step = lead() - known;
    if (Math.abs(step) < clockStepMs) return;
    known += step;
    warn(
      `The clock was set ${step > 0 ? 'forward' : 'back'} by ${Math.round(Math.abs(step) / 1000)} seconds; the page cache was cleared.`,
    );
    bus.publish([everything]);
  }, clockMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Polls `PRAGMA data_version` (about 2 µs) and publishes other processes' emissions; returns a function that stops it. */
export function watchSqlite(
  reader: SqliteDatabase.Database,
  bus: InvalidationBus,
  warn: (message: string) => void,
): () => void {
  const newest = reader.prepare<[], { id: number | null }>('select max(id) as id from invalidation');
  const since = reader.prepare<[number], { id: number; origin: string; emissions: string }>(
    'select id, origin, emissions from invalidation where id > ? order by id',
  );
  const dataVersion = reader.prepare<[], { data_version: number }>('pragma data_version');
  let last = newest.get()?.id ?? 0;
  let version = dataVersion.get()?.data_version;
  let polledAt = Date.now();
  const poll = () => {
    const slept = Date.now() - polledAt > retainedMs;
    polledAt = Date.now();
    const now = dataVersion.get()?.data_version;
    if (now === version) return;
    for (const row of since.all(last)) {
      last = row.id;
      if (row.origin !== bus.origin) bus.publish(decodeEmissions(row.emissions));
    }
    version = now;
    if (slept) bus.publish([everything]);
  };
  const timer = setInterval(() => {
    try {
      poll();
    } catch (error) {
      // Re-rendering everything is better than showing removed content; the next poll continues after the unreadable
      // row.
      warn(`Could not read the changes of other processes; clearing the page cache: ${messageOf(error)}`);
      bus.publish([everything]);
    }
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Listens on PostgreSQL's channel `broadsheet`; after a lost connection it drops everything, since emissions may be missed. */
export async function watchPostgres(
  url: string,
  kysely: Kysely<Tables>,
  bus: InvalidationBus,
  warn: (message: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let listening = false;
  const publish = async (payload: string) => {
    const [origin, id] = payload.split(' ');
    if (origin === bus.origin) return;
    const row = await kysely
      .selectFrom('invalidation')
      .select('emissions')
      .where('id', '=', Number(id))
      .executeTakeFirst();
    try {
      bus.publish(row ? decodeEmissions(row.emissions) : [everything]);
    } catch (error) {
      warn(`Could not read the changes of other processes; clearing the page cache: ${messageOf(error)}`);
      bus.publish([everything]);
    }
  };
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'broadsheet-listen',
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
    });
    client = next;
    next.on('error', (error) => reconnect(error));
    next.on('end', () => reconnect(new Error('connection ended')));
    next.on('notification', ({ payload }) => {
      publish(payload ?? '').catch((error: unknown) => {
        // The database went away in between: pages must stay, as its fallback.
        warn(
          `Could not check for changes of other processes; each cached page is rendered again before it is served: ${messageOf(error)}`,
        );
        bus.publish([unsure]);
      });
    });
    await next.connect();
    await next.query('listen broadsheet');
    listening = true;
  };
  let reconnecting = false;
  const reconnect = (reason: Error) => {
    if (stopped || reconnecting) return;
    reconnecting = true;
    listening = false;
    client?.end().catch(() => {}); // closed already, or it will never respond
    // Emissions are missed from now on: cached pages are re-rendered before they are served, and serve as a fallback
    // while the database is down.
    bus.publish([unsure]);
    warn(`Lost the connection that listens for changes (${reason.message}); reconnecting.`);
    const attempt = () => {
      if (stopped) return;
      connect().then(
        () => {
          reconnecting = false;
          bus.publish([everything]);
        },
        () => setTimeout(attempt, reconnectMs).unref(),
      );
    };
    setTimeout(attempt, reconnectMs).unref();
  };
  await connect();
  // A connection dropped by a firewall never reports an error, so it is queried.
  const heartbeat = setInterval(() => {
    if (listening)
      client
        ?.query('select 1')
        .catch((error: unknown) => reconnect(error instanceof Error ? error : new Error(String(error))));
    else bus.publish([unsure]);
  }, heartbeatMs);
  heartbeat.unref();
  return async () => {
    stopped = true;
    clearInterval(heartbeat);
    await client?.end().catch(() => {}); // it may be closed already
  };
}
