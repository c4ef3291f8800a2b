import { createHash } from 'node:crypto';
import type { Reader, Tx } from '../db/open-database.ts';

export type LedgerKind = 'site' | 'user' | 'term' | 'post' | 'revision' | 'comment' | 'menu';

/** What earlier runs made of a thing. */
export interface LedgerEntry {
  readonly localId: number;
  /** Fingerprints of every version that was ever taken in, newest last. */
  readonly seen: readonly string[];
  /** Whether it names things that had not come yet. */
  readonly open: boolean;
}

/** Versions remembered of one thing: enough for a handful of exports that are imported again and again in turn. */
const rememberedVersions = 8;
/** Marks an entry whose references wait for things that had not come. */
const openMark = '~';
/** Ids asked for in one query. */
const lookupSize = 500;

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
  async find(read: Reader, kind: LedgerKind, externalIds: readonly string[]): Promise<Map<string, LedgerEntry>> {
    const found = new Map<string, LedgerEntry>();
    for (let at = 0; at < externalIds.length; at += lookupSize) {
      const rows = await read.selectFrom('import_item').select(['external_id', 'local_id', 'hash']).where('source', '=', this.source).where('kind', '=', kind)
        .where('external_id', 'in', externalIds.slice(at, at + lookupSize)).execute();
      for (const row of rows) {
        const open = row.hash.startsWith(openMark);
        found.set(row.external_id, { localId: row.local_id, seen: (open ? row.hash.slice(1) : row.hash).split(' '), open });
      }
    }
    return found;
  }

  async findOne(read: Reader, kind: LedgerKind, externalId: string): Promise<LedgerEntry | undefined> {
    return (await this.find(read, kind, [externalId])).get(externalId);
  }

  /** Remembers a version; earlier ones stay known, so that importing an older export again changes nothing. */
  async record(tx: Tx, kind: LedgerKind, externalId: string, version: { localId: number; hash: string; before?: LedgerEntry | undefined; open?: boolean }): Promise<void> {
    const seen = [...(version.before?.seen ?? []).filter((hash) => hash !== version.hash), version.hash].slice(-rememberedVersions);
    const values = { local_id: version.localId, hash: `${version.open ? openMark : ''}${seen.join(' ')}` };
    await tx.db.insertInto('import_item').values({ source: this.source, kind, external_id: externalId, ...values })
      .onConflict((conflict) => conflict.columns(['source', 'kind', 'external_id']).doUpdateSet(values)).execute();
  }

  /** Says that everything that a thing names is there now. */
  async close(tx: Tx, kind: LedgerKind, externalId: string): Promise<void> {
    const row = await tx.db.selectFrom('import_item').select('hash').where('source', '=', this.source).where('kind', '=', kind).where('external_id', '=', externalId).executeTakeFirst();
    if (!row?.hash.startsWith(openMark)) return;
    await tx.db.updateTable('import_item').set({ hash: row.hash.slice(1) }).where('source', '=', this.source).where('kind', '=', kind).where('external_id', '=', externalId).execute();
  }
}

/** What to do with a thing of the file. The one place that decides it: later rules (edited here since, deleted here) belong here. */
export function decide(before: LedgerEntry | undefined, hash: string): 'create' | 'update' | 'unchanged' {
  if (!before) return 'create';
  return before.seen.includes(hash) ? 'unchanged' : 'update';
}

/** Names a site whatever its scheme: `https://www.example.com/blog/` → `example.com/blog`. */
export function sourceKey(url: string): string {
  return url.trim().toLowerCase().replace(/^https?:\/\//, '').replace(/^www\./, '').replace(/\/+$/, '');
}
