import type { TemplateComparison } from '../../modules/imports/export-files.ts';
import type { TemplateType } from '../../modules/templates/model.ts';
import { harmless } from '../../lib/visible-name.ts';
import type { TranslatedLine } from './translate-template.ts';

interface Translated {
  readonly id: string;
  readonly localId: number;
  readonly title: string;
  /** Each element with its equivalent here; empty when it has no equivalent. */
  readonly lines: readonly TranslatedLine[];
  /** Shortcodes without an equivalent, each with an example. */
  readonly unknown: readonly { readonly name: string; readonly uses: number; readonly text: string }[];
  readonly notes: readonly string[];
}

export interface ImportedTemplate extends Translated {
  readonly type: TemplateType;
  readonly isMobile: boolean;
}

export interface ImportedText extends Translated {
  readonly kind: string;
}

interface Taken {
  readonly templates: readonly ImportedTemplate[];
  readonly builtTexts: readonly ImportedText[];
}

/** Bounds of the terminal's list; the report file is complete. */
const shownTemplates = 10;
const shownLines = 40;
const widthOfOld = 46;
const none = '–';

const maxCompared = 50;
const maxRows = 300;

function nameOf(one: ImportedTemplate | ImportedText): string {
  const what =
    'kind' in one ? one.kind.replace(/^item /, '') : `${one.type}${one.isMobile ? ' for phones' : ''}`;
  return `${what} "${one.title}" (old ID ${one.id}, new ID ${one.localId})`;
}

const equivalentOf = ({ is }: TranslatedLine): string => (is === '' ? `${none} no equivalent` : is);

export function describeElements({ templates, builtTexts }: Taken): string[] {
  return [
    ...describeSome('Templates of the old theme, element by element', templates),
    ...describeSome('Pages and articles built with the old theme’s composer, element by element', builtTexts),
  ];
}

function describeSome(head: string, templates: readonly (ImportedTemplate | ImportedText)[]): string[] {
  if (templates.length === 0) return [];
  const lines = [`${head} (${templates.length}):`];
  for (const template of templates.slice(0, shownTemplates)) {
    lines.push(`  ${nameOf(template)}`);
    for (const line of template.lines.slice(0, shownLines)) lines.push(`    ${describeExtras(line)}`);
    if (template.lines.length > shownLines)
      lines.push(`    … and ${template.lines.length - shownLines} more elements`);
    for (const note of template.notes) lines.push(`    Note: ${note}`);
  }
  if (templates.length > shownTemplates)
    lines.push(`  … and ${templates.length - shownTemplates} more; use --report FILE for the full list`);
  return lines;
}

/** Elements without an equivalent, and global templates to be assigned. */
export function describeTemplates({ templates, builtTexts }: Taken): string[] {
  const lines: string[] = [];
  const missing = missingIn([...templates, ...builtTexts]);
  if (missing.length > 0)
    lines.push(`Elements of the old theme that have no equivalent and were left out (${missing.length}):`);
  for (const { name, uses, titles, text } of missing.slice(0, shownLines)) {
    lines.push(
      `  ${name}: ${uses} in ${titles
        .slice(0, 3)
        .map((title) => `"${title}"`)
        .join(', ')}${titles.length > 3 ? ' …' : ''}, as in ${text}`,
    );
  }
  return [...lines, ...globalsToSet(templates)];
}

export function compareTemplates({ templates, builtTexts }: Taken): TemplateComparison[] {
  return [...templates, ...builtTexts].slice(0, maxCompared).map((template) => ({
    name: harmless(nameOf(template)),
    notes: template.notes.map(harmless),
    rows: template.lines
      .slice(0, maxRows)
      .map((line) => ({ depth: line.depth, was: harmless(line.was), is: harmless(equivalentOf(line)) })),
  }));
}

function describeExtras(line: TranslatedLine): string {
  const was = `${' '.repeat(Math.min(line.depth, 6) * 2)}${line.was}`;
  return `${was.length > widthOfOld ? `${was.slice(0, widthOfOld - 1)}…` : was.padEnd(widthOfOld)}  ${equivalentOf(line)}`;
}

interface Missing {
  readonly name: string;
  readonly uses: number;
  readonly titles: readonly string[];
  readonly text: string;
}

function missingIn(templates: readonly Translated[]): Missing[] {
  const found = new Map<string, Missing>();
  for (const { title, unknown } of templates) {
    for (const { name, uses, text } of unknown) {
      const known = found.get(name);
      found.set(name, {
        name,
        uses: (known?.uses ?? 0) + uses,
        titles: [...new Set([...(known?.titles ?? []), title])],
        text: known?.text ?? text,
      });
    }
  }
  return [...found.values()].toSorted((a, b) => b.uses - a.uses || (a.name < b.name ? -1 : 1));
}

/** The default template of each kind is stored in the theme's options, which exports don't contain. */
function globalsToSet(templates: readonly ImportedTemplate[]): string[] {
  const byType = Map.groupBy(
    templates.filter(({ isMobile }) => !isMobile),
    ({ type }) => type,
  );
  if (byType.size === 0) return [];
  return [
    'Exports do not contain the default template, header and footer of each kind of page. Set those of the old site as global:',
    ...[...byType].map(
      ([type, some]) =>
        `  ${type}: ${some.map(({ title, localId }) => `"${title}" (${localId})`).join(', ')}`,
    ),
  ];
}
