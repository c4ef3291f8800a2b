import { typeKey } from '../../lib/builder-data/acf-fields.ts';
import { readPhpData } from '../../lib/php-serialize.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { isRecord } from '../../lib/records.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { maxEntries } from '../../modules/fields/model.ts';
import type { FieldKind } from '../../modules/fields/model.ts';
import type { WxrItem } from '../wxr-events.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The settings of a field in the plugin, from a post of the type `acf-field`. */
export interface AcfDefinition {
  /** As the plugin names it: `wysiwyg`. */
  readonly type: string;
  /** Undefined for types unknown here; the values decide. */
  readonly kind: FieldKind | undefined;
  /** Empty without one. */
  readonly label: string;
  readonly isMultiple: boolean;
  readonly choices: readonly Choice[];
  readonly postTypes: readonly string[];
  readonly taxonomies: readonly string[];
  /** Layouts of flexible content: labels by name. */
  readonly layouts: ReadonlyMap<string, string>;
}

export const definitionType = 'acf-field';

const kindOfType: ReadonlyMap<string, FieldKind> = new Map([
  ['text', 'text'],
  ['textarea', 'textarea'],
  ['email', 'text'],
  ['password', 'text'],
  ['time_picker', 'text'],
  ['wysiwyg', 'rich_text'],
  ['number', 'number'],
  ['range', 'number'],
  ['url', 'link'],
  ['link', 'link'],
  ['oembed', 'link'],
  ['true_false', 'boolean'],
  ['select', 'choice'],
  ['radio', 'choice'],
  ['button_group', 'choice'],
  ['checkbox', 'choice'],
  ['date_picker', 'date'],
  ['date_time_picker', 'date_time'],
  ['color_picker', 'colour'],
  ['google_map', 'place'],
  ['image', 'image'],
  ['file', 'file'],
  ['gallery', 'gallery'],
  ['post_object', 'post'],
  ['relationship', 'post'],
  ['page_link', 'post'],
  ['taxonomy', 'term'],
  ['user', 'user'],
  ['repeater', 'group'],
  ['flexible_content', 'group'],
]);

const own = (settings: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(settings, name) ? settings[name] : undefined;
const textIn = (settings: Readonly<Record<string, unknown>>, name: string): string => {
  const value = own(settings, name);
  return typeof value === 'string' ? value : '';
};
const listed = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
const namesIn = (value: unknown): string[] => {
  const names = typeof value === 'string' ? [value] : listed(value);
  return names
    .filter((one) => typeof one === 'string')
    .filter((one) => /^[a-z\d_-]{1,32}$/.test(one))
    .slice(0, 50);
};

/** A label as a definition may have it. */
export const labelOf = (text: string): string =>
  visibleName(htmlToText(text.slice(0, 1000)))
    .slice(0, 200)
    .trim();

function choicesIn(value: unknown): Choice[] {
  const entries = Array.isArray(value)
    ? value.map((label, at) => [String(at), label] as const)
    : isRecord(value)
      ? Object.entries(value)
      : [];
  // More are useless: the values decide then.
  return entries.slice(0, maxEntries + 1).map(([name, label]) => ({
    value: name,
    label:
      labelOf(typeof label === 'string' ? label : typeof label === 'number' ? String(label) : '') ||
      labelOf(name),
  }));
}

/** The key and settings of a field that an export defines; undefined for another item. */
export function readDefinition({
  type,
  slug,
  title,
  content,
}: Pick<WxrItem, 'type' | 'slug' | 'title' | 'content'>):
  | { readonly key: string; readonly definition: AcfDefinition }
  | undefined {
  if (type !== definitionType || !slug.startsWith('field_')) return undefined;
  const read = readPhpData(content.trim());
  const settings = isRecord(read) ? read : {};
  const kind = textIn(settings, 'type');
  const fieldType = textIn(settings, 'field_type');
  const layouts = listed(own(settings, 'layouts')).slice(0, maxEntries).filter(isRecord);
  return {
    key: typeKey(slug.slice(0, 200)),
    definition: {
      type: kind.slice(0, 40),
      kind: kindOfType.get(kind),
      label: labelOf(title),
      isMultiple:
        kind === 'checkbox' ||
        kind === 'relationship' ||
        (kind === 'taxonomy' && (fieldType === 'checkbox' || fieldType === 'multi_select')) ||
        Number(own(settings, 'multiple')) === 1,
      choices: choicesIn(own(settings, 'choices')),
      postTypes: namesIn(own(settings, 'post_type')).filter((name) => name.length <= 20),
      taxonomies: kind === 'taxonomy' ? namesIn(own(settings, 'taxonomy')) : [],
      layouts: new Map(
        layouts.map((layout) => [textIn(layout, 'name').slice(0, 100), labelOf(textIn(layout, 'label'))]),
      ),
    },
  };
}
