import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../kernel/db/open-database.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { IdAllocator } from './rows.ts';
import type { ExportAge, Ledger, LedgerEntry } from '../modules/imports/ledger.ts';
import type { ChosenTemplates } from './old-theme/chosen-templates.ts';
import type { ImportReport } from './report.ts';
import type { SiteClock } from './site-clock.ts';
import type { LanguageCounter } from './import-languages.ts';
import type { UnknownParts } from './import-unknown.ts';

export interface ImportRun {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly report: ImportReport;
  readonly unknown: UnknownParts;
  readonly languages: LanguageCounter;
  readonly batches: BatchWriter;
  readonly ids: IdAllocator;
  /** Start of the import in ms; decides whether a scheduled post is due. */
  readonly now: number;
  readonly unfinished: UnfinishedRun;
  readonly chosen: ChosenTemplates;
  readonly force: boolean;
  /** The file being read, exported at `exportedAt` (ms; 0 when unknown); `isOurs`: whether Broadsheet wrote it. */
  readonly file: { age: ExportAge; number: number; exportedAt: number; isOurs: boolean };
  /** Language for slugs derived from names; the site's language after the first file's header is imported. */
  readonly naming: { language: string };
  readonly clock: SiteClock;
  /** Converts the exporter's local time (ms, as if it were UTC) to UTC. */
  readonly toUtc: (local: number) => number;
}

const key = 'unfinished';
/** Period in which posts of an unfinished run give up their slug to others; later their addresses may be known. */
const slugReleaseMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Tracks runs that stopped before checking addresses, so that the next run checks unchanged items, too. They share a
 * name, stored in the ledger with each item: if a redirect of a completed run is missing, a user deleted it.
 */
export class UnfinishedRun {
  readonly #ledger: Ledger;
  readonly #now: number;
  #since: number | undefined;
  #name = newName();
  #isMarked = false;
  #isStaged = false;
  #isAwaited = false;

  constructor(ledger: Ledger, now: number) {
    this.#ledger = ledger;
    this.#now = now;
  }

  get isGoingOn(): boolean {
    return this.#since !== undefined;
  }

  /** Name of this run and of the unfinished ones before it, as stored in the ledger. */
  get name(): string {
    return this.#name;
  }

  /** Whether an earlier run left an item's address unchecked. `createdAt` is in ms. */
  awaits({ run }: Pick<LedgerEntry, 'run'>, createdAt: number): boolean {
    // Older runs have no name; only the items they created are attributed to them.
    const isAwaited =
      this.#since !== undefined && run === this.#name && (run !== '' || createdAt >= this.#since);
    this.#isAwaited ||= isAwaited;
    return isAwaited;
  }

  /** Whether unfinished runs created an item (at a time in ms) so recently that its address is not known to anyone. */
  hasMade(createdAt: number): boolean {
    return this.#since !== undefined && createdAt >= this.#since && createdAt >= this.#now - slugReleaseMs;
  }

  async read({ read }: Database): Promise<void> {
    const mark = await this.#ledger.findOne(read, 'site', key);
    this.#since = mark && Number(mark.state);
    if (mark) this.#name = mark.seen.at(-1) ?? '';
    this.#isMarked = mark !== undefined;
  }

  begin(): void {
    this.#isStaged = false;
  }

  commit(): void {
    this.#isMarked ||= this.#isStaged;
  }

  /** Notes that the running transaction writes an item whose address is checked later. */
  async mark(tx: Tx): Promise<void> {
    this.#isAwaited = true;
    if (this.#isMarked || this.#isStaged) return;
    await this.#write(tx);
    this.#isStaged = true;
  }

  async #write(tx: Tx): Promise<void> {
    await this.#ledger.record(tx, 'site', key, {
      localId: 0,
      hash: this.#name,
      state: String(this.#since ?? this.#now),
    });
  }

  /** Marks all addresses as checked. Unless every file is `whole`, posts created so far may still give up their slugs to the rest. */
  async end(database: Database, { whole }: { readonly whole: boolean }): Promise<void> {
    if (!this.#isMarked || (!whole && !this.#isAwaited)) return;
    this.#name = newName();
    await database.write((tx) => (whole ? this.#ledger.forget(tx, 'site', key) : this.#write(tx)));
    this.#isMarked = !whole;
    this.#isAwaited = false;
  }
}

const newName = () => randomBytes(6).toString('base64url');
