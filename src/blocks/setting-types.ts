import { z } from 'zod';
import type { ReaderText } from '../languages/en.ts';
import { withoutOwnClasses } from '../lib/clean-html/own-names.ts';
import { formerly } from '../lib/records.ts';
import type { Former } from '../lib/records.ts';
import { nearestWhole } from '../lib/numbers.ts';
import { whole } from '../lib/schemas.ts';

/**
 * Settings come from block comments, imports and `td_atts`: numbers as strings, flags as 'yes', ids in lists. Bad
 * values fall back to the default. `z.toJSONSchema` outputs defaults and, from zod's registry, inspector metadata.
 */

export const settingPanels = [
  'Content',
  'Filter',
  'Ajax filter',
  'Pagination',
  'Layout',
  'Style',
  'Advanced',
] as const;

export type SettingWords = {
  readonly title: string;
  readonly help?: string;
  readonly group: (typeof settingPanels)[number];
};

/** The inspector's control. Those without an id of their own take bounds and default from the JSON schema. */
export type SettingControl =
  | { readonly control: 'toggle' | 'color' }
  | { readonly control: 'number'; readonly unit?: 'px' }
  | { readonly control: 'text' | 'textarea'; readonly maxLength: number }
  /** One option, or for checkboxes any number of them, comma-separated. */
  | {
      readonly control: 'select' | 'checkboxes';
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  /** An id, or several comma-separated ones; 0 or empty: none. Post types, and terms where it says so, use slugs. */
  | { readonly control: 'user' | 'post-type'; readonly multiple?: boolean }
  | { readonly control: 'post'; readonly multiple?: boolean; readonly postType?: string }
  | {
      readonly control: 'term';
      readonly multiple?: boolean;
      readonly taxonomy: string;
      readonly by?: 'slug';
    };

export type SettingMeta = SettingWords & SettingControl;

export type Setting<Schema extends z.ZodType = z.ZodType> = z.ZodPreprocess<z.ZodDefault<Schema>>;

/** `read` converts to what `schema` accepts, or returns undefined for the default. */
function setting<Schema extends z.ZodType>(
  read: (value: unknown) => unknown,
  schema: Schema,
  fallback: z.output<Schema>,
  meta: SettingMeta,
): Setting<Schema> {
  return z
    .preprocess(read, schema.default(fallback as z.util.NoUndefined<z.output<Schema>>))
    .register(z.globalRegistry, meta);
}

export function toggle({ default: fallback, ...words }: SettingWords & { readonly default: boolean }) {
  return setting(readFlag, z.boolean(), fallback, { control: 'toggle', ...words });
}

function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'string' ? onWords.includes(value.toLowerCase()) : undefined;
}

const onWords = ['yes', 'true', '1', 'on'];
const offWords = ['no', 'false', '0', 'off', ''];

/** Only clear booleans: any other text may be a mistyped option. */
function readFormerFlag(value: unknown): boolean | undefined {
  return typeof value !== 'string' || [...onWords, ...offWords].includes(value.toLowerCase())
    ? readFlag(value)
    : undefined;
}

interface NumberBounds {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit?: 'px';
}

export function number({ default: fallback, min, max, ...words }: SettingWords & NumberBounds) {
  return setting((value) => nearestWhole(value, min, max), whole(min, max), fallback, {
    control: 'number',
    ...words,
  });
}

interface TextBounds {
  readonly default?: string;
  /** Longer text is cut to this many characters. */
  readonly max: number;
}

export function text({ default: fallback = '', max, ...words }: SettingWords & TextBounds) {
  return setting((value) => readText(value, max), z.string(), fallback, {
    control: 'text',
    maxLength: max,
    ...words,
  });
}

export function textarea({ default: fallback = '', max, ...words }: SettingWords & TextBounds) {
  return setting((value) => readText(value, max), z.string(), fallback, {
    control: 'textarea',
    maxLength: max,
    ...words,
  });
}

/** Removes NUL, which databases reject. */
function readText(value: unknown, max: number): string | undefined {
  return typeof value === 'string'
    ? value.slice(0, max).replaceAll('\0', '')
    : typeof value === 'number'
      ? String(value)
      : undefined;
}

/** Placeholder for a string of the site, resolved when the block loads (`wordings.ts`); the default of reader-visible texts. */
export function wording(name: ReaderText): `translation_${ReaderText}` {
  return `translation_${name}`;
}

interface Choice<Word extends string> {
  readonly default: NoInfer<Word>;
  /** Options with their labels. `''` means none of the others, so that views can test truthiness. */
  readonly options: Readonly<Record<Word, string>>;
}

/**
 * One of the options. `was` maps earlier values of another type, as strings, and removed options. For a former toggle
 * `{ true: 'large', false: '' }` also reads 'yes', 'no', 1 and the like.
 */
export function select<const Word extends string>({
  default: fallback,
  options,
  was = {},
  ...words
}: SettingWords & Choice<Word> & { was?: Former<Word> }) {
  const known = keysOf(options);
  const read = (value: unknown) =>
    known.find((word) => word === value) ?? formerly(was, value) ?? formerly(was, readFormerFlag(value));
  return setting(read, z.enum(known), fallback, { control: 'select', options: labelled(options), ...words });
}

/** Any of the options, comma-separated; other text is preserved. */
export function checkboxes({
  default: fallback = '',
  max,
  options,
  ...words
}: SettingWords & TextBounds & Pick<Choice<string>, 'options'>) {
  return setting((value) => readText(value, max), z.string(), fallback, {
    control: 'checkboxes',
    options: labelled(options),
    ...words,
  });
}

export function keysOf<Word extends string>(labels: Readonly<Record<Word, string>>): Word[] {
  return Object.keys(labels) as Word[]; // it holds no others
}

function labelled(options: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(options).map(([value, label]) => ({ value, label }));
}

/** A colour as `#rgb` to `#rrggbbaa`; anything else is ignored. */
export function color(words: SettingWords) {
  const isColor = (value: unknown) =>
    typeof value === 'string' && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
  return setting((value) => (isColor(value) ? value : undefined), z.string(), '', {
    control: 'color',
    ...words,
  });
}

const maxClassNamesLength = 200;

/** Class names; characters that no class name needs are dropped. */
export function classNames() {
  const read = (value: unknown) =>
    typeof value === 'string'
      ? withoutOwnClasses(value.replace(/[^\w -]/g, '').slice(0, maxClassNamesLength))
      : undefined;
  const words: SettingWords = {
    group: 'Advanced',
    title: 'Additional CSS classes',
    help: 'Separate class names with spaces.',
  };
  return setting(read, z.string(), '', { control: 'text', maxLength: maxClassNamesLength, ...words });
}

type Thing =
  | { readonly control: 'post'; readonly postType?: string }
  | { readonly control: 'user' }
  | { readonly control: 'term'; readonly taxonomy: string };

/** The id of one item of the site; 0: none. */
export function reference(words: SettingWords & Thing) {
  return setting((value) => nearestWhole(value), whole(0), 0, words);
}

/** Several items of the site, comma-separated: their ids, or the slugs of terms. */
export function references({
  max,
  ...words
}: SettingWords & TextBounds & Thing & { readonly by?: 'slug'; readonly multiple?: boolean }) {
  return setting((value) => readText(value, max), z.string(), '', { multiple: true, ...words });
}

/** Characters. */
const maxTypeNameLength = 20;

/** Comma-separated names of post types; also reads an array. */
export function postTypes({ max, ...words }: SettingWords & TextBounds) {
  const read = (value: unknown) =>
    readText(Array.isArray(value) ? value.filter((name) => typeof name === 'string').join(',') : value, max);
  return setting(read, z.string(), '', { control: 'post-type', multiple: true, ...words });
}

export function postTypeName(words: SettingWords) {
  return setting((value) => readText(value, maxTypeNameLength), z.string(), '', {
    control: 'post-type',
    ...words,
  });
}

/** The same settings with other defaults. */
export function withDefaults<Shape extends Readonly<Record<string, Setting>>>(
  settings: z.ZodObject<Shape>,
  defaults: Partial<z.output<z.ZodObject<Shape>>>,
): z.ZodObject<Shape> {
  const changed = Object.entries(settings.shape).flatMap(([name, known]) => {
    const fallback = defaults[name as keyof typeof defaults];
    return fallback === undefined ? [] : [[name, withDefault(known, fallback)]];
  });
  return settings.extend(Object.fromEntries(changed)) as unknown as z.ZodObject<Shape>; // each keeps its type
}

function withDefault(known: Setting, fallback: unknown): Setting {
  return known
    .clone({ ...known.def, out: known.def.out.unwrap().default(fallback) })
    .register(z.globalRegistry, { ...known.meta() });
}

export const maxIds = 200;

/** Parses whole numbers from `3, -4, 5`, `[3, -4]` or `3`; at most `max` of them, without zeros. */
export function parseIds(value: string, max = maxIds): number[] {
  return value
    .split(/[\s,]+/)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id !== 0)
    .slice(0, max);
}
