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

/** Results for one kind of entity; `found` is the sum of the others. */
export interface KindCounts {
  found: number;
  imported: number;
  updated: number;
  unchanged: number;
  /** Changed at the exporter and edited here; left unchanged. */
  kept: number;
  dropped: number;
}

export type Outcome = Exclude<keyof KindCounts, 'found'>;

export interface ReportEntry {
  /** `author`, `term`, `comment`, or `item post`, `item page` … */
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

export interface UnknownUse {
  readonly name: string;
  readonly uses: number;
  readonly posts: number;
  /** URL of one of them, preferably public; a description when it can't be opened: `Pattern 12 "Offer"`. */
  readonly example: string;
}

export interface ImportedFile {
  readonly name: string;
  source: string;
  siteTitle: string;
  wxrVersion: string;
  /** Undefined when the import was stopped before its end. */
  end: WxrEnd | undefined;
}

export interface ImportReport {
  readonly files: ImportedFile[];
  readonly counts: Record<string, KindCounts>;
  readonly dropped: ReportEntry[];
  /** Everything imported with changes: a missing parent, an unknown author, a cut cycle. */
  readonly notes: ReportEntry[];
  /** Entities edited here since their import and changed at the exporter, too; they stay unchanged. */
  readonly kept: ReportEntry[];
  /** Settings applied, explicit or inferred from the export; only those that had their default here. */
  readonly settings: Record<string, string | number>;
  /** Ids that were already in use here. References were mapped; texts are unchanged. */
  readonly changedIds: { kind: string; from: string; to: number }[];
  /** Attachments without a file here, with the reason if there was a search; their URL at the exporter is stored. */
  readonly missingFiles: { id: string; title: string; url: string; reason?: string }[];
  /** Attachments whose file was imported, their sizes, and the number of files linked or copied for them. */
  readonly uploads: { files: number; sizes: number; copied: number };
  readonly templates: ImportedTemplate[];
  /** The same for pages and articles laid out with the old theme's composer. */
  readonly builtTexts: ImportedText[];
  /** Settings of the old theme stored as meta without an effect here, with the number of posts that have them. */
  readonly unknownSettings: Record<string, number>;
  /**
   * Unknown blocks, shortcodes and meta keys, most used first. `parts`: theme patterns, template parts and blocks with
   * custom CSS; `bracketed`: bracketed words that may be shortcodes; `beyond`: uses of names not listed.
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
  /** Posts of this site, imported or not, that can't be opened since another one has their address; one line each. */
  hidden: readonly string[];
  languages: readonly LanguageCount[];
  /** Absent when the pages were not checked. */
  losses?: ReaderLosses;
  /** Whether a signal stopped the import; a second run resumes it. */
  stopped: boolean;
  /** Why it failed before its end; absent when it did not. */
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

export function count(report: ImportReport, kind: string, outcome: Outcome): void {
  const counts = (report.counts[kind] ??= noCounts());
  counts.found++;
  counts[outcome]++;
}

export function drop(report: ImportReport, entry: ReportEntry): void {
  count(report, entry.kind, 'dropped');
  report.dropped.push(entry);
}

export function recordLocalEdit(report: ImportReport, entry: Omit<ReportEntry, 'message'>): void {
  count(report, entry.kind, 'kept');
  report.kept.push({
    ...entry,
    message: 'edited here and unchanged; use --force to import the export’s version',
  });
}

export function totals(report: ImportReport): KindCounts {
  const sum = noCounts();
  for (const counts of Object.values(report.counts)) {
    for (const key of Object.keys(sum) as (keyof KindCounts)[]) sum[key] += counts[key];
  }
  return sum;
}

/** Lines of a list shown in the terminal; the rest is in the report file. */
const shownLines = 10;

const columns = [
  'found',
  'imported',
  'updated',
  'unchanged',
  'kept',
  'dropped',
] as const satisfies readonly (keyof KindCounts)[];
const columnWidth = 10;
/** Characters shown of a kind: post type names of an exporter may be of any length. */
const maxKindLength = 40;
/** Characters of a line: titles, URLs and refused values may be of any length, too. */
const maxLineLength = 1000;

const describeEntry = (entry: ReportEntry) =>
  `${shortened(entry.kind, maxKindLength)} ${entry.id}${entry.title ? ` "${startOf(entry.title, 60)}"` : ''}: ${entry.message}`;

/**
 * The report as lines for the terminal, with shortened lists and without control characters. `elements` includes the
 * old theme's templates, `losses` the losses for readers.
 */
export function describeReport(
  report: ImportReport,
  { elements = true, losses = true }: { readonly elements?: boolean; readonly losses?: boolean } = {},
): string[] {
  const lines = report.files.map(
    ({ name, siteTitle, source, wxrVersion }) =>
      `${name ? `${name}: ` : ''}${siteTitle || 'Untitled site'} (${source || 'no address'}), WXR ${wxrVersion || 'version unknown'}`,
  );
  lines.push(...describeCounts(report));
  const list = (title: string, entries: readonly string[]) => lines.push(...describeList(title, entries));
  list('Dropped', report.dropped.map(describeEntry));
  list('Edited here and unchanged', report.kept.map(describeEntry));
  list('Imported with changes', report.notes.map(describeEntry));
  list('Hidden by another item with the same address; change one of the slugs', report.hidden);
  list('Languages; each article’s page declares its own', report.languages.map(describeLanguage));
  if (losses && report.losses) lines.push(...describeLosses(report.losses));
  list(
    'Settings imported from the export',
    Object.entries(report.settings).map(([key, value]) => `${key}: ${value}`),
  );
  lines.push(...(elements ? describeElements(report) : []), ...describeTemplates(report));
  list(
    'New IDs, because the old ones were in use',
    report.changedIds.map(({ kind, from, to }) => `${kind} ${from} → ${to}`),
  );
  list(
    'Settings of the old theme without effect; stored as meta',
    Object.entries(report.unknownSettings)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, posts]) => `${name}: ${posts} posts`),
  );
  lines.push(...describeUnknown(report.unknown));
  const { files, sizes, copied } = report.uploads;
  if (files > 0)
    lines.push(
      `Imported the files of ${files} attachments, with ${sizes} sizes (${copied} files linked or copied; the others were already present).`,
    );
  list(
    'Files still on the old site',
    report.missingFiles.map(
      ({ id, url, reason }) => `${id}: ${url || '(no address)'}${reason ? ` – ${reason}` : ''}`,
    ),
  );
  lines.push(...describeFileFaults(report));
  if (report.stopped)
    lines.push('Stopped early. The counts above are complete; run the same import again to continue.');
  return lines.map((line) => shortened(harmless(line), maxLineLength));
}

function describeCounts(report: ImportReport): string[] {
  const width = Math.max(
    12,
    ...Object.keys(report.counts).map((kind) => Math.min(maxKindLength, kind.length)),
  );
  const row = (name: string, cells: readonly (string | number)[]) =>
    shortened(name, maxKindLength).padEnd(width) +
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

/** A title with the first entries below it, or nothing for an empty list. */
function describeList(title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - shownLines;
  return [
    `${title} (${entries.length}):`,
    ...entries.slice(0, shownLines).map((entry) => `  ${entry}`),
    ...(more > 0 ? [`  … and ${more} more; use --report FILE for the full list`] : []),
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
          `${name}: ${uses} in ${posts} ${posts === 1 ? holder : `${holder}s`}, such as ${example}`,
      ),
    );
  return [
    ...listUnknown('Unknown blocks that show nothing', blocks),
    ...listUnknown(
      'Patterns and template parts of the old theme that are missing, and CSS of single blocks, which is ignored',
      parts,
    ),
    ...listUnknown('Unknown shortcodes; their content is shown', shortcodes),
    ...listUnknown('Text in brackets that may be shortcodes; shown unchanged', bracketed),
    ...listUnknown('Unused post meta; stored', metaKeys),
    ...listUnknown('Unused term meta; stored', termMetaKeys, 'term'),
    ...listUnknown('Menu item meta that was not imported', menuMetaKeys, 'item'),
    ...listUnknown('Comment meta that was not imported', commentMetaKeys, 'comment'),
    ...(beyond > 0 ? [`… and ${beyond} uses of names that are not listed.`] : []),
  ];
}

function describeFileFaults(report: ImportReport): string[] {
  const lines: string[] = [];
  for (const { name, end } of report.files) {
    const place = name ? `${name}: ` : '';
    if (end && end.forbiddenCharacters > 0)
      lines.push(`${place}Removed ${end.forbiddenCharacters} control characters that are invalid in XML.`);
    if (end && end.undecodableCharacters > 0)
      lines.push(
        `${place}${end.undecodableCharacters} characters are corrupt in the file and appear as \ufffd.`,
      );
    if (end && end.strayAmpersands > 0)
      lines.push(`${place}Kept ${end.strayAmpersands} unescaped ampersands unchanged.`);
    if (end && end.precededBy !== '')
      lines.push(`${place}Ignored content before the export: ${JSON.stringify(end.precededBy)}.`);
    if (end && end.followedBy !== '') {
      lines.push(
        `${place}Ignored content after the end of the export in line ${end.line}: ${JSON.stringify(end.followedBy)}. The whole export was read.`,
      );
    }
    if (!report.stopped && end && !end.complete) {
      lines.push(
        `${place}The file is incomplete: line ${end.line}: ${end.reason}. Everything before that line was imported.`,
      );
    }
  }
  return lines;
}

/** Report lines for texts nested too deeply to be saved here; they are stored unchanged and rendered up to the limit. */
export function nestingNotes(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const fault = nestingFault(text);
    return fault === undefined
      ? []
      : [`its ${name} is stored unchanged, but can’t be edited here until this is fixed: ${fault}`];
  });
}
