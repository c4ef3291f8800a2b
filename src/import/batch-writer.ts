import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Tx } from '../kernel/db/open-database.ts';
import { moreUrgent } from '../kernel/db/invalidation.ts';
import type { Emission, Urgency } from '../kernel/db/invalidation.ts';
import type { Tag } from '../modules/content/tags.ts';
import { BroadsheetError, UnavailableError, messageOf } from '../lib/errors.ts';
import { LruCache } from '../lib/lru-cache.ts';

/** One step that is written whole or not at all. Its work may run more than once, after a roll-back. */
export interface Unit {
  readonly work: (tx: ImportTx) => Promise<void>;
  /** Called once the work is committed. */
  readonly done?: () => void;
  /** Called when the work can't be written; the rest goes on without it. */
  readonly failed: (reason: string) => void;
}

/** A transaction whose emissions are collected, to be published later and together. */
export interface ImportTx extends Tx {
  /** Takes back what a writer announced: nobody can hold what did not exist. */
  unemit(tag: Tag): void;
}

/**
 * Milliseconds that a batch may hold its locks, commit included: on SQLite every other writer waits that long, on PostgreSQL those who touch the same counters.
 */
const targetMs = { sqlite: 11, postgres: 25 } as const;
/** How much the newest measurement counts against those before it. */
const freshness = 0.2;
/** Pause between batches in milliseconds: longer than other processes' pause between two tries for the lock. */
const pauseMs = 6;
const largestBatch = 200;
/** How often other processes hear of changes, in milliseconds. */
const publishEveryMs = 2000;
/** With more tags than this, everything is told to be looked at again. */
const mostTags = 1000;

/** Writes units in order, in batches as large as the lock's time allows, and tells caches at most every two seconds. */
export class BatchWriter {
  readonly #database: Database;
  readonly #hooks: { readonly begin: () => void; readonly commit: () => void };
  #queue: Unit[] = [];
  /** Milliseconds that a unit and a commit took lately. */
  #unitMs: number | undefined;
  #commitMs = 0;
  readonly #emitted = new Map<Tag, Urgency>();
  /** Tags of everything written; only `*` once they are too many. */
  readonly #touched = new Set<Tag>();
  #publishedAt = Date.now();

  /** `begin` is called before each try of a batch, `commit` after it was written: caches of what was written forget or keep it. */
  constructor(database: Database, hooks: { readonly begin: () => void; readonly commit: () => void }) {
    this.#database = database;
    this.#hooks = hooks;
  }

  /** Takes a unit; writes a batch when one is full. */
  async add(unit: Unit): Promise<void> {
    this.#queue.push(unit);
    if (this.#queue.length >= this.#size()) await this.#writeBatch();
  }

  /** Units that should fit into the time. */
  #size(): number {
    return this.#unitMs === undefined
      ? 1
      : Math.max(1, Math.min(largestBatch, Math.floor(this.#workMs() / Math.max(this.#unitMs, 0.01))));
  }

  /** The time for work; a slow disk eats at most half of it, or nothing would ever get done. */
  #workMs(): number {
    const target = targetMs[this.#database.dialect.name];
    return Math.max(target - this.#commitMs, target / 2);
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    while (this.#queue.length > 0) await this.#writeBatch();
  }

  /** Writes what waits, and publishes all that the import touched once more, so that nobody sees an old page after it. */
  async finish(): Promise<void> {
    await this.flush();
    for (const tag of this.#touched) this.#emitted.set(tag, moreUrgent(this.#emitted.get(tag), 'change'));
    this.#touched.clear();
    await this.#publish();
  }

  async #writeBatch(): Promise<void> {
    const units = this.#queue;
    this.#queue = [];
    try {
      const written = await this.#write(units);
      this.#queue = [...units.slice(written), ...this.#queue];
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      await this.#writeSingly(units);
    }
    await sleep(pauseMs);
    if (Date.now() - this.#publishedAt > publishEveryMs) await this.#publish();
  }

  /** After a failed batch: each unit for itself, so that only the faulty one is left out. */
  async #writeSingly(units: readonly Unit[]): Promise<void> {
    for (const unit of units) {
      try {
        await this.#write([unit]);
      } catch (error) {
        if (!isFaultOfItem(error)) throw error;
        unit.failed(messageOf(error));
      }
      await sleep(pauseMs);
    }
  }

  /** Runs units in one transaction until its time is up, and measures it; returns how many it wrote. */
  async #write(units: readonly Unit[]): Promise<number> {
    const allowedMs = this.#workMs();
    let count = 0;
    let began = 0;
    let worked = 0;
    let emitted = new Map<Tag, Urgency>();
    await this.#database.write(async (tx) => {
      const { db, dialect, followers } = tx;
      began = performance.now();
      emitted = new Map();
      count = 0;
      this.#hooks.begin();
      const emit = (tag: Tag, urgency: Urgency = 'change') => {
        // What may no longer be shown is told with the commit itself: a crash before the next publication would leave it on the site.
        if (urgency === 'remove') return tx.emit(tag, 'remove');
        // Readers of a busy import are better served with what was true two seconds ago.
        emitted.set(tag, moreUrgent(emitted.get(tag), urgency === 'change' ? 'bulk' : urgency));
      };
      // What a crash undoes, the next run finds missing in the ledger and does again.
      if (dialect.relaxCommit) await sql.raw(dialect.relaxCommit).execute(db);
      for (const unit of units) {
        await unit.work({ db, dialect, followers, emit, unemit: (tag) => emitted.delete(tag) });
        count++;
        if (performance.now() - began > allowedMs) break;
      }
      worked = performance.now();
    });
    const unitMs = (worked - began) / count;
    this.#unitMs = this.#unitMs === undefined ? unitMs : this.#unitMs + (unitMs - this.#unitMs) * freshness;
    this.#commitMs += (performance.now() - worked - this.#commitMs) * freshness;
    this.#hooks.commit();
    for (const [tag, urgency] of emitted) this.#emitted.set(tag, moreUrgent(this.#emitted.get(tag), urgency));
    if (!this.#touched.has('*')) for (const tag of emitted.keys()) this.#touched.add(tag);
    if (this.#touched.size > mostTags) {
      this.#touched.clear();
      this.#touched.add('*');
    }
    for (const unit of units.slice(0, count)) unit.done?.();
    return count;
  }

  async #publish(): Promise<void> {
    this.#publishedAt = Date.now();
    const emissions = collapse([...this.#emitted].map(([tag, urgency]) => ({ tag, urgency })));
    if (emissions.length === 0) return;
    await this.#database.write(async (tx) => {
      for (const { tag, urgency } of emissions) tx.emit(tag, urgency);
    });
    this.#emitted.clear();
  }
}

type TaggedEmission = Emission & { readonly tag: Tag };

/** Too many tags become one that stands for all; what must not be served any more is still named. */
export function collapse(emissions: readonly TaggedEmission[]): readonly TaggedEmission[] {
  if (emissions.length <= mostTags) return emissions;
  const removed = emissions.filter(({ urgency }) => urgency === 'remove');
  if (removed.length > mostTags) return [{ tag: '*', urgency: 'remove' }];
  return [
    ...removed,
    { tag: '*', urgency: emissions.some(({ urgency }) => urgency === 'change') ? 'change' : 'bulk' },
  ];
}

/** Classes of PostgreSQL's codes that blame the data: data exceptions, broken constraints, and what is too long for an index. */
const dataFault = /^(?:2[23]|54)/;

/** Whether leaving one item out helps; a full disk or a lost connection would lose all of them. */
function isFaultOfItem(error: unknown): boolean {
  if (error instanceof UnavailableError) return false;
  if (error instanceof BroadsheetError) return true;
  const code = (error as { code?: unknown }).code;
  return (
    typeof code === 'string' &&
    (dataFault.test(code) || code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_TOOBIG')
  );
}

/** A bounded memory of what is in the database, that forgets what a rolled-back transaction put into it. */
export class TxMap<Value extends {}> {
  readonly #committedByKey: LruCache<string, Value>;
  readonly #staged = new Map<string, Value>();

  constructor(capacity: number) {
    this.#committedByKey = new LruCache(capacity);
  }

  get(key: string): Value | undefined {
    return this.#staged.get(key) ?? this.#committedByKey.get(key);
  }

  /** Remembers what the running transaction wrote or read. */
  stage(key: string, value: Value): void {
    this.#staged.set(key, value);
  }

  /** Remembers what is committed. */
  keep(key: string, value: Value): void {
    this.#committedByKey.set(key, value);
  }

  begin(): void {
    this.#staged.clear();
  }

  commit(): void {
    for (const [key, value] of this.#staged) this.#committedByKey.set(key, value);
    this.#staged.clear();
  }
}
