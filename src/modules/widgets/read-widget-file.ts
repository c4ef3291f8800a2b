import { InvalidInputError } from '../../lib/errors.ts';
import { trimEndsOf } from '../../lib/cut-text.ts';
import { isRecord } from '../../lib/records.ts';
import { areaNamePattern, builtInAreas, footerAreas, sharedSidebar } from './model.ts';
import { widgetKind } from './widget-blocks.ts';

/** Bytes of a file of widgets. */
export const maxWidgetFileBytes = 2_000_000;
/** Widgets of a file; later ones are refused with it. */
export const maxWidgets = 500;

export interface FileWidget {
  /** As in WordPress: `recent-posts-2`. */
  readonly id: string;
  readonly instance: unknown;
}

export interface FileSidebar {
  readonly name: string;
  /** The area that gets its widgets; undefined for inactive widgets. */
  readonly area: string | undefined;
  readonly widgets: readonly FileWidget[];
}

const inactive = /^(?:wp_inactive_widgets|orphaned_widgets.*)$/;

/**
 * The sidebars of a file that have widgets, at most `maxWidgets`. The file is that of the plugin Widget Importer & Exporter
 * (`.wie`), by sidebar and widget, or the options `sidebars_widgets` and `widget_…` as JSON. Throws `InvalidInputError`.
 */
export function readWidgetFile(sent: unknown): readonly FileSidebar[] {
  const file = typeof sent === 'string' ? parsed(sent) : sent;
  if (!isRecord(file))
    throw refusal('This is not a file of widgets. Export it with Widget Importer & Exporter.');
  const sidebars = (
    isRecord(file['sidebars_widgets']) ? fromOptions(file, file['sidebars_widgets']) : fromWie(file)
  ).filter(({ widgets: some }) => some.length > 0);
  const widgets = sidebars.reduce((sum, one) => sum + one.widgets.length, 0);
  if (widgets === 0) throw refusal('The file contains no widgets.');
  if (widgets > maxWidgets)
    throw refusal(`The file contains ${widgets} widgets; ${maxWidgets} are the most.`);
  return sidebars;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw refusal('This is not a file of widgets: it is not valid JSON.');
  }
}

const refusal = (message: string) => new InvalidInputError(message, 'rest_invalid_param', { file: message });

function fromWie(file: Readonly<Record<string, unknown>>): FileSidebar[] {
  return Object.entries(file).flatMap(([name, widgets]) =>
    isRecord(widgets)
      ? [
          {
            name,
            area: areaFor(name),
            widgets: Object.entries(widgets).map(([id, instance]) => ({ id, instance })),
          },
        ]
      : [],
  );
}

function fromOptions(
  file: Readonly<Record<string, unknown>>,
  sidebars: Readonly<Record<string, unknown>>,
): FileSidebar[] {
  return Object.entries(sidebars).flatMap(([name, ids]) => {
    if (!Array.isArray(ids)) return [];
    const widgets = ids
      .filter((id): id is string => typeof id === 'string')
      .map((id) => {
        const instances = file[`widget_${widgetKind(id)}`];
        const number = /-(\d+)$/.exec(id)?.[1] ?? '';
        return { id, instance: isRecord(instances) ? instances[number] : undefined };
      });
    return [{ name, area: areaFor(name), widgets }];
  });
}

const sidebarNames =
  /^(?:sidebar(?:-1)?|(?:primary|main|default|blog|right|left|post|single)[-_ ]?(?:sidebar|widget-area)(?:-1)?|sidebar[-_](?:primary|main|default|blog|right|left|widgets?)|primary|td-default)$/;

/** The area for the widgets of a sidebar of another theme; an unknown name becomes an area of its own. */
export function areaFor(sidebar: string): string | undefined {
  if (inactive.test(sidebar)) return undefined;
  const name = sidebar.toLowerCase().trim();
  if (builtInAreas.includes(name)) return name;
  if (sidebarNames.test(name)) return sharedSidebar;
  if (name.includes('footer') || name.includes('colophon')) {
    const number = Number(/(\d{1,2})\D*$/.exec(name)?.[1] ?? 1);
    const area = footerAreas[number - 1];
    if (area !== undefined) return area;
  }
  const own = trimEndsOf(name.replace(/[^a-z0-9_-]+/g, '-'), '-_').slice(0, 60);
  return areaNamePattern.test(own) ? own : 'imported';
}
