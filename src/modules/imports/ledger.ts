import { createHash } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { ImportItemTable } from '../../kernel/db/tables/site-tables.ts';
import { portions } from '../../lib/batch.ts';
import { trimEndOf } from '../../lib/cut-text.ts';

export type LedgerKind = ImportItemTable['kind'];

/** What earlier runs made of a thing. */
export interface LedgerEntry {
  readonly localId: number;
  /** Fingerprints of every version that was ever taken in, newest last. */
  readonly seen: readonly string[];
  /** What stood here after it was taken in; empty: not known. */
  readonly state: string;
  /** Whether it names things that had not come yet. */
  readonly open: boolean;
  /** The name of the run that took the last version in, where runs have names (`UnfinishedRun`); empty: it had none. */
  readonly run: string;
}

/** Versions remembered of one thing: enough for a handful of exports that are imported again and again in turn. */
const rememberedVersions = 8;
/** Marks an entry whose references wait for things that had not come. */
const openMark = '~';
/** Stands before the name of a run, which comes before the fingerprints. */
const runMark = '@';
/** Begins the names of notes beside the entries of things: a character that XML has not, so that nothing in a file is called so. */
const noteMark = '\u0001';
/** All names of notes come before it, byte by byte. */
const behindNotes = '\u0002';

/** A note beside the entries of things of a kind: what number something had at the exporter, or for what it waits. */
export interface LedgerNote {
  readonly name: string;
  /** What it means here; 0: nothing, or nothing any more. */
  readonly localId: number;
  readonly text: string;
}

/** What is remembered in the column `hash`: `~@name first second`. */
function readHash(hash: string): Pick<LedgerEntry, 'open' | 'run' | 'seen'> {
  const open = hash.startsWith(openMark);
  const [first = '', ...others] = (open ? hash.slice(1) : hash).split(' ');
  return first.startsWith(runMark)
    ? { open, run: first.slice(1), seen: others }
    : { open, run: '', seen: [first, ...others] };
}

/** A short fingerprint of anything that JSON can hold. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** The memory of an import: which thing of the exporter's became which of ours, in which version. */
export class Ledger {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** Entries by the exporter's id. */
  async find(
    read: Reader,
    kind: LedgerKind,
    externalIds: readonly string[],
  ): Promise<Map<string, LedgerEntry>> {
    const found = new Map<string, LedgerEntry>();
    for (const ids of portions(externalIds)) {
      const rows = await read
        .selectFrom('import_item')
        .select(['external_id', 'local_id', 'hash', 'state'])
        .where('source', '=', this.source)
        .where('kind', '=', kind)
        .where('external_id', 'in', ids)
        .execute();
      for (const row of rows) {
        found.set(row.external_id, { localId: row.local_id, state: row.state, ...readHash(row.hash) });
      }
    }
    return found;
  }

  async findOne(read: Reader, kind: LedgerKind, externalId: string): Promise<LedgerEntry | undefined> {
    return (await this.find(read, kind, [externalId])).get(externalId);
  }

  /** Whether nothing that came of another site is the same thing here. */
  async isAlone(read: Reader, kind: LedgerKind, localId: number): Promise<boolean> {
    const other = await read
      .selectFrom('import_item')
      .select('local_id')
      .where('kind', '=', kind)
      .where('local_id', '=', localId)
      .where('source', '<>', this.source)
      .limit(1)
      .executeTakeFirst();
    return other === undefined;
  }

  /** Remembers a version, and what it left here; earlier versions stay known, so that importing an older export again changes nothing. */
  async record(
    tx: Tx,
    kind: LedgerKind,
    externalId: string,
    version: {
      localId: number;
      hash: string;
      state?: string;
      before?: LedgerEntry | undefined;
      open?: boolean;
      run?: string;
    },
  ): Promise<void> {
    const seen = [
      ...(version.before?.seen ?? []).filter((hash) => hash !== version.hash),
      version.hash,
    ].slice(-rememberedVersions);
    const run = version.run === undefined ? [] : [runMark + version.run];
    const values = {
      local_id: version.localId,
      hash: `${version.open ? openMark : ''}${[...run, ...seen].join(' ')}`,
      state: version.state ?? '',
    };
    await tx.db
      .insertInto('import_item')
      .values({ source: this.source, kind, external_id: externalId, ...values })
      .onConflict((conflict) => conflict.columns(['source', 'kind', 'external_id']).doUpdateSet(values))
      .execute();
  }

  /** Says what stands here after the import itself changed a thing once more. */
  async restate(tx: Tx, kind: LedgerKind, externalId: string, state: string): Promise<void> {
    await tx.db
      .updateTable('import_item')
      .set({ state })
      .where('source', '=', this.source)
      .where('kind', '=', kind)
      .where('external_id', '=', externalId)
      .execute();
  }

  /** Forgets a thing: it was taken away again. */
  async forget(tx: Tx, kind: LedgerKind, externalId: string): Promise<void> {
    await tx.db
      .deleteFrom('import_item')
      .where('source', '=', this.source)
      .where('kind', '=', kind)
      .where('external_id', '=', externalId)
      .execute();
  }

  /** Writes down something beside the entries of a kind, for later runs; once for each name. */
  async note(tx: Tx, kind: LedgerKind, { name, localId, text }: LedgerNote): Promise<void> {
    const values = { local_id: localId, hash: '', state: text };
    await tx.db
      .insertInto('import_item')
      .values({ source: this.source, kind, external_id: noteMark + name, ...values })
      .onConflict((conflict) => conflict.columns(['source', 'kind', 'external_id']).doUpdateSet(values))
      .execute();
  }

  /** The note of a name. */
  async findNote(read: Reader, kind: LedgerKind, name: string): Promise<LedgerNote | undefined> {
    const entry = await this.findOne(read, kind, noteMark + name);
    return entry && { name, localId: entry.localId, text: entry.state };
  }

  /** The notes of several names, by name. */
  async findNotes(
    read: Reader,
    kind: LedgerKind,
    names: readonly string[],
  ): Promise<Map<string, LedgerNote>> {
    const entries = await this.find(
      read,
      kind,
      names.map((name) => noteMark + name),
    );
    return new Map(
      [...entries].map(([key, { localId, state }]) => [
        key.slice(noteMark.length),
        { name: key.slice(noteMark.length), localId, text: state },
      ]),
    );
  }

  /** The notes of a kind, at most `limit` of those behind the one of the name `after`, and `before` another name, in the order of their names. */
  async notes(
    read: Reader,
    kind: LedgerKind,
    {
      after = '',
      before,
      limit,
    }: { readonly after?: string; readonly before?: string; readonly limit: number },
  ): Promise<LedgerNote[]> {
    const end = before === undefined ? behindNotes : noteMark + before;
    const rows = await read
      .selectFrom('import_item')
      .select(['external_id', 'local_id', 'state'])
      .where('source', '=', this.source)
      .where('kind', '=', kind)
      .where('external_id', '>', noteMark + after)
      .where('external_id', '<', end)
      .orderBy('external_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      name: row.external_id.slice(noteMark.length),
      localId: row.local_id,
      text: row.state,
    }));
  }

  /** What the exporter's numbers of a kind mean here, as far as runs before this one noted them and it is still here. */
  async numbers(read: Reader, kind: 'term' | 'user'): Promise<Map<string, number>> {
    const rows = await read
      .selectFrom('import_item')
      .select(['external_id', 'local_id'])
      .where('source', '=', this.source)
      .where('kind', '=', kind)
      .where('external_id', '>', noteMark)
      .where('external_id', '<', behindNotes)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom(`${kind as 'term'} as here`)
            .select('here.id')
            .whereRef('here.id', '=', 'import_item.local_id'),
        ),
      )
      .execute();
    return new Map(rows.map((row) => [row.external_id.slice(noteMark.length), row.local_id]));
  }

  async forgetNote(tx: Tx, kind: LedgerKind, name: string): Promise<void> {
    await this.forget(tx, kind, noteMark + name);
  }

  /** Says that everything that a thing names is there now; `note` is the name of the note of what it waited for. */
  async close(tx: Tx, kind: LedgerKind, externalId: string, note = externalId): Promise<void> {
    const row = await tx.db
      .selectFrom('import_item')
      .select('hash')
      .where('source', '=', this.source)
      .where('kind', '=', kind)
      .where('external_id', '=', externalId)
      .executeTakeFirst();
    if (!row?.hash.startsWith(openMark)) return;
    await this.forgetNote(tx, kind, note);
    await tx.db
      .updateTable('import_item')
      .set({ hash: row.hash.slice(1) })
      .where('source', '=', this.source)
      .where('kind', '=', kind)
      .where('external_id', '=', externalId)
      .execute();
  }
}

/** Our id of the account that the first of these sites numbered so; undefined where none did, or it is gone. `addresses`: of sites that were imported. */
export async function findFormerAuthor(
  read: Reader,
  addresses: readonly string[],
  id: number,
): Promise<number | undefined> {
  const sources = [...new Set(addresses.map(sourceKey))];
  if (sources.length === 0) return undefined;
  const rows = await read
    .selectFrom('import_item')
    .select(['source', 'local_id'])
    .where('kind', '=', 'user')
    .where('external_id', '=', `${noteMark}${id}`)
    .where('source', 'in', sources)
    .where('local_id', '>', 0)
    .execute();
  return rows.toSorted((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source))[0]?.local_id;
}

/** Whether an import made a thing, of whatever site. What was here before, and is only called something in an export, it did not make. */
export async function cameByImport(read: Reader, kind: LedgerKind, localId: number): Promise<boolean> {
  const entry = await read
    .selectFrom('import_item')
    .select('local_id')
    .where('kind', '=', kind)
    .where('local_id', '=', localId)
    .where('hash', '<>', '')
    .limit(1)
    .executeTakeFirst(); // notes have none
  return entry !== undefined;
}

/** Something is gone: what it was made of is remembered, so that no later export brings it back; its number may become that of something else. */
export async function forgetImported(tx: Tx, kind: LedgerKind, localId: number): Promise<void> {
  await tx.db
    .updateTable('import_item')
    .set({ local_id: 0 })
    .where('kind', '=', kind)
    .where('local_id', '=', localId)
    .execute();
}

/** How old an export is beside the newest that was taken in from its site before; one that does not say when it was made counts as the same. */
export type ExportAge = 'newer' | 'same' | 'older';

/** What to do with a thing of the file: `kept` was edited here since it was taken in, `gone` was deleted here. */
export type Verdict = 'create' | 'update' | 'unchanged' | 'kept' | 'gone';

/** Whether a version needs no look at what stands here: it is the one that was taken in last, or one of an older export. */
export function isKnown(before: LedgerEntry, hash: string, age: ExportAge): boolean {
  return before.seen.at(-1) === hash || age === 'older' || (age === 'same' && before.seen.includes(hash));
}

/**
 * The one place that decides what becomes of a thing. `here` is its state on this site now, undefined when it was deleted; `force` takes it although it was
 * edited here.
 */
export function decide(
  before: LedgerEntry | undefined,
  version: { readonly hash: string; readonly age: ExportAge; readonly force: boolean },
  here: string | undefined,
): Verdict {
  if (!before) return 'create';
  if (isKnown(before, version.hash, version.age)) return 'unchanged';
  if (here === undefined) return 'gone';
  return here === before.state || before.state === '' || version.force ? 'update' : 'kept';
}

/** Names a site whatever its scheme and the spelling of its host: `https://www.example.com/blog/` → `example.com/blog`. */
export function sourceKey(url: string): string {
  return withHost(plainAddress(url), domainToASCII);
}

/**
 * What was taken in from a site whose host has letters of other scripts is known under one spelling of it. What both spellings brought in stays with that of
 * each.
 */
export async function joinSpellings(tx: Tx, url: string): Promise<void> {
  const source = sourceKey(url);
  const other = withHost(source, domainToUnicode);
  if (other === source) return;
  await tx.db
    .updateTable('import_item')
    .set({ source })
    .where('source', '=', other)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('import_item as known')
            .select('known.local_id')
            .where('known.source', '=', source)
            .whereRef('known.kind', '=', 'import_item.kind')
            .whereRef('known.external_id', '=', 'import_item.external_id'),
        ),
      ),
    )
    .execute();
}

const plainAddress = (url: string) =>
  trimEndOf(
    url
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, ''),
    '/',
  );

/** An address without its scheme with another spelling of its host, if there is one. */
function withHost(address: string, spell: (host: string) => string): string {
  const end = address.search(/[/:?#]|$/);
  const host = address.slice(0, end);
  return /xn--|[^ -~]/.test(host) ? (spell(host) || host) + address.slice(end) : address;
}
