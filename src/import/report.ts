import type { WxrEnd } from './wxr-events.ts';

/** What became of the things of one kind; `found` is the sum of the others. */
export interface KindCounts {
  found: number;
  imported: number;
  updated: number;
  unchanged: number;
  dropped: number;
}

export type Outcome = Exclude<keyof KindCounts, 'found'>;

/** Names one thing of the file in the report's lists. */
export interface ReportEntry {
  /** `author`, `term`, `comment`, or `item post`, `item page` … */
  readonly kind: string;
  /** The exporter's id. */
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** What an import did, as written to the report file. */
export interface ImportReport {
  /** The exporter's site. */
  source: string;
  siteTitle: string;
  wxrVersion: string;
  readonly counts: Record<string, KindCounts>;
  /** Everything left out, with the reason. */
  readonly dropped: ReportEntry[];
  /** Everything taken in otherwise than the file says: a missing parent, an unknown author, a cycle cut. */
  readonly notes: ReportEntry[];
  /** Ids that were taken here: references to them were mapped, texts kept as they are. */
  readonly changedIds: { kind: string; from: string; to: number }[];
  /** Attachments whose file is not here; their address at the exporter's is kept. */
  readonly missingFiles: { id: string; title: string; url: string }[];
  /** How the file ended; undefined when the import was stopped before. */
  end: WxrEnd | undefined;
  /** Whether a signal ended it; what was done stays, a second run goes on. */
  stopped: boolean;
  seconds: number;
  bytes: number;
}

export function emptyReport(): ImportReport {
  return { source: '', siteTitle: '', wxrVersion: '', counts: {}, dropped: [], notes: [], changedIds: [], missingFiles: [], end: undefined, stopped: false, seconds: 0, bytes: 0 };
}

/** Counts one thing. */
export function count(report: ImportReport, kind: string, outcome: Outcome): void {
  const counts = (report.counts[kind] ??= { found: 0, imported: 0, updated: 0, unchanged: 0, dropped: 0 });
  counts.found++;
  counts[outcome]++;
}

/** Counts one thing as left out, and says why. */
export function drop(report: ImportReport, entry: ReportEntry): void {
  count(report, entry.kind, 'dropped');
  report.dropped.push(entry);
}

/** The sum over every kind. */
export function totals(report: ImportReport): KindCounts {
  const sum: KindCounts = { found: 0, imported: 0, updated: 0, unchanged: 0, dropped: 0 };
  for (const counts of Object.values(report.counts)) {
    for (const key of ['found', 'imported', 'updated', 'unchanged', 'dropped'] as const) sum[key] += counts[key];
  }
  return sum;
}

/** Lines of a list that the terminal shows; the rest is in the report file. */
const shownLines = 10;

const describeEntry = (entry: ReportEntry) => `${entry.kind} ${entry.id}${entry.title ? ` "${entry.title.slice(0, 60)}"` : ''}: ${entry.message}`;

/** The report as lines for the terminal, its lists cut short. */
export function describeReport(report: ImportReport): string[] {
  const lines = [`${report.siteTitle || 'Untitled site'} (${report.source || 'no address'}), WXR ${report.wxrVersion || 'of unknown version'}`];
  const width = Math.max(12, ...Object.keys(report.counts).map((kind) => kind.length));
  lines.push(`${'in the file'.padEnd(width)}     found  imported   updated unchanged   dropped`);
  for (const [kind, counts] of [...Object.entries(report.counts), ['all', totals(report)] as const]) {
    lines.push(`${kind.padEnd(width)}${[counts.found, counts.imported, counts.updated, counts.unchanged, counts.dropped].map((value) => String(value).padStart(10)).join('')}`);
  }
  const list = (title: string, entries: readonly string[]) => {
    if (entries.length === 0) return;
    lines.push(`${title} (${entries.length}):`, ...entries.slice(0, shownLines).map((entry) => `  ${entry}`));
    if (entries.length > shownLines) lines.push(`  … and ${entries.length - shownLines} more; --report FILE writes all of them`);
  };
  list('Dropped', report.dropped.map(describeEntry));
  list('Taken in with a change', report.notes.map(describeEntry));
  list('New ids, because the old ones were taken', report.changedIds.map(({ kind, from, to }) => `${kind} ${from} → ${to}`));
  list('Files that are still at the old site', report.missingFiles.map(({ id, url }) => `${id}: ${url}`));
  const { end } = report;
  if (end && end.forbiddenCharacters > 0) lines.push(`Left out ${end.forbiddenCharacters} control characters that XML forbids.`);
  if (end && end.undecodableCharacters > 0) lines.push(`${end.undecodableCharacters} characters are broken in the file and show as �.`);
  if (end && end.strayAmpersands > 0) lines.push(`Kept ${end.strayAmpersands} bare ampersands as they are.`);
  if (report.stopped) lines.push('Stopped before the end of the file. What is counted above is done; run the same import again to go on.');
  else if (end && !end.complete) lines.push(`The file is not whole: in line ${end.line}, ${end.reason}. Everything before is imported.`);
  return lines;
}
