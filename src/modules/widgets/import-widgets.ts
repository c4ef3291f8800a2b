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
import type { ConvertedWidget } from './widget-blocks.ts';

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
  const { areas, notes } = await plan(read, convertFile(file, tools));
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
  const { areas, notes, contents } = await planLocked(tx, convertFile(file, tools));
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

/** A widget of a file as blocks. */
interface CleanedWidget {
  readonly sidebar: string;
  readonly area: string | undefined;
  readonly id: string;
  /** Its cleaned blocks; undefined: no blocks. */
  readonly markup: string | undefined;
  /** Why its blocks can't be shown. */
  readonly fault: string | undefined;
  readonly note: string | undefined;
  readonly lostScripts: boolean;
}

const hasScript = /<script|<iframe|\son[a-z]{3,20}\s*=|javascript:/i;

function convertFile(file: unknown, { faultOf, fileOf }: WidgetImportTools): CleanedWidget[] {
  return readWidgetFile(file).flatMap(({ name, area, widgets }) => {
    const isInFooter = (footerAreas as readonly (string | undefined)[]).includes(area);
    return widgets.map(({ id, instance }) => {
      const { markup, note }: ConvertedWidget =
        area === undefined
          ? { note: 'It is inactive, so no page shows it.' }
          : convertWidget(id, instance, { isInFooter, fileOf });
      const cleaned = markup === undefined ? undefined : cleanContent(markup, '').trim();
      return {
        sidebar: shown(name),
        area,
        id,
        markup: cleaned,
        fault: cleaned === undefined ? undefined : (markupFault(cleaned) ?? faultOf(cleaned)),
        note,
        lostScripts:
          markup !== undefined && cleaned !== undefined && hasScript.test(markup) && !hasScript.test(cleaned),
      };
    });
  });
}

/** Plans an import with locks on the areas that it changes. */
async function planLocked(tx: Tx, widgets: readonly CleanedWidget[]): Promise<Plan> {
  const locked = new Set<string>();
  for (;;) {
    const planned = await plan(tx.db, widgets);
    const changed = [...planned.contents.keys()].filter((area) => !locked.has(area)).toSorted();
    if (changed.length === 0) return planned;
    // Other users may have changed the areas before they were locked, so the import is planned again.
    for (const area of changed) {
      await widgetAreaToChange(tx, area);
      locked.add(area);
    }
  }
}

async function plan(read: Reader, widgets: readonly CleanedWidget[]): Promise<Plan> {
  const stored = await listWidgetAreas(read);
  const contents = new Map(
    stored.flatMap(({ area, content }) => (content === undefined ? [] : [[area, content]])),
  );
  const known = new Set(stored.filter(({ revision }) => revision > 0).map(({ area }) => area));
  const changed = new Map<string, string>();
  const areas = new Map<string, ImportedArea>();
  const notes: WidgetImport['notes'][number][] = [];
  for (const widget of widgets) {
    const { sidebar, area, markup } = widget;
    const note = (message: string, isLeftOut = true) =>
      notes.push({ sidebar, widget: shown(widget.id), isLeftOut, message });
    if (area === undefined || markup === undefined) {
      note(widget.note ?? nothingShown);
      continue;
    }
    const before = changed.get(area) ?? contents.get(area) ?? '';
    const refusal = refusalOf(markup, {
      before,
      fault: widget.fault,
      isFull: !known.has(area) && known.size >= maxAreas,
    });
    if (refusal !== undefined) {
      note(refusal);
      continue;
    }
    const counted = areas.get(area) ?? { area, sidebars: [], added: 0, unchanged: 0 };
    const isKnown = before.includes(markup);
    areas.set(area, {
      area,
      sidebars: [...new Set([...counted.sidebars, sidebar])],
      added: counted.added + (isKnown ? 0 : 1),
      unchanged: counted.unchanged + (isKnown ? 1 : 0),
    });
    if (isKnown) continue;
    known.add(area);
    changed.set(area, before === '' ? markup : `${before}\n\n${markup}`);
    if (widget.note !== undefined) note(widget.note, false);
    if (widget.lostScripts) note('Its scripts were removed.', false);
  }
  return { areas: [...areas.values()], notes, contents: changed };
}

const nothingShown = 'Nothing of it can be shown.';

function refusalOf(
  markup: string,
  {
    before,
    fault,
    isFull,
  }: { readonly before: string; readonly fault: string | undefined; readonly isFull: boolean },
): string | undefined {
  if (markup === '') return nothingShown;
  if (isFull) return `A site has at most ${maxAreas} widget areas.`;
  if (before.length + markup.length + 2 > maxAreaLength)
    return `The area would have more than ${maxAreaLength} characters.`;
  return fault === undefined ? undefined : `Its blocks can’t be shown: ${fault}`;
}

const shown = (name: string): string => name.slice(0, 100);
