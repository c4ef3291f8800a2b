import type { CommentReportTable } from '../../kernel/db/tables/site-tables.ts';

export const reportReasons = [
  'spam',
  'insult',
  'other',
] as const satisfies readonly CommentReportTable['reason'][];
export type ReportReason = (typeof reportReasons)[number];

/** Characters that a reader may say besides. */
export const longestReport = 300;

/** What a reader says is wrong with a comment. */
export interface CommentReport {
  readonly reason: ReportReason;
  /** Their own words, as plain text; may be empty. */
  readonly text: string;
  /** Milliseconds. */
  readonly createdAt: number;
}
