import { harmless } from '../lib/visible-name.ts';
import { shortened, startOf } from '../lib/cut-text.ts';
import { describeLanguage } from './import-languages.ts';
import type { LanguageCount } from './import-languages.ts';
import { describeLosses } from './losses/reader-losses.ts';
import type { ReaderLosses } from './losses/reader-losses.ts';
import { describeElements, describeTemplates } from './old-theme/describe-templates.ts';
import type { ImportedTemplate, ImportedText } from './old-theme/describe-templates.ts';
import type { WxrEnd } from './wxr-events.ts';
import { nestingFault } from '../lib/clean-html/parse.ts';

/** What became of the things of one kind; `found` is the sum of the others. */
export interface KindCounts {
  found: number;
  imported: number;
  updated: number;
  unchanged: number;
  /** Changed at the exporter and edited here: left as they are here. */
  kept: number;
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

/** Something of which nothing here knows what it means. */
export interface UnknownUse {
  readonly name: string;
  readonly uses: number;
  /** Posts, menu items, comments or terms that hold it. */
  readonly posts: number;
  /** Address of one of them, a public one where there is any; what it is where nobody can open it: `Pattern 12 "Offer"`. */
  readonly example: string;
}

/** One file of an import. */
export interface ImportedFile {
  /** As named on the command line; empty for a stream. */
  readonly name: string;
  /** The exporter's site. */
  source: string;
  siteTitle: string;
  wxrVersion: string;
  /** How it ended; undefined when the import was stopped before. */
  end: WxrEnd | undefined;
}

/** What an import did, as written to the report file. */
export interface ImportReport {
  readonly files: ImportedFile[];
  readonly counts: Record<string, KindCounts>;
  /** Everything left out, with the reason. */
  readonly dropped: ReportEntry[];
  /** Everything taken in otherwise than the file says: a missing parent, an unknown author, a cycle cut. */
  readonly notes: ReportEntry[];
  /** Things that were edited here since they were taken in, and changed at the exporter as well: they stay as they are here. */
  readonly kept: ReportEntry[];
  /** Settings that the export says or tells indirectly, and that were at their default here. */
  readonly settings: Record<string, string | number>;
  /** Ids that were taken here: references to them were mapped, texts kept as they are. */
  readonly changedIds: { kind: string; from: string; to: number }[];
  /** Attachments whose file is not here, with the reason where it was looked for; their address at the exporter's is kept. */
  readonly missingFiles: { id: string; title: string; url: string; reason?: string }[];
  /** Attachments whose file came, their sizes, and how many files were linked or copied for them. */
  readonly uploads: { files: number; sizes: number; copied: number };
  /** The old theme's templates that were taken in or updated: each element beside what it is here. */
  readonly templates: ImportedTemplate[];
  /** Pages and articles whose text the old theme's composer laid out, the same of each. */
  readonly builtTexts: ImportedText[];
  /** Settings of the old theme that are kept as meta but have no effect here, with the number of posts that have them. */
  readonly unknownSettings: Record<string, number>;
  /**
   * Blocks and shortcodes of texts, and keys of meta, that nothing here knows, the most used first. `parts`: patterns and template parts of the old theme, and
   * blocks with CSS of their own; `bracketed`: words in brackets that may be shortcodes; `beyond`: uses of names that are too many to be listed.
   */
  unknown: {
    blocks: UnknownUse[];
    parts: UnknownUse[];
    shortcodes: UnknownUse[];
    bracketed: UnknownUse[];
    metaKeys: UnknownUse[];
    menuMetaKeys: UnknownUse[];
    commentMetaKeys: UnknownUse[];
    termMetaKeys: UnknownUse[];
    beyond: number;
  };
  /** Things of this site, imported or not, that nobody can read, since another one has their address: a line each. */
  hidden: readonly string[];
  /** Languages of the items of the files, by Polylang or WPML. */
  languages: readonly LanguageCount[];
  /** The parts of published pages that readers miss; absent where the pages were not checked. */
  losses?: ReaderLosses;
  /** Whether a signal ended it; what was done stays, a second run goes on. */
  stopped: boolean;
  /** Why it broke off before the end; missing where it did not. */
  readonly fault?: string;
  seconds: number;
  bytes: number;
}

const noneUnknown = () => ({
  blocks: [],
  parts: [],
  shortcodes: [],
  bracketed: [],
  metaKeys: [],
  menuMetaKeys: [],
  commentMetaKeys: [],
  termMetaKeys: [],
});

export function emptyReport(): ImportReport {
  return {
    files: [],
    counts: {},
    dropped: [],
    notes: [],
    kept: [],
    settings: {},
    changedIds: [],
    missingFiles: [],
    uploads: { files: 0, sizes: 0, copied: 0 },
    templates: [],
    builtTexts: [],
    unknownSettings: {},
    unknown: { ...noneUnknown(), beyond: 0 },
    hidden: [],
    languages: [],
    stopped: false,
    seconds: 0,
    bytes: 0,
  };
}

const noCounts = (): KindCounts => ({ found: 0, imported: 0, updated: 0, unchanged: 0, kept: 0, dropped: 0 });

/** Counts one thing. */
export function count(report: ImportReport, kind: string, outcome: Outcome): void {
  const counts = (report.counts[kind] ??= noCounts());
  counts.found++;
  counts[outcome]++;
}

/** Counts one thing as left out, and says why. */
export function drop(report: ImportReport, entry: ReportEntry): void {
  count(report, entry.kind, 'dropped');
  report.dropped.push(entry);
}

/** Counts one thing as edited here, and names it. */
export function keep(report: ImportReport, entry: Omit<ReportEntry, 'message'>): void {
  count(report, entry.kind, 'kept');
  report.kept.push({ ...entry, message: 'edited here, kept; --force takes the version of the export' });
}

/** The sum over every kind. */
export function totals(report: ImportReport): KindCounts {
  const sum = noCounts();
  for (const counts of Object.values(report.counts)) {
    for (const key of Object.keys(sum) as (keyof KindCounts)[]) sum[key] += counts[key];
  }
  return sum;
}

/** Lines of a list that the terminal shows; the rest is in the report file. */
const shownLines = 10;

/** Columns of the table, as a publisher reads them. */
const columns = [
  'found',
  'imported',
  'updated',
  'unchanged',
  'kept',
  'dropped',
] as const satisfies readonly (keyof KindCounts)[];
const columnWidth = 10;
/** Characters of a kind that are shown: names of post types are as long as the exporter likes. */
const longestKind = 40;
/** Characters of a line: titles, addresses and values that were refused are as long as the exporter likes, too. */
const longestLine = 1000;

const describeEntry = (entry: ReportEntry) =>
  `${shortened(entry.kind, longestKind)} ${entry.id}${entry.title ? ` "${startOf(entry.title, 60)}"` : ''}: ${entry.message}`;

/**
 * The report as lines for the terminal, its lists cut short and without control characters. `elements`: with templates of the old theme; `losses`: with what
 * readers lose.
 */
export function describeReport(
  report: ImportReport,
  { elements = true, losses = true }: { readonly elements?: boolean; readonly losses?: boolean } = {},
): string[] {
  const lines = report.files.map(
    ({ name, siteTitle, source, wxrVersion }) =>
      `${name ? `${name}: ` : ''}${siteTitle || 'Untitled site'} (${source || 'no address'}), WXR ${wxrVersion || 'of unknown version'}`,
  );
  lines.push(...describeCounts(report));
  const list = (title: string, entries: readonly string[]) => lines.push(...describeList(title, entries));
  list('Dropped', report.dropped.map(describeEntry));
  list('Edited here, and kept as they are here', report.kept.map(describeEntry));
  list('Taken in with a change', report.notes.map(describeEntry));
  list('Hidden by what has the same address; give one of the two another slug', report.hidden);
  list('Languages; each article’s page says its own', report.languages.map(describeLanguage));
  if (losses && report.losses) lines.push(...describeLosses(report.losses));
  list(
    'Settings taken from the export',
    Object.entries(report.settings).map(([key, value]) => `${key}: ${value}`),
  );
  lines.push(...(elements ? describeElements(report) : []), ...describeTemplates(report));
  list(
    'New ids, because the old ones were taken',
    report.changedIds.map(({ kind, from, to }) => `${kind} ${from} → ${to}`),
  );
  list(
    'Settings of the old theme that have no effect here; they are kept as meta',
    Object.entries(report.unknownSettings)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, posts]) => `${name}: ${posts} posts`),
  );
  lines.push(...describeUnknown(report.unknown));
  const { files, sizes, copied } = report.uploads;
  if (files > 0)
    lines.push(
      `Brought the files of ${files} attachments, with ${sizes} sizes (${copied} files linked or copied; the others were here already).`,
    );
  list(
    'Files that are still at the old site',
    report.missingFiles.map(
      ({ id, url, reason }) => `${id}: ${url || '(no address)'}${reason ? ` – ${reason}` : ''}`,
    ),
  );
  lines.push(...describeFileFaults(report));
  if (report.stopped)
    lines.push('Stopped before the end. What is counted above is done; run the same import again to go on.');
  return lines.map((line) => shortened(harmless(line), longestLine));
}

/** The table of counts, one row for each kind. */
function describeCounts(report: ImportReport): string[] {
  const width = Math.max(12, ...Object.keys(report.counts).map((kind) => Math.min(longestKind, kind.length)));
  const row = (name: string, cells: readonly (string | number)[]) =>
    shortened(name, longestKind).padEnd(width) +
    cells.map((cell) => String(cell).padStart(columnWidth)).join('');
  const lines = [row('in the file', columns)];
  for (const [kind, counts] of [...Object.entries(report.counts), ['all', totals(report)] as const]) {
    lines.push(
      row(
        kind,
        columns.map((column) => counts[column]),
      ),
    );
  }
  return lines;
}

/** A title with the first entries below it; nothing where there are none. */
function describeList(title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - shownLines;
  return [
    `${title} (${entries.length}):`,
    ...entries.slice(0, shownLines).map((entry) => `  ${entry}`),
    ...(more > 0 ? [`  … and ${more} more; --report FILE writes all of them`] : []),
  ];
}

function describeUnknown({
  blocks,
  parts,
  shortcodes,
  bracketed,
  metaKeys,
  menuMetaKeys,
  commentMetaKeys,
  termMetaKeys,
  beyond,
}: ImportReport['unknown']): string[] {
  const listUnknown = (title: string, unknown: readonly UnknownUse[], holder = 'post') =>
    describeList(
      title,
      unknown.map(
        ({ name, uses, posts, example }) =>
          `${name}: ${uses} in ${posts} ${posts === 1 ? holder : `${holder}s`}, as in ${example}`,
      ),
    );
  return [
    ...listUnknown('Blocks that are not known here and show nothing', blocks),
    ...listUnknown(
      'Patterns and template parts that were the theme\u2019s and are not here, and CSS of single blocks, which is not used',
      parts,
    ),
    ...listUnknown('Shortcodes that are not known here; what they hold or say is shown', shortcodes),
    ...listUnknown('Words in brackets that may be shortcodes; they are shown as they are', bracketed),
    ...listUnknown('Meta that nothing here reads; it is kept', metaKeys),
    ...listUnknown('Meta of terms that nothing here reads; it is kept', termMetaKeys, 'term'),
    ...listUnknown('Meta of menu items that has no place here', menuMetaKeys, 'item'),
    ...listUnknown('Meta of comments that has no place here', commentMetaKeys, 'comment'),
    ...(beyond > 0 ? [`… and ${beyond} uses of more names than are listed.`] : []),
  ];
}

/** Characters that were left out or are broken, and files that end too early. */
function describeFileFaults(report: ImportReport): string[] {
  const lines: string[] = [];
  for (const { name, end } of report.files) {
    const place = name ? `${name}: ` : '';
    if (end && end.forbiddenCharacters > 0)
      lines.push(`${place}Left out ${end.forbiddenCharacters} control characters that XML forbids.`);
    if (end && end.undecodableCharacters > 0)
      lines.push(
        `${place}${end.undecodableCharacters} characters are broken in the file and show as \ufffd.`,
      );
    if (end && end.strayAmpersands > 0)
      lines.push(`${place}Kept ${end.strayAmpersands} bare ampersands as they are.`);
    if (end && end.precededBy !== '')
      lines.push(`${place}Left out what stands before the export: ${JSON.stringify(end.precededBy)}.`);
    if (end && end.followedBy !== '') {
      lines.push(
        `${place}Left out what follows the end of the export in line ${end.line}: ${JSON.stringify(end.followedBy)}. All of the export was read.`,
      );
    }
    if (!report.stopped && end && !end.complete) {
      lines.push(
        `${place}The file is not whole: in line ${end.line}, ${end.reason}. Everything before is imported.`,
      );
    }
  }
  return lines;
}

/** Lines of the report for texts that nest too deep to be saved here; they are stored unchanged and rendered up to the limit. */
export function nestingNotes(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const fault = nestingFault(text);
    return fault === undefined
      ? []
      : [`its ${name} is stored unchanged, but can’t be edited here until this is fixed: ${fault}`];
  });
}
