import { noteChange } from '../../kernel/command.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { cleanContent } from '../posts/index.ts';
import { markupFault } from './area-markup.ts';
import { maxAreaLength, maxAreas } from './commands.ts';
import { footerAreas } from './model.ts';
import { editWidgets } from './policy.ts';
import { readWidgetFile } from './read-widget-file.ts';
import { listWidgetAreas, widgetAreaToChange, writeWidgetArea } from './store.ts';
import { convertWidget } from './widget-blocks.ts';

/** Facts of the site that an import depends on. */
export interface WidgetImportTools {
  /** Why blocks can't be rendered, in English; undefined: they can. */
  readonly faultOf: (markup: string) => string | undefined;
  /** The address of an imported file by its old one. */
  readonly fileOf: (url: string) => string | undefined;
}

export interface ImportedArea {
  readonly area: string;
  /** Sidebars of the file whose widgets it gets. */
  readonly sidebars: readonly string[];
  /** Widgets that it gets. */
  readonly added: number;
  /** Widgets that it contains already. */
  readonly unchanged: number;
}

export interface WidgetImport {
  readonly areas: readonly ImportedArea[];
  /** Widgets that are left out, or that the user should check. */
  readonly notes: readonly {
    readonly sidebar: string;
    readonly widget: string;
    readonly isLeftOut: boolean;
    readonly message: string;
  }[];
}

interface Plan extends WidgetImport {
  readonly contents: ReadonlyMap<string, string>;
}

/** Addresses of files in a file of widgets, to look them up before an import. */
export function fileAddresses(sent: unknown): string[] {
  const found = new Set<string>();
  const fileOf = (url: string) => void found.add(url);
  for (const { widgets } of readWidgetFile(sent))
    for (const { id, instance } of widgets) convertWidget(id, instance, { isInFooter: false, fileOf });
  return [...found];
}

/** Reports the effects of an import without storing them. Throws `InvalidInputError` for a file that can't be read. */
export async function planWidgetImport(
  read: Reader,
  actor: Actor | undefined,
  file: unknown,
  tools: WidgetImportTools,
): Promise<WidgetImport> {
  demand(editWidgets, actor, undefined);
  const { areas, notes } = await plan(read, file, tools);
  return { areas, notes };
}

/**
 * Adds the widgets of a file to their areas, cleaned as untrusted markup for every actor; widgets that an area contains
 * are not added again. Throws `InvalidInputError` for a file that can't be read.
 */
export async function importWidgets(
  tx: Tx,
  actor: Actor | undefined,
  file: unknown,
  tools: WidgetImportTools,
): Promise<WidgetImport> {
  demand(editWidgets, actor, undefined);
  const names = new Set(readWidgetFile(file).flatMap(({ area }) => area ?? []));
  for (const area of [...names].toSorted()) await widgetAreaToChange(tx, area);
  const { areas, notes, contents } = await plan(tx.db, file, tools);
  for (const [area, content] of contents) await writeWidgetArea(tx, area, content);
  if (contents.size > 0)
    await noteChange(tx, actor, {
      verb: 'import',
      kind: 'template',
      itemId: 0,
      summary: `Widgets of ${[...contents.keys()].join(', ')}`,
    });
  return { areas, notes };
}

async function plan(read: Reader, file: unknown, { faultOf, fileOf }: WidgetImportTools): Promise<Plan> {
  const stored = await listWidgetAreas(read);
  const contents = new Map(
    stored.flatMap(({ area, content }) => (content === undefined ? [] : [[area, content]])),
  );
  const known = new Set(stored.filter(({ revision }) => revision > 0).map(({ area }) => area));
  const changed = new Map<string, string>();
  const areas = new Map<string, ImportedArea>();
  const notes: WidgetImport['notes'][number][] = [];
  for (const { name, area, widgets } of readWidgetFile(file)) {
    const note = (widget: string, message: string, isLeftOut = true) =>
      notes.push({ sidebar: shown(name), widget: shown(widget), isLeftOut, message });
    for (const { id, instance } of widgets) {
      if (area === undefined) {
        note(id, 'It is inactive, so no page shows it.');
        continue;
      }
      const isInFooter = (footerAreas as readonly string[]).includes(area);
      const { markup, note: remark } = convertWidget(id, instance, { isInFooter, fileOf });
      const cleaned = markup === undefined ? undefined : cleanContent(markup, '').trim();
      const before = changed.get(area) ?? contents.get(area) ?? '';
      const fault = refusalOf(cleaned, {
        before,
        faultOf,
        isFull: !known.has(area) && known.size >= maxAreas,
      });
      if (cleaned === undefined || fault !== undefined) {
        note(id, remark !== undefined && cleaned === undefined ? remark : (fault ?? ''));
        continue;
      }
      const counted = areas.get(area) ?? { area, sidebars: [], added: 0, unchanged: 0 };
      const isKnown = before.includes(cleaned);
      const sidebars = [...new Set([...counted.sidebars, shown(name)])];
      areas.set(area, {
        area,
        sidebars,
        added: counted.added + (isKnown ? 0 : 1),
        unchanged: counted.unchanged + (isKnown ? 1 : 0),
      });
      if (isKnown) continue;
      known.add(area);
      changed.set(area, before === '' ? cleaned : `${before}\n\n${cleaned}`);
      if (remark !== undefined) note(id, remark, false);
      if (markup !== undefined && hasScript.test(markup) && !hasScript.test(cleaned))
        note(id, 'Its scripts were removed.', false);
    }
  }
  return { areas: [...areas.values()], notes, contents: changed };
}

const hasScript = /<script|<iframe|\son[a-z]{3,20}\s*=|javascript:/i;

function refusalOf(
  cleaned: string | undefined,
  {
    before,
    faultOf,
    isFull,
  }: {
    readonly before: string;
    readonly faultOf: (markup: string) => string | undefined;
    readonly isFull: boolean;
  },
): string | undefined {
  if (cleaned === undefined || cleaned === '') return 'Nothing of it can be shown.';
  if (isFull) return `A site has at most ${maxAreas} widget areas.`;
  if (before.length + cleaned.length + 2 > maxAreaLength)
    return `The area would have more than ${maxAreaLength} characters.`;
  const fault = markupFault(cleaned) ?? faultOf(cleaned);
  return fault === undefined ? undefined : `Its blocks can’t be shown: ${fault}`;
}

const shown = (name: string): string => name.slice(0, 100);
