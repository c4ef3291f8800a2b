import type { Database } from '../kernel/db/open-database.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { IdKeeper } from './rows.ts';
import type { ExportAge, Ledger } from '../modules/imports/ledger.ts';
import type { ChosenTemplates } from './old-theme/chosen-templates.ts';
import type { ImportReport } from './report.ts';
import type { SiteClock } from './site-clock.ts';
import type { UnfinishedRun } from './unfinished.ts';
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
