import { isRecord } from '../records.ts';
import type { DataSources, Part, PartImage } from './parts.ts';
import { readPhpData } from '../php-serialize.ts';
import { escapeHtml } from '../plain-text.ts';
import { isSettingValue } from '../setting-value.ts';
import { isBlockHtml, isRealLink, linkTo, player, rich } from './parts.ts';

/** An ACF field with its value. ACF stores pairs: `name` holds the value, `_name` the key of the field. */
export interface AcfField {
  readonly name: string;
  readonly key: string;
  readonly value: FieldValue;
}

const maxFields = 5000;
const maxRows = 2000;
const maxDepth = 10;

export const fieldKey = /^field_[\w-]+$/;

/** Fields with settings of the page or for search engines. */
export const unshownName =
  /(?:^|_)(?:seo|og|meta_title|meta_description|css|class|classes|anchor|html_id|tracking|shortlink|redirect)(?:_|$)/i;

/** The last field key, which determines the type of a cloned field. */
export const typeKey = (key: string): string => key.slice(Math.max(0, key.lastIndexOf('field_')));

const readValue = (text: string): FieldValue =>
  /^[aO]:\d+:/.test(text) ? (readPhpData(text) ?? text) : text;

/** The fields in a post's meta, in order. Of several values with one key the first counts, as in WordPress. */
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

/** The fields of a block: `{"title": "…", "_title": "field_…"}`, or only the fields' keys. */
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

/** The number of rows of a field; undefined when its value is not a count. */
function countOf(value: FieldValue): number | undefined {
  if (Array.isArray(value)) return value.length;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
const isEmpty = (value: FieldValue) => value === '' || value === null || value === undefined;

/**
 * The parts that fields show, in order. Rows of repeaters and flexible content (`rows_0_text`) and fields of groups
 * (`group_text`) appear where the first of them is; row counts and layout names are not shown.
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

/** The field whose row or group contains a field: the one with the longest name. */
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
  if (depth > maxDepth * 3) return [];
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
  if (parts.length > 0 || depth > maxDepth) return parts;
  // The block editor may store rows as `{"row-0": {"field_…": …}}`, or as a list of them.
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

/** Ids and field keys that rendering these fields needs. */
export function neededBy(
  fields: readonly AcfField[],
  limit: number,
): { readonly ids: ReadonlySet<string>; readonly keys: ReadonlySet<string> } {
  const ids = new Set<string>();
  const keys = new Set<string>();
  const look = (value: FieldValue, depth: number): void => {
    for (const id of idsOf(value) ?? []) if (ids.size < limit) ids.add(id);
    if (depth > maxDepth) return;
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

type FieldValue = unknown;

const idPattern = /^[1-9]\d{0,12}$/;
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;
const webAddress = /^(?:https?:)?\/\/[^\s<>"]+$/i;
export const fileNames =
  /image|img|photo|pic|logo|gallery|banner|hero|thumb|avatar|portrait|cover|background|file|pdf|download|document|audio|video|media|attachment|poster|foto|bild/i;
export const relationNames =
  /post|article|story|stories|related|relation|page|read|event|person|people|team|project|review/i;
export const otherIds = /term|categor|tag|taxonom|user|menu|form/i;

/** Types whose values mean nothing to readers without context. */
const silentTypes: ReadonlySet<string> = new Set([
  'number',
  'range',
  'true_false',
  'color_picker',
  'date_picker',
  'date_time_picker',
  'time_picker',
  'google_map',
  'icon_picker',
  'password',
  'tab',
  'message',
  'accordion',
  'separator',
  'output',
]);

/** Dates in words without other text: `5 March 2024`, `5 de marzo de 2024`; `March 5th, 2024`. */
const dayFirst =
  /^(?:\p{L}{3,12},? )?\d{1,2}(?:\.|st|nd|rd|th)? (?:de |of )?\p{L}{3,12}\.?(?: de)?,? \d{4}$/iu;
const monthFirst = /^(?:\p{L}{3,12},? )?\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}$/iu;
const isDate = (text: string) => dayFirst.test(text) || monthFirst.test(text);
/** Keys, hashes and encoded values: one long token of digits and letters. */
const token = /^(?=[^\s]*\d)(?=[^\s]*[a-z])[\w+/=.:-]{16,}$/i;

export function isNoWords(text: string): boolean {
  return (
    isSettingValue(text) ||
    isDate(text) ||
    token.test(text) ||
    /^(?:\{.*\}|\[\{.*\}\])$/s.test(text) ||
    /^[aO]:\d+:\{/.test(text)
  );
}

function idsOf(value: FieldValue): string[] | undefined {
  const one = (raw: unknown) => {
    const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : '';
    return idPattern.test(text) ? text : undefined;
  };
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, 500) : [value];
  const ids = items.map((item) => one(isRecord(item) ? (item.ID ?? item.id) : item));
  return ids.length > 0 && ids.every((id) => id !== undefined) ? ids : undefined;
}

const images = (found: readonly PartImage[]): Part[] =>
  found.length === 0 ? [] : [{ kind: 'images', images: found }];

function linkParts(url: string, title: string): Part[] {
  return isRealLink(url)
    ? [
        {
          kind: 'paragraph',
          html: `<a href="${escapeHtml(url)}">${title.trim() === '' ? escapeHtml(url) : title}</a>`,
        },
      ]
    : [];
}

/** Files by their ids at the old site; those not imported show nothing. */
function fileParts(ids: readonly string[], { items }: DataSources): Part[] {
  const parts: Part[] = [];
  const pictures: PartImage[] = [];
  for (const id of ids) {
    const file = items.get(id)?.file;
    if (!file) continue;
    if (file.mimeType.startsWith('image/')) {
      const caption = ids.length === 1 && file.caption !== '' ? { caption: file.caption } : {};
      pictures.push({ url: '', oldId: id, alt: file.alt, ...caption });
    } else {
      const kind = file.mimeType.split('/')[0];
      parts.push({
        kind: 'file',
        url: file.url,
        as: kind === 'audio' || kind === 'video' ? kind : 'download',
        name: file.title,
      });
    }
  }
  return [...images(pictures), ...parts];
}

function postParts(ids: readonly string[], { items }: DataSources): Part[] {
  const found = ids.flatMap((id) => {
    const item = items.get(id);
    return item && !item.file ? [item.id] : [];
  });
  return found.length === 0 ? [] : [{ kind: 'posts', ids: [...new Set(found)] }];
}

const words = (text: string): Part[] =>
  /[\r\n]/.test(text) || isBlockHtml(text) ? [{ kind: 'text', html: text }] : rich(text);

function addressParts(url: string): Part[] {
  if (pictureFile.test(url)) return images([{ url }]);
  const [found] = player(url);
  // Only videos and audio files get a player; any other URL becomes a link.
  return found && (found.kind === 'file' || isFilm(url)) ? [found] : linkParts(url, '');
}
const isFilm = (url: string) =>
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|dailymotion\.com|dai\.ly)\//i.test(
    url,
  );

function textParts(text: string, name: string, sources: DataSources): Part[] {
  if (text === '') return [];
  if (webAddress.test(text)) return addressParts(text);
  if (idPattern.test(text)) {
    const known = sources.items.get(text);
    if (known?.file) return fileNames.test(name) ? fileParts([text], sources) : [];
    return known && relationNames.test(name) && !otherIds.test(name) ? postParts([text], sources) : [];
  }
  return isNoWords(text) ? [] : words(text);
}

function nameParts(
  type: 'taxonomy' | 'user',
  value: FieldValue,
  { terms, users }: DataSources,
  taxonomy: string,
): Part[] {
  const names = (idsOf(value) ?? []).flatMap((id) => {
    const known = type === 'user' ? users.get(id) : terms.get(`${taxonomy}:${id}`);
    return known ? [linkTo(escapeHtml(known.name), escapeHtml(known.url))] : [];
  });
  return names.length === 0 ? [] : [{ kind: 'paragraph', html: [...new Set(names)].join(', ') }];
}

/** Parts of a field without subfields. `type` comes from the field group; '' when the export has no field groups. */
function valueParts(
  type: string,
  name: string,
  value: FieldValue,
  sources: DataSources,
  taxonomy = '',
): Part[] {
  if (silentTypes.has(type)) return [];
  if (type === 'taxonomy' || type === 'user') return nameParts(type, value, sources, taxonomy);
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  const ids = idsOf(value);
  if (type === 'image' || type === 'gallery' || type === 'file') {
    if (ids) return fileParts(ids, sources);
    if (webAddress.test(text)) return addressParts(text);
    return isRecord(value) && typeof value.url === 'string' ? addressParts(value.url) : [];
  }
  if (type === 'relationship' || type === 'post_object' || type === 'page_link') {
    return ids ? postParts(ids, sources) : webAddress.test(text) ? linkParts(text, '') : [];
  }
  if (type === 'text' || type === 'textarea' || type === 'wysiwyg') return text === '' ? [] : words(text);
  if (type === 'oembed') return webAddress.test(text) ? player(text) : [];
  if (type === 'url') return webAddress.test(text) ? addressParts(text) : [];
  if (type === 'email') return text === '' ? [] : linkParts(`mailto:${text}`, escapeHtml(text));
  if (text !== '') return textParts(text, name, sources);
  if (ids && Array.isArray(value)) {
    const known = ids.map((id) => sources.items.get(id));
    if (otherIds.test(name) || !known.every((item) => item !== undefined)) return [];
    if (known.every(({ file }) => file !== undefined)) return fileParts(ids, sources);
    return known.every(({ file }) => file === undefined) ? postParts(ids, sources) : [];
  }
  if (Array.isArray(value)) {
    const texts = value
      .slice(0, 500)
      .filter((item) => typeof item === 'string')
      .map((item) => item.trim())
      .filter((item) => item !== '' && !isNoWords(item));
    return texts.length === 0 ? [] : [{ kind: 'list', items: texts }];
  }
  if (!isRecord(value)) return [];
  const own = (key: string) =>
    Object.hasOwn(value, key) && typeof value[key] === 'string' ? value[key].trim() : '';
  if (Object.hasOwn(value, 'lat') && Object.hasOwn(value, 'lng'))
    return own('address') === '' ? [] : rich(own('address'));
  const url = own('url');
  if (url === '') return [];
  return pictureFile.test(url) ? images([{ url, alt: own('alt') }]) : linkParts(url, own('title'));
}
