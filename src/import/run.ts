import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../kernel/db/open-database.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { IdKeeper } from './rows.ts';
import type { ExportAge, Ledger, LedgerEntry } from '../modules/imports/ledger.ts';
import type { ChosenTemplates } from './old-theme/chosen-templates.ts';
import type { ImportReport } from './report.ts';
import type { SiteClock } from './site-clock.ts';
import type { LanguageCounter } from './import-languages.ts';
import type { UnknownParts } from './import-unknown.ts';

/** What every part of one import shares. */
export interface ImportRun {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly report: ImportReport;
  readonly unknown: UnknownParts;
  readonly languages: LanguageCounter;
  readonly batches: BatchWriter;
  readonly ids: IdKeeper;
  /** When it began, in milliseconds: decides whether a scheduled post's time has come. */
  readonly now: number;
  readonly unfinished: UnfinishedRun;
  /** Hears which templates of the old theme posts and terms chose. */
  readonly chosen: ChosenTemplates;
  /** Whether what was edited here is overwritten. */
  readonly force: boolean;
  /** The file being read, made at `exportedAt` (milliseconds; 0: it does not say); changes from file to file. */
  readonly file: { age: ExportAge; number: number; exportedAt: number };
  /** How the site makes slugs of names: in the language that it has once the head of the first file is taken in. */
  readonly naming: { language: string };
  readonly clock: SiteClock;
  /** What a date by that clock (milliseconds of the same digits in UTC) means, in milliseconds. */
  readonly toUtc: (local: number) => number;
}

/** The name of its row in the ledger, beside that of the site itself. */
const key = 'unfinished';
/** How long what a run made gives way if that run did not come to its end, in milliseconds: its addresses may be known after that. */
const givesWayMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Remembers that a run wrote something, until addresses have been looked at as well, which is done at its end: what a stopped run took in is unchanged for the
 * next one, which has to do for it what the first did not come to. Runs have a name from the first that is stopped to the one that looks at the addresses, and
 * the ledger says of each thing in which it was taken in: what a later run finds of earlier ones has been looked at, and a redirect that it has not is one that
 * somebody deleted.
 */
export class UnfinishedRun {
  readonly #ledger: Ledger;
  readonly #now: number;
  #since: number | undefined;
  #name = newName();
  #isMarked = false;
  #isStaged = false;
  /** Whether addresses wait to be looked at. */
  #isAwaited = false;

  /** `now`: when this run began, in milliseconds. */
  constructor(ledger: Ledger, now: number) {
    this.#ledger = ledger;
    this.#now = now;
  }

  /** Whether runs before this one left something to it. */
  get isGoingOn(): boolean {
    return this.#since !== undefined;
  }

  /** What the ledger is to call this run, and those before it whose addresses it looks at. */
  get name(): string {
    return this.#name;
  }

  /** Whether runs before this one left the address of a thing to be looked at by it. `createdAt`: when it was made, in milliseconds. */
  awaits({ run }: Pick<LedgerEntry, 'run'>, createdAt: number): boolean {
    // Runs had no names once: then only what they made is known to be theirs.
    const isAwaited =
      this.#since !== undefined && run === this.#name && (run !== '' || createdAt >= this.#since);
    this.#isAwaited ||= isAwaited;
    return isAwaited;
  }

  /**
   * Whether something that was made then, in milliseconds, was made so lately by runs that stopped, or whose files broke off, that its address is known to
   * nobody.
   */
  hasMade(createdAt: number): boolean {
    return this.#since !== undefined && createdAt >= this.#since && createdAt >= this.#now - givesWayMs;
  }

  /** Asks what runs before this one left. */
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

  /** Says that the running transaction writes something whose address is looked at later. */
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

  /**
   * Says that no address is left to be looked at: all that waited for later things is done. Unless every file was `whole`, what was made goes on giving way to
   * what comes with the rest.
   */
  async end(database: Database, { whole }: { readonly whole: boolean }): Promise<void> {
    if (!this.#isMarked || (!whole && !this.#isAwaited)) return;
    this.#name = newName();
    await database.write((tx) => (whole ? this.#ledger.forget(tx, 'site', key) : this.#write(tx)));
    this.#isMarked = !whole;
    this.#isAwaited = false;
  }
}

/** No two runs have the same. */
const newName = () => randomBytes(6).toString('base64url');
