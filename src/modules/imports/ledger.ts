import { createHash } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { ImportItemTable } from '../../kernel/db/tables/site-tables.ts';
import { portions } from '../../lib/batch.ts';
import { trimEndOf } from '../../lib/cut-text.ts';

export type LedgerKind = ImportItemTable['kind'];

export interface LedgerEntry {
  readonly localId: number;
  /** Fingerprints of all imported versions, newest last. */
  readonly seen: readonly string[];
  /** State of the item here after the import (see `decide`); '' if unknown. */
  readonly state: string;
  /** Whether it refers to items that weren't imported yet. */
  readonly open: boolean;
  /** Name of the run that imported the last version (`UnfinishedRun`); '' if the run had no name. */
  readonly run: string;
}

/** Versions remembered per item: enough to re-import a handful of exports in turn. */
const rememberedVersions = 8;
/** Marks an entry with unresolved references. */
const openMark = '~';
/** Precedes a run's name, which comes before the fingerprints. */
const runMark = '@';
/** Prefix of notes' names: a character that XML forbids, so no item in a file can have it. */
const noteMark = '\u0001';
/** Sorts after all notes' names in byte order. */
const behindNotes = '\u0002';

/** A note about items of a kind, such as an old id or an unresolved reference. */
export interface LedgerNote {
  readonly name: string;
  /** The id here; 0 if there isn't any, or no longer. */
  readonly localId: number;
  readonly text: string;
}

/** Parses the column `hash`: `~@name first second`. */
function readHash(hash: string): Pick<LedgerEntry, 'open' | 'run' | 'seen'> {
  const open = hash.startsWith(openMark);
  const [first = '', ...others] = (open ? hash.slice(1) : hash).split(' ');
  return first.startsWith(runMark)
    ? { open, run: first.slice(1), seen: others }
    : { open, run: '', seen: [first, ...others] };
}

export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** Source of the demo magazine's items. */
export const demoSource = 'demo';

/** Whether the site has the demo magazine and no imported content. */
export async function hasOnlyDemo(read: Reader): Promise<boolean> {
  const found = (comparison: '=' | '<>') =>
    read
      .selectFrom('import_item')
      .select('source')
      .where('source', comparison, demoSource)
      .limit(1)
      .executeTakeFirst();
  return (await found('=')) !== undefined && (await found('<>')) === undefined;
}

/** Memory of imports: maps the old site's items to ours, with their versions. */
export class Ledger {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

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

  /** Records a version and its result. Earlier versions stay known, so importing an older export again changes nothing. */
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

  /** Updates the result after the import itself changed an item again. */
  async restate(tx: Tx, kind: LedgerKind, externalId: string, state: string): Promise<void> {
    await tx.db
      .updateTable('import_item')
      .set({ state })
      .where('source', '=', this.source)
      .where('kind', '=', kind)
      .where('external_id', '=', externalId)
      .execute();
  }

  async forget(tx: Tx, kind: LedgerKind, externalId: string): Promise<void> {
    await tx.db
      .deleteFrom('import_item')
      .where('source', '=', this.source)
      .where('kind', '=', kind)
      .where('external_id', '=', externalId)
      .execute();
  }

  /** Stores a note for later runs, or replaces the one with the same name. */
  async note(tx: Tx, kind: LedgerKind, { name, localId, text }: LedgerNote): Promise<void> {
    const values = { local_id: localId, hash: '', state: text };
    await tx.db
      .insertInto('import_item')
      .values({ source: this.source, kind, external_id: noteMark + name, ...values })
      .onConflict((conflict) => conflict.columns(['source', 'kind', 'external_id']).doUpdateSet(values))
      .execute();
  }

  async findNote(read: Reader, kind: LedgerKind, name: string): Promise<LedgerNote | undefined> {
    const entry = await this.findOne(read, kind, noteMark + name);
    return entry && { name, localId: entry.localId, text: entry.state };
  }

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

  /** Up to `limit` notes of a kind by name, between `after` and `before` (both excluded). */
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

  /** Ids here by the old site's ids, as noted by earlier runs, without deleted ones. */
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

  /** Marks an item's references as resolved and removes the note that it waited for (`note`). */
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

/** Our id of the account with this id at the first matching site; undefined if unknown or deleted. `addresses` are URLs of imported sites. */
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

/** Whether an import created the item, from any site. Items that existed before and only match an export don't count. */
export async function isImported(read: Reader, kind: LedgerKind, localId: number): Promise<boolean> {
  const entry = await read
    .selectFrom('import_item')
    .select('local_id')
    .where('kind', '=', kind)
    .where('local_id', '=', localId)
    .where('hash', '<>', '')
    .limit(1)
    .executeTakeFirst(); // notes have no hash
  return entry !== undefined;
}

/** After a deletion: keeps the entry without the id, so later exports don't recreate the item and the id can be reused. */
export async function forgetImported(tx: Tx, kind: LedgerKind, localId: number): Promise<void> {
  await tx.db
    .updateTable('import_item')
    .set({ local_id: 0 })
    .where('kind', '=', kind)
    .where('local_id', '=', localId)
    .execute();
}

/** Age of an export relative to the newest one imported from its site; undated exports count as the same. */
export type ExportAge = 'newer' | 'same' | 'older';

/** Decision about an item: `kept` was edited here since its import, `gone` was deleted here. */
export type Verdict = 'create' | 'update' | 'unchanged' | 'kept' | 'gone';

/** Whether a version needs no comparison with the current state: it was imported last, or comes from an older export. */
export function isKnown(before: LedgerEntry, hash: string, age: ExportAge): boolean {
  return before.seen.at(-1) === hash || age === 'older' || (age === 'same' && before.seen.includes(hash));
}

/** The only place that decides about an item. `current` is its current state, undefined if deleted; `force` overwrites local edits. */
export function decide(
  before: LedgerEntry | undefined,
  version: { readonly hash: string; readonly age: ExportAge; readonly force: boolean },
  current: string | undefined,
): Verdict {
  if (!before) return 'create';
  if (isKnown(before, version.hash, version.age)) return 'unchanged';
  if (current === undefined) return 'gone';
  return current === before.state || before.state === '' || version.force ? 'update' : 'kept';
}

/** Identifies a site independently of scheme and host spelling: `https://www.example.com/blog/` → `example.com/blog`. */
export function sourceKey(url: string): string {
  return withHost(plainAddress(url), domainToASCII);
}

/** Moves entries of an internationalized domain's Unicode spelling to the ASCII one; items imported under both stay separate. */
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

/** A scheme-less URL with its host converted, if it is internationalized. */
function withHost(address: string, spell: (host: string) => string): string {
  const end = address.search(/[/:?#]|$/);
  const host = address.slice(0, end);
  return /xn--|[^ -~]/.test(host) ? (spell(host) || host) + address.slice(end) : address;
}
