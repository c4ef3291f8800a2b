import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Tx } from '../kernel/db/open-database.ts';
import { moreUrgent } from '../kernel/db/invalidation.ts';
import type { Emission, Urgency } from '../kernel/db/invalidation.ts';
import type { Tag } from '../modules/content/tags.ts';
import { BroadsheetError, UnavailableError, messageOf } from '../lib/errors.ts';
import { LruCache } from '../lib/lru-cache.ts';

/** A step that is written completely or not at all. `work` may run again after a rollback. */
export interface Unit {
  readonly work: (tx: ImportTx) => Promise<void>;
  readonly done?: () => void;
  readonly failed: (reason: string) => void;
}

/** A transaction that collects its emissions, which are published later in bulk. */
export interface ImportTx extends Tx {
  /** Withdraws an emission. Safe only for new rows, which no cache can hold yet. */
  unemit(tag: Tag): void;
}

/**
 * Milliseconds that a batch may hold its locks, including the commit. On SQLite every other writer waits that long, on
 * PostgreSQL those that update the same counters.
 */
const targetMs = { sqlite: 11, postgres: 25 } as const;
/** Weight of the newest measurement in the moving averages. */
const freshness = 0.2;
/** Milliseconds between batches; longer than the interval at which other processes retry the lock. */
const pauseMs = 6;
const largestBatch = 200;
/**
 * On a busy machine most of the measured time is waiting for a processor, which smaller batches don't shorten: a batch has
 * this many units even beyond the target, up to `maxLockMs`.
 */
const usualBatch = 8;
const maxLockMs = 100;
/** Milliseconds between publications of tags to other processes. */
const publishEveryMs = 2000;
/** With more tags than this, `collapse` replaces them by `*`. */
const maxTags = 1000;

/** Writes units in order, in batches sized to the lock budget, and publishes their tags at most every two seconds. */
export class BatchWriter {
  readonly #database: Database;
  readonly #hooks: { readonly begin: () => void; readonly commit: () => void };
  #queue: Unit[] = [];
  /** Moving averages, in milliseconds, of one unit and of one commit. */
  #unitMs: number | undefined;
  #commitMs = 0;
  readonly #emitted = new Map<Tag, Urgency>();
  /** All tags emitted by the import, or only `*` once there are too many. */
  readonly #touched = new Set<Tag>();
  #publishedAt = Date.now();

  /** `begin` is called before each attempt at a batch and `commit` after it is written, so that callers can discard or retain staged values. */
  constructor(database: Database, hooks: { readonly begin: () => void; readonly commit: () => void }) {
    this.#database = database;
    this.#hooks = hooks;
  }

  async add(unit: Unit): Promise<void> {
    this.#queue.push(unit);
    if (this.#queue.length >= this.#size()) await this.#writeBatch();
  }

  #size(): number {
    if (this.#unitMs === undefined) return 1;
    const fitting = Math.floor(this.#workMs() / Math.max(this.#unitMs, 0.01));
    return Math.min(Math.max(fitting, usualBatch), largestBatch);
  }

  /** Milliseconds available for work. A slow commit takes at most half of the budget, so that the import always progresses. */
  #workMs(): number {
    const target = targetMs[this.#database.dialect.name];
    return Math.max(target - this.#commitMs, target / 2);
  }

  async flush(): Promise<void> {
    while (this.#queue.length > 0) await this.#writeBatch();
  }

  /** Writes pending units and publishes all tags of the import again, so that no stale page is served afterwards. */
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

  /** Writes the units of a failed batch one by one, so that only the faulty one is left out. */
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

  /** Runs units in one transaction until the budget is used up, and measures them. Returns how many it wrote. */
  async #write(units: readonly Unit[]): Promise<number> {
    const allowedMs = this.#workMs();
    let count = 0;
    let began = 0;
    let worked = 0;
    let emitted = new Map<Tag, Urgency>();
    // A commit lost in a crash is missing in the ledger, too, and the next run repeats it.
    await this.#database.writeDerived(async (tx) => {
      const { db, dialect, followers } = tx;
      began = performance.now();
      emitted = new Map();
      count = 0;
      this.#hooks.begin();
      const emit = (tag: Tag, urgency: Urgency = 'change') => {
        // Removals are published with the commit: after a crash before the next publication, removed content would stay
        // visible.
        if (urgency === 'remove') return tx.emit(tag, 'remove');
        // During an import, readers get pages up to two seconds old, which costs less than re-rendering at each batch.
        emitted.set(tag, moreUrgent(emitted.get(tag), urgency === 'change' ? 'bulk' : urgency));
      };
      for (const unit of units) {
        await unit.work({ db, dialect, followers, emit, unemit: (tag) => emitted.delete(tag) });
        count++;
        if (performance.now() - began > (count < usualBatch ? maxLockMs : allowedMs)) break;
      }
      worked = performance.now();
    });
    const unitMs = (worked - began) / count;
    this.#unitMs = this.#unitMs === undefined ? unitMs : this.#unitMs + (unitMs - this.#unitMs) * freshness;
    this.#commitMs += (performance.now() - worked - this.#commitMs) * freshness;
    this.#hooks.commit();
    for (const [tag, urgency] of emitted) this.#emitted.set(tag, moreUrgent(this.#emitted.get(tag), urgency));
    if (!this.#touched.has('*')) for (const tag of emitted.keys()) this.#touched.add(tag);
    if (this.#touched.size > maxTags) {
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

/** Replaces too many tags by `*`, but retains the tags with urgency `remove` unless they are too many themselves. */
export function collapse(emissions: readonly TaggedEmission[]): readonly TaggedEmission[] {
  if (emissions.length <= maxTags) return emissions;
  const removed = emissions.filter(({ urgency }) => urgency === 'remove');
  if (removed.length > maxTags) return [{ tag: '*', urgency: 'remove' }];
  return [
    ...removed,
    { tag: '*', urgency: emissions.some(({ urgency }) => urgency === 'change') ? 'change' : 'bulk' },
  ];
}

/** PostgreSQL error classes caused by the data: data exceptions, violated constraints, and values too long for an index. */
const dataFault = /^(?:2[23]|54)/;

/** Whether leaving out one item helps. A full disk or a lost connection would fail for all items. */
function isFaultOfItem(error: unknown): boolean {
  if (error instanceof UnavailableError) return false;
  if (error instanceof BroadsheetError) return true;
  const code = (error as { code?: unknown }).code;
  return (
    typeof code === 'string' &&
    (dataFault.test(code) || code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_TOOBIG')
  );
}

/** A bounded cache of database values that discards entries staged by a transaction that was rolled back. */
export class TxMap<Value extends {}> {
  readonly #committedByKey: LruCache<string, Value>;
  readonly #staged = new Map<string, Value>();

  constructor(capacity: number) {
    this.#committedByKey = new LruCache(capacity);
  }

  get(key: string): Value | undefined {
    return this.#staged.get(key) ?? this.#committedByKey.get(key);
  }

  stage(key: string, value: Value): void {
    this.#staged.set(key, value);
  }

  setCommitted(key: string, value: Value): void {
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
