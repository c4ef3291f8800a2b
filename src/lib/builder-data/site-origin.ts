import { isRecord } from '../records.ts';
import { readJson } from '../json.ts';
import { WidgetSettings } from './widget-settings.ts';
import type { DataSources, Part } from './parts.ts';
import { readPhpData } from '../php-serialize.ts';
import { panelsListMarkup, panelsWidgetParts } from './site-origin-widgets.ts';

/** Block and shortcode prefix of Page Builder by SiteOrigin. */
export const panelsShortcode = '[siteorigin_widget ';
export const panelsBlock = 'siteorigin-panels/layout-block';

const maxData = 8_000_000;
const maxWidgets = 5000;
const maxDepth = 5;
const maxColumns = 6;

/** The parts of a post's `panels_data`, in the order of its rows, cells and widgets. */
export function panelsPartsOfMeta(text: string, sources: DataSources): Part[] {
  if (text.length > maxData) return [];
  return panelsParts(/^\s*\{/.test(text) ? readJson(text) : readPhpData(text.trim()), sources);
}

export function panelsParts(data: unknown, sources: DataSources): Part[] {
  let room = maxWidgets;
  const readLayout = (layout: unknown, depth: number): Part[] => {
    const widgets = isRecord(layout) && Object.hasOwn(layout, 'widgets') ? layout.widgets : undefined;
    const listed = Array.isArray(widgets)
      ? (widgets as unknown[])
      : isRecord(widgets)
        ? Object.values(widgets)
        : [];
    const rows = new Map<number, Map<number, Part[]>>();
    for (const widget of listed) {
      if (!isRecord(widget) || room-- <= 0) continue;
      const info = infoOf(widget);
      const cells = rows.get(numberOf(info.grid)) ?? new Map<number, Part[]>();
      rows.set(numberOf(info.grid), cells);
      const parts = cells.get(numberOf(info.cell)) ?? [];
      cells.set(numberOf(info.cell), parts);
      parts.push(...readWidget(widget, String(info.class ?? ''), depth));
    }
    return inOrder(rows).flatMap((cells) => {
      const columns = inOrder(cells).filter((parts) => parts.length > 0);
      const isRow = depth === 0 && columns.length > 1 && columns.length <= maxColumns;
      return isRow ? [{ kind: 'columns', columns } as const] : columns.flat();
    });
  };
  const readWidget = (widget: Readonly<Record<string, unknown>>, name: string, depth: number): Part[] => {
    const layout = Object.hasOwn(widget, 'panels_data') ? widget.panels_data : undefined;
    if (isRecord(layout)) return depth < maxDepth ? readLayout(layout, depth + 1) : [];
    const settings = settingsOf(widget);
    const markup = panelsListMarkup(name, settings);
    return markup === undefined
      ? panelsWidgetParts(name, new WidgetSettings(settings), sources)
      : [{ kind: 'markup', markup }];
  };
  return readLayout(data, 0);
}

/** The parts of a single widget, as `[siteorigin_widget]` holds it. */
export function panelsWidgetOf(
  name: string,
  settings: Readonly<Record<string, unknown>>,
  sources: DataSources,
): Part[] {
  return panelsParts({ widgets: [{ ...settings, panels_info: { class: name } }] }, sources);
}

function infoOf(widget: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  for (const key of ['panels_info', 'info']) {
    const info = Object.hasOwn(widget, key) ? widget[key] : undefined;
    if (isRecord(info)) return info;
  }
  return {};
}

const ownKeys =
  /^(?:panels_info|info|option_name|so_sidebar_emulator_id|so_field_container_state|_sow_form_.*)$/;
const settingsOf = (widget: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(widget).filter(([key]) => !ownKeys.test(key)));

/** Rows and cells by number; anything else is the first. */
const numberOf = (value: unknown): number => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
};

const inOrder = <Value>(map: ReadonlyMap<number, Value>): Value[] =>
  [...map].toSorted(([a], [b]) => a - b).map(([, value]) => value);
