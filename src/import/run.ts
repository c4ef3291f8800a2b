import type { Database } from '../db/open-database.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { IdKeeper } from './rows.ts';
import type { Ledger } from './ledger.ts';
import type { ImportReport } from './report.ts';
import type { WxrSite } from './wxr-events.ts';

/** What every part of one import shares. */
export interface ImportRun {
  readonly database: Database;
  readonly site: WxrSite;
  readonly ledger: Ledger;
  readonly report: ImportReport;
  readonly batches: BatchWriter;
  readonly ids: IdKeeper;
  /** When it began, in milliseconds: decides whether a scheduled post's time has come. */
  readonly now: number;
}
