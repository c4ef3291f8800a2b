import type { LedgerNote } from '../modules/imports/ledger.ts';
import type { Tx } from '../kernel/db/open-database.ts';
import { portions } from '../lib/batch.ts';
import { exists, findExisting } from './rows.ts';
import type { ImportRun } from './run.ts';

/** Prefix of ledger notes about absent ids. XML forbids this character, so no item name can contain it. */
const nameMark = '\u0001absent ';
const maxBatchIds = 200;
/** Upper bound of ids reserved in one run. Beyond it, an id already used by another row here becomes 0. */
const maxReserved = 50_000;

/**
 * Reserves ids that texts of an export refer to but no file has contained so far, so that no other item gets them. An
 * id already in use here is replaced in the texts. A later file's item gets the id reserved for it.
 */
export class AbsentIds {
  readonly #run: ImportRun;
  #expected: ReadonlyMap<string, LedgerNote> = new Map();
  #reserved = 0;

  constructor(run: ImportRun) {
    this.#run = run;
  }

  async prepare(externalIds: readonly string[]): Promise<void> {
    this.#expected = await this.#run.ledger.findNotes(
      this.#run.database.read,
      'post',
      externalIds.map(nameOf),
    );
  }

  /** Returns the id reserved for an item, or undefined without a reservation or if a row with that id exists; removes the reservation. */
  async claim(tx: Tx, externalId: string): Promise<number | undefined> {
    const note = this.#expected.get(nameOf(externalId));
    if (!note || note.localId <= 0) return undefined;
    await this.#run.ledger.forgetNote(tx, 'post', note.name);
    return (await exists(tx.db, 'post', note.localId)) ? undefined : note.localId;
  }

  /** Reserves an id for each of these. The result maps those whose reserved id differs from the exporter's. */
  async reserve(ids: readonly number[]): Promise<Map<number, number>> {
    const { database, ledger } = this.#run;
    const others = new Map<number, number>();
    for (const some of portions(ids, maxBatchIds)) {
      const notes = await ledger.findNotes(
        database.read,
        'post',
        some.map((id) => nameOf(String(id))),
      );
      const known = (id: number) => notes.get(nameOf(String(id)))?.localId;
      for (const id of some) if ((known(id) ?? id) !== id) others.set(id, known(id) ?? 0);
      const open = some.filter((id) => known(id) === undefined);
      if (open.length === 0) continue;
      if (this.#reserved > maxReserved)
        for (const id of await findExisting(database.read, 'post', open)) others.set(id, 0);
      else
        for (const [id, localId] of await this.#reserveSome(open))
          if (localId !== id) others.set(id, localId);
      this.#reserved += open.length;
    }
    return others;
  }

  async #reserveSome(ids: readonly number[]): Promise<Map<number, number>> {
    const { batches, ids: allocator, ledger, report } = this.#run;
    const found = new Map<number, number>();
    await batches.add({
      work: async (tx) => {
        found.clear();
        for (const id of ids) {
          const localId = await allocator.setAside(tx, 'post', id);
          await ledger.note(tx, 'post', { name: nameOf(String(id)), localId, text: '' });
          found.set(id, localId);
        }
      },
      failed: (reason) =>
        report.notes.push({
          kind: 'site',
          id: '',
          title: '',
          message: `IDs that content refers to could not be reserved: ${reason}`,
        }),
    });
    await batches.flush();
    return found;
  }
}

/** The exporter's id in the name of a ledger entry, either an item's or an absent id's. */
export function externalIdIn(entry: string): string | undefined {
  const at = entry.lastIndexOf(nameMark);
  const id = at === -1 ? entry : entry.slice(at + nameMark.length);
  return /^[1-9]\d{0,14}$/.test(id) ? id : undefined;
}

const nameOf = (externalId: string) => nameMark + externalId;
