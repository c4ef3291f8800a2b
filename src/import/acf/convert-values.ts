import { acfParts, isNoWords, unshownName } from '../../lib/builder-data/acf-fields.ts';
import type { AcfField } from '../../lib/builder-data/acf-fields.ts';
import { noSources } from '../../lib/builder-data/parts.ts';
import type { DataSources } from '../../lib/builder-data/parts.ts';
import { partsToAdd } from '../../lib/builder-data/text-with-data.ts';
import { writeOpening } from '../../lib/markup/block-markup.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { isRecord } from '../../lib/records.ts';
import { maxEntries, maxValueLength } from '../../modules/fields/model.ts';
import type { Field, SubField } from '../../modules/fields/model.ts';
import { decodeValue, encodeValue, readValue } from '../../modules/fields/values.ts';
import type { WxrItem, WxrMeta } from '../wxr-events.ts';
import type { PlannedField } from './plan-field.ts';
import { structureOf, subKey } from './structure.ts';
import type { AcfCell, AcfRoot } from './structure.ts';
import { isEmptyValue, isUnreadable, plainTextOf, plainTextsOf } from './value-stats.ts';

const listKinds: ReadonlySet<string> = new Set(['choice', 'gallery', 'post', 'term', 'user']);
const relationKinds: ReadonlySet<string> = new Set(['image', 'file', 'gallery', 'post', 'term', 'user']);

/** The text that a field of this kind reads as the plugin's value; undefined if there isn't one. */
function candidate(
  { kind, multiple }: Pick<SubField, 'kind' | 'multiple'>,
  value: unknown,
): string | undefined {
  if (isUnreadable(value)) return undefined;
  const text = plainTextOf(value);
  if (kind === 'link' && (text !== undefined || isRecord(value))) return linkOf(value, text);
  if (kind === 'place' && isRecord(value)) {
    const { lat, lng, address } = value;
    return JSON.stringify({
      lat,
      lng,
      label: typeof address === 'string' ? htmlToText(address).slice(0, 500) : '',
    });
  }
  if (text !== undefined)
    return kind === 'text' || kind === 'textarea' || kind === 'rich_text' ? text : text.trim();
  const texts = plainTextsOf(value);
  if (!texts) return undefined;
  const trimmed = [...new Set(texts.map((one) => one.trim()))];
  if (kind === 'gallery' || (listKinds.has(kind) && multiple)) return JSON.stringify(trimmed);
  return trimmed.length === 1 ? trimmed[0] : undefined;
}

function linkOf(value: unknown, text: string | undefined): string {
  const { url = '', title = '', target = '' } = isRecord(value) ? value : { url: text?.trim() };
  return JSON.stringify({
    url: typeof url === 'string' ? url.trim() : '',
    title: typeof title === 'string' ? htmlToText(title).slice(0, 500) : '',
    target: target === '_blank' ? '_blank' : '',
  });
}

const wholeField = (sub: SubField) => ({ ...sub, is_column: false, is_filter: false, is_searched: false });

interface Converted {
  /** The text to store; undefined when nothing fits. */
  readonly text: string | undefined;
  /** Values that are part of `text`, or empty. */
  readonly taken: readonly AcfField[];
  /** Values that fit no field; they stay. */
  readonly unfit: readonly AcfField[];
  /** Values of rows within rows that are no words; they stay, and are not shown. */
  readonly rest?: readonly AcfField[];
}

function convertPlain(root: AcfRoot, target: Field): Converted {
  const { value: stored } = root;
  if (isEmptyValue(stored)) return { text: undefined, taken: [root], unfit: [] };
  const text = candidate(target, stored);
  const value = text === undefined ? undefined : readValue(target, text);
  if (value === undefined) return { text: undefined, taken: [], unfit: [root] };
  return { text: encodeValue(value), taken: [root], unfit: [] };
}

/** The words of rows inside of a cell as HTML, and the values that aren't words. */
function nestedWords({ nested }: AcfCell): {
  readonly html: string;
  readonly taken: AcfField[];
  readonly rest: AcfField[];
} {
  const lines: string[] = [];
  const taken: AcfField[] = [];
  const rest: AcfField[] = [];
  for (const field of nested) {
    const text = typeof field.value === 'string' ? field.value.trim() : undefined;
    const isCount = text !== undefined && nested.some(({ name }) => name.startsWith(`${field.name}_0_`));
    if (isEmptyValue(field.value) || isCount) taken.push(field);
    else if (text === undefined || isUnreadable(text) || isNoWords(text)) rest.push(field);
    else {
      taken.push(field);
      lines.push(
        /^<(?:p|ul|ol|h[1-6]|div|table|blockquote|figure)[\s>]/i.test(text) ? text : `<p>${text}</p>`,
      );
    }
  }
  return { html: lines.join('\n'), taken, rest };
}

interface Cell {
  readonly value: unknown;
  readonly taken: readonly AcfField[];
  readonly unfit: readonly AcfField[];
  readonly rest?: readonly AcfField[];
}

function convertCell(cell: AcfCell, sub: SubField | undefined): Cell {
  const all = [cell, ...cell.nested];
  if (cell.nested.length === 0 && isEmptyValue(cell.value)) return { value: null, taken: all, unfit: [] };
  if (!sub) return { value: null, taken: [], unfit: all };
  const words = cell.nested.length > 0 ? nestedWords(cell) : undefined;
  const text = words ? words.html : candidate(sub, cell.value);
  const value = text === undefined ? undefined : readValue(wholeField(sub), text);
  if (value === undefined) return { value: null, taken: [], unfit: all };
  if (!words) return { value, taken: all, unfit: [] };
  return { value: text === '' ? null : value, taken: [cell, ...words.taken], unfit: [], rest: words.rest };
}

function convertRows(root: AcfRoot, planned: PlannedField, target: Field): Converted {
  const all = [
    root,
    ...[...root.rows.values()].flatMap((cells) =>
      [...cells.values()].flatMap((cell) => [cell, ...cell.nested]),
    ),
  ];
  const whole: Converted = { text: undefined, taken: [], unfit: all };
  if (root.rows.size === 0)
    return isEmptyValue(root.value) || root.value === '0'
      ? { text: undefined, taken: [root], unfit: [] }
      : whole;
  if (root.rows.size > Math.min(target.max ?? maxEntries, maxEntries)) return whole;
  const subs = new Map((target.fields ?? []).map((sub) => [sub.name, sub]));
  const layout = subs.get(planned.layout);
  const taken: AcfField[] = [root];
  const unfit: AcfField[] = [];
  const rest: AcfField[] = [];
  const rows: Record<string, unknown>[] = [];
  let values = 0;
  for (const [row, cells] of root.rows) {
    const named = root.layouts?.[row];
    const isKnown = layout && named !== undefined && decodeValue(wholeField(layout), named) !== undefined;
    const converted: Record<string, unknown> = Object.fromEntries(
      [...subs.keys()].map((name) => [name, null]),
    );
    if (isKnown) converted[layout.name] = named;
    for (const cell of cells.values()) {
      const sub = subs.get(planned.subs.get(subKey(cell.sub, cell.key)) ?? '');
      const read = convertCell(cell, sub);
      taken.push(...read.taken);
      unfit.push(...read.unfit);
      rest.push(...(read.rest ?? []));
      if (sub && read.value !== null) {
        converted[sub.name] = read.value;
        values++;
      }
    }
    rows.push(converted);
  }
  if (values === 0 && unfit.length > 0) return whole;
  const value = decodeValue(target, JSON.stringify(rows));
  const text = value === undefined ? '' : encodeValue(value);
  return text === '' || text.length > maxValueLength ? whole : { text, taken, unfit, rest };
}

export interface ConvertedItem {
  readonly item: WxrItem;
  /** Values that stayed ordinary meta, by the name of the field here, with one of their keys. */
  readonly unfit: ReadonlyMap<string, string>;
}

/**
 * Turns the plugin's values of an item into values of fields. Values that fit no field stay as they are, with the
 * keys by which they are shown. The words of the others are shown by blocks at the end of the text.
 */
export function convertItem(
  item: WxrItem,
  planned: readonly PlannedField[],
  {
    targets,
    acfTypes,
  }: { readonly targets: readonly Field[]; readonly acfTypes: ReadonlyMap<string, string> },
): ConvertedItem {
  const roots = structureOf(item.meta);
  const byName = new Map(planned.map((one) => [one.name, one]));
  const fields = new Map(targets.map((field) => [field.name, field]));
  const unfit = new Map<string, string>();
  const dropped = new Set<string>();
  const unhelped = new Set<string>();
  const stored = new Map<string, WxrMeta>();
  const shown: string[] = [];
  for (const root of roots) {
    const plan = byName.get(root.name);
    const target = plan && fields.get(plan.field);
    if (!plan || !target) {
      const isGroup =
        isEmptyValue(root.value) && planned.some(({ name }) => name.startsWith(`${root.name}_`));
      if (isGroup) dropped.add(root.name);
      continue;
    }
    const isTaken = plan.field !== plan.name && item.meta.some(({ key }) => key === plan.field);
    const converted = isTaken
      ? { text: undefined, taken: [], unfit: [root] }
      : target.kind === 'group'
        ? convertRows(root, plan, target)
        : root.rows.size > 0
          ? { text: undefined, taken: [], unfit: [root] }
          : convertPlain(root, target);
    const rest = converted.rest ?? [];
    const [first] = [...converted.unfit, ...rest];
    if (first) unfit.set(target.name, first.name);
    for (const { name } of converted.taken) dropped.add(name);
    if (converted.taken.length > 0) for (const { name } of [...root.stale, ...rest]) unhelped.add(name);
    if (converted.text === undefined) continue;
    stored.set(root.name, { key: target.name, value: converted.text });
    if (isShown(root, target, item, { ...noSources, fieldTypes: acfTypes }))
      shown.push(blockOf(target, plan.layout));
  }
  if (dropped.size === 0) return { item, unfit };
  const meta = rewritten(item.meta, { dropped, unhelped, stored });
  return { item: { ...item, meta, content: withBlocks(item.content, shown) }, unfit };
}

function rewritten(
  meta: readonly WxrMeta[],
  {
    dropped,
    unhelped,
    stored,
  }: {
    readonly dropped: Set<string>;
    readonly unhelped: ReadonlySet<string>;
    readonly stored: ReadonlyMap<string, WxrMeta>;
  },
): WxrMeta[] {
  const isHelper = (key: string) =>
    key.startsWith('_') && (dropped.has(key.slice(1)) || unhelped.has(key.slice(1)));
  const met = new Set<string>();
  return meta.flatMap((one) => {
    if (isHelper(one.key) && one.value.startsWith('field_')) return [];
    // Further values of a key are no values of the field.
    if (!dropped.has(one.key) || met.has(one.key)) return [one];
    met.add(one.key);
    const value = stored.get(one.key);
    return value ? [value] : [];
  });
}

/** Whether the page showed the field so far, and its text does not repeat it. */
function isShown(root: AcfRoot, target: Field, item: WxrItem, sources: DataSources): boolean {
  if (unshownName.test(root.name)) return false;
  if (relationKinds.has(target.kind)) return !isPictured(root, target, item.content);
  const cells = [...root.rows.values()].flatMap((row) => [...row.values()]);
  const fields = [root, ...cells.flatMap((cell) => [cell, ...cell.nested])];
  const relations = new Set(
    (target.fields ?? []).filter(({ kind }) => relationKinds.has(kind)).map(({ name }) => name),
  );
  if (relations.size > 0) return true;
  const parts = acfParts(fields, sources).flat();
  return partsToAdd(parts, { content: item.content, shown: [item.title, item.excerpt] }).length > 0;
}

function isPictured({ value }: AcfRoot, { kind }: Field, content: string): boolean {
  if (kind !== 'image' && kind !== 'gallery') return false;
  const ids = plainTextsOf(value) ?? [plainTextOf(value) ?? ''];
  return ids.every(
    (id) => content.includes(`wp-image-${id.trim()}"`) || content.includes(`wp-image-${id.trim()} `),
  );
}

/** Kinds that the page did not show, because they mean nothing to readers without a label. */
const silentKinds: ReadonlySet<string> = new Set([
  'number',
  'boolean',
  'date',
  'date_time',
  'colour',
  'place',
]);

/** The block that shows a field, without its layouts and silent fields of rows. */
function blockOf({ name, fields = [] }: Field, layout: string): string {
  const columns = fields.filter((sub) => sub.name !== layout && !silentKinds.has(sub.kind));
  const isWhole = columns.length === 0 || columns.length === fields.length;
  const settings = isWhole ? {} : { columns: columns.map((sub) => sub.name).join(',') };
  return writeOpening('broadsheet/field', { name, ...settings }, true);
}

function withBlocks(content: string, blocks: readonly string[]): string {
  if (blocks.length === 0) return content;
  const text = blocks.join('\n\n');
  return content.trim() === '' ? text : `${content}\n\n${text}`;
}
