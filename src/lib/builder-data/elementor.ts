import { isRecord } from '../is-record.ts';
import { WidgetSettings } from './elementor-settings.ts';
import { widgetParts } from './elementor-widgets.ts';
import { listWidgetMarkup } from './list-widgets.ts';
import type { DataSources, Part } from './parts.ts';
import { noSources } from './parts.ts';

/** Longest `_elementor_data` that is read, in UTF-16 units. */
const maxData = 8_000_000;
/** Elements inside each other, and elements in all, that are read. */
const deepest = 100;
const maxElements = 20_000;
const mostColumns = 6;
/** Elements deeper than this follow each other, so that blocks do not nest beyond what documents may. */
const deepestColumns = 12;

/** Elements of the data; an importer may have escaped them once more. Undefined: it is no such data. */
function parse(json: string): readonly unknown[] | undefined {
  if (json.length > maxData || !/^\s*\[/.test(json)) return undefined;
  for (const text of json.startsWith('[{\\"') ? [json.replaceAll(/\\(.)/gs, '$1')] : [json]) {
    try {
      const data: unknown = JSON.parse(text);
      if (Array.isArray(data)) return data;
    } catch {
      // broken data show nothing
    }
  }
  return undefined;
}

/** The parts of a page built with Elementor (`_elementor_data`), in order. */
export function elementorParts(
  json: string,
  { templates }: Pick<DataSources, 'templates'> = noSources,
): Part[] {
  const data = parse(json);
  if (!data) return [];
  let room = maxElements;
  const parsed = new Map<string, readonly unknown[]>();
  const open = new Set<string>();
  /** The parts of a template; undefined where it is unknown, or open already. */
  const readTemplate = (id: string, depth: number): Part[] | undefined => {
    const found = templates.get(id);
    if (found === undefined || open.has(id)) return undefined;
    const elements = parsed.get(id) ?? parse(found) ?? [];
    parsed.set(id, elements);
    open.add(id);
    const parts = read(elements, depth + 1).flat();
    open.delete(id);
    return parts;
  };
  const read = (elements: unknown, depth: number): Part[][] => {
    if (!Array.isArray(elements) || depth > deepest) return [];
    const found: Part[][] = [];
    for (const element of elements) {
      if (room-- <= 0) break;
      found.push(isRecord(element) ? readOne(element, depth) : []);
    }
    return found;
  };
  const readOne = (element: Readonly<Record<string, unknown>>, depth: number): Part[] => {
    const own = (key: string) => (Object.hasOwn(element, key) ? element[key] : undefined);
    const settings = new WidgetSettings(own('settings'));
    if (['hide_desktop', 'hide_tablet', 'hide_mobile'].every((key) => settings.text(key) !== '')) return [];
    const inner = read(own('elements'), depth + 1);
    const type = own('widgetType');
    if (own('elType') === 'widget' || (typeof type === 'string' && type !== '')) {
      const name = typeof type === 'string' ? type : '';
      const template = templateIdOf(name, own('templateID'), settings);
      const shown = template === undefined ? undefined : readTemplate(template, depth);
      if (shown) return shown;
      const markup = listWidgetMarkup(name, settings);
      return markup === undefined ? widgetParts(name, settings, inner) : [{ kind: 'markup', markup }];
    }
    const background = settings.image('background_image');
    const columns = inner.filter((parts) => parts.length > 0);
    if (columns.length === 0)
      return background && settings.text('background_background') !== ''
        ? [{ kind: 'images', images: [background] }]
        : [];
    const isRow = own('elType') === 'section' || settings.text('flex_direction').startsWith('row');
    const isBeside = isRow && depth < deepestColumns && columns.length > 1 && columns.length <= mostColumns;
    return isBeside ? [{ kind: 'columns', columns }] : inner.flat();
  };
  return read(data, 0).flat();
}

const templateShortcode = /^\[elementor-template\s+id=["']?(\d{1,13})["']?\s*\/?\]$/;

/** The id of the template that a widget shows. */
function templateIdOf(type: string, globalId: unknown, settings: WidgetSettings): string | undefined {
  if (type === 'template') return settings.text('template_id');
  if (type === 'global')
    return typeof globalId === 'number' ? String(globalId) : settings.text('templateID') || asText(globalId);
  return type === 'shortcode' ? templateShortcode.exec(settings.text('shortcode'))?.[1] : undefined;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Ids of the templates that data name. */
export function* templateIdsIn(json: string): Generator<string> {
  const named =
    /"template_?id"\s?:\s?"?([1-9]\d{0,12})\b|\[elementor-template\s{1,5}id=\\?["']?([1-9]\d{0,12})\b/gi;
  for (const [, byWidget = '', byShortcode = ''] of json.matchAll(named)) yield byWidget || byShortcode;
}
