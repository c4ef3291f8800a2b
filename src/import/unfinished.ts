import type { Ledger } from '../content/imports/ledger.ts';
import type { Database, Tx } from '../db/open-database.ts';

/** The name of its row in the ledger, beside that of the site itself. */
const key = 'unfinished';
/** How long what a run made gives way if that run did not come to its end, in milliseconds: its addresses may be known after that. */
const givesWayMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Remembers that a run wrote something, until addresses have been looked at as well, which is done at its end: what a stopped run took in is unchanged for the
 * next one, which has to do for it what the first did not come to.
 */
export class UnfinishedRun {
  readonly #ledger: Ledger;
  readonly #now: number;
  #since: number | undefined;
  #isMarked = false;
  #isStaged = false;

  /** `now`: when this run began, in milliseconds. */
  constructor(ledger: Ledger, now: number) {
    this.#ledger = ledger;
    this.#now = now;
  }

  /** When the first run began that did not come to its end, in milliseconds; undefined: the last one did. */
  get since(): number | undefined {
    return this.#since;
  }

  /** Whether something that was made then, in milliseconds, was made so lately by runs that did not come to their end that its address is known to nobody. */
  hasMade(createdAt: number): boolean {
    return this.#since !== undefined && createdAt >= this.#since && createdAt >= this.#now - givesWayMs;
  }

  /** Asks what runs before this one left. */
  async read({ read }: Database): Promise<void> {
    const mark = await this.#ledger.findOne(read, 'site', key);
    this.#since = mark && Number(mark.state);
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
    if (this.#isMarked || this.#isStaged) return;
    await this.#ledger.record(tx, 'site', key, { localId: 0, hash: '', state: String(this.#now) });
    this.#isStaged = true;
  }

  /** Says that nothing is left to be looked at: every file was whole, and all that waited for later things is done. */
  async end(database: Database): Promise<void> {
    if (this.#isMarked) await database.write((tx) => this.#ledger.forget(tx, 'site', key));
    this.#isMarked = false;
  }
}
