import { isRecord } from '../is-record.ts';
import { idsOf, valueParts } from './acf-values.ts';
import type { FieldValue } from './acf-values.ts';
import type { DataSources, Part } from './parts.ts';
import { readPhpData } from './php-data.ts';

/** A field with its value. ACF stores them as pairs: `name` holds the value, `_name` the key of the field. */
export interface AcfField {
  readonly name: string;
  /** `field_…`; of a cloned field several, joined. Empty: not known. */
  readonly key: string;
  readonly value: FieldValue;
}

/** Fields of one post, or block, that are read. */
const maxFields = 5000;
/** Rows of one field, and values inside each other. */
const maxRows = 2000;
const deepest = 10;

const fieldKey = /^field_[\w-]+$/;

/** Fields that settings of pages and search engines are kept in. */
const unshownName =
  /(?:^|_)(?:seo|og|meta_title|meta_description|css|class|classes|anchor|html_id|tracking|shortlink|redirect)(?:_|$)/i;

/** The type's key in a field's key: of a cloned field the last. */
export const typeKey = (key: string): string => key.slice(Math.max(0, key.lastIndexOf('field_')));

const readValue = (text: string): FieldValue =>
  /^[aO]:\d+:/.test(text) ? (readPhpData(text) ?? text) : text;

/** The fields in a post's meta, in order; of values with one key the first counts, as in WordPress. */
export function fieldsOfMeta(meta: readonly (readonly [key: string, value: string])[]): AcfField[] {
  const keys = new Map<string, string>();
  for (const [key, value] of meta)
    if (key.startsWith('_') && fieldKey.test(value) && !keys.has(key)) keys.set(key, value);
  const fields = new Map<string, AcfField>();
  for (const [name, value] of meta) {
    const key = keys.get(`_${name}`);
    if (key !== undefined && !fields.has(name) && fields.size < maxFields)
      fields.set(name, { name, key, value: readValue(value) });
  }
  return [...fields.values()];
}

/** The fields of a block: `{"title": "…", "_title": "field_…"}`, or by the fields' keys alone. */
export function fieldsOfData(data: Readonly<Record<string, unknown>>): AcfField[] {
  return Object.keys(data)
    .filter((name) => !name.startsWith('_'))
    .slice(0, maxFields)
    .map((name) => {
      const key = Object.hasOwn(data, `_${name}`) ? data[`_${name}`] : undefined;
      return {
        name,
        key: typeof key === 'string' && fieldKey.test(key) ? key : fieldKey.test(name) ? name : '',
        value: data[name],
      };
    });
}

interface Node extends AcfField {
  readonly rows: { readonly row: number; readonly node: Node }[];
}

/** How many rows a field has; undefined: its value is no count of rows. */
function countOf(value: FieldValue): number | undefined {
  if (Array.isArray(value)) return value.length;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
const isEmpty = (value: FieldValue) => value === '' || value === null || value === undefined;

/**
 * The parts that fields show, in order. Rows of repeaters and flexible content (`rows_0_text`) and fields of groups (`group_text`) appear at the place of the
 * first of them; row counts and layout names are not shown.
 */
export function acfParts(fields: readonly AcfField[], sources: DataSources): Part[][] {
  const nodes = new Map(fields.map((field): [string, Node] => [field.name, { ...field, rows: [] }]));
  const roots: Node[] = [];
  const placed = new Set<Node>();
  const place = (node: Node): void => {
    if (placed.has(node)) return;
    placed.add(node);
    const above = parentOf(node.name, nodes);
    if (!above) roots.push(node);
    else {
      place(above.node);
      above.node.rows.push({ row: above.row, node });
    }
  };
  for (const node of nodes.values()) place(node);
  return roots
    .filter(({ name }) => !unshownName.test(name))
    .map((node) => partsOf(node, sources, 0))
    .filter((parts) => parts.length > 0);
}

/** The field whose row or group a field is in: the one with the longest name. */
function parentOf(
  name: string,
  nodes: ReadonlyMap<string, Node>,
): { readonly node: Node; readonly row: number } | undefined {
  for (let at = name.lastIndexOf('_', name.length - 2); at > 0; at = name.lastIndexOf('_', at - 1)) {
    const node = nodes.get(name.slice(0, at));
    if (!node) continue;
    const row = /^(\d{1,4})_./.exec(name.slice(at + 1))?.[1];
    const count = countOf(node.value);
    if (row !== undefined && count !== undefined) return { node, row: Number(row) };
    if (row === undefined && isEmpty(node.value)) return { node, row: 0 };
  }
  return undefined;
}

function partsOf(node: Node, sources: DataSources, depth: number): Part[] {
  if (depth > deepest * 3) return [];
  if (node.rows.length === 0) return leafParts(node.name, node.key, node.value, sources, 0);
  const count = isEmpty(node.value) ? 1 : Math.min(countOf(node.value) ?? 0, maxRows);
  return node.rows
    .filter(({ row }) => row < count)
    .toSorted((a, b) => a.row - b.row)
    .flatMap(({ node: inner }) => (unshownName.test(inner.name) ? [] : partsOf(inner, sources, depth + 1)));
}

function leafParts(
  name: string,
  key: string,
  value: FieldValue,
  sources: DataSources,
  depth: number,
): Part[] {
  const type = sources.fieldTypes.get(typeKey(key)) ?? '';
  const parts = valueParts(type, name, value, sources, sources.taxonomies.get(typeKey(key)));
  if (parts.length > 0 || depth > deepest) return parts;
  // The block editor may leave rows as `{"row-0": {"field_…": …}}`, or as a list of them.
  const inner = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  if (inner.length === 0 || inner.length > maxRows || !inner.every(isRecord)) {
    return isRecord(value) && Object.keys(value).some((one) => fieldKey.test(one))
      ? rowParts(value, sources, depth)
      : [];
  }
  return inner.flatMap((row) => rowParts(row, sources, depth));
}

const rowParts = (row: Readonly<Record<string, unknown>>, sources: DataSources, depth: number): Part[] =>
  fieldsOfData(row)
    .filter(({ name }) => name !== 'acf_fc_layout')
    .flatMap(({ name, key, value }) => leafParts(name, key, value, sources, depth + 1));

/** Ids and keys of fields that the parts of these fields may ask for. */
export function neededBy(
  fields: readonly AcfField[],
  limit: number,
): { readonly ids: ReadonlySet<string>; readonly keys: ReadonlySet<string> } {
  const ids = new Set<string>();
  const keys = new Set<string>();
  const look = (value: FieldValue, depth: number): void => {
    for (const id of idsOf(value) ?? []) if (ids.size < limit) ids.add(id);
    if (depth > deepest) return;
    if (Array.isArray(value)) for (const inner of value.slice(0, maxRows)) look(inner, depth + 1);
    else if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (fieldKey.test(key) && keys.size < limit) keys.add(typeKey(key));
        look(inner, depth + 1);
      }
    }
  };
  for (const { key, value } of fields) {
    if (key !== '' && keys.size < limit) keys.add(typeKey(key));
    look(value, 0);
  }
  return { ids, keys };
}
