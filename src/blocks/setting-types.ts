import { z } from 'zod';
import type { ReaderText } from '../languages/en.ts';
import { withoutOwnClasses } from '../lib/clean-html/own-names.ts';
import { formerly } from '../lib/records.ts';
import type { Former } from '../lib/records.ts';
import { nearestWhole } from '../lib/numbers.ts';
import { whole } from '../lib/schemas.ts';

/**
 * Settings come from block comments, imports and `td_atts`: numbers as texts, flags as 'yes', ids in lists. These types read all of that and fall back
 * instead of failing, so that one bad attribute never costs the reader a block. The default stands inside, where the JSON schema of the inspector finds it;
 * what the inspector says of a setting stands in zod's registry, from where `z.toJSONSchema` takes it along.
 */

/** Panels of the inspector, in their order. */
export const settingPanels = [
  'Content',
  'Filter',
  'Ajax filter',
  'Pagination',
  'Layout',
  'Style',
  'Advanced',
] as const;

/** What the inspector says of a setting; all of it is written for editors. */
export type SettingWords = {
  readonly title: string;
  /** One plain sentence, where the title does not say it all. */
  readonly help?: string;
  readonly group: (typeof settingPanels)[number];
};

/** What a setting is set with. Those without an id of their own take the bounds and the default from the JSON schema. */
export type SettingControl =
  | { readonly control: 'toggle' | 'color' }
  | { readonly control: 'number'; readonly unit?: 'px' }
  | { readonly control: 'text' | 'textarea'; readonly maxLength: number }
  /** One of the options, or of checkboxes any number of them, with commas between. */
  | {
      readonly control: 'select' | 'checkboxes';
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  /** An id, or several with commas between; 0, or nothing: none. Post types, and terms where it says so, go by their slugs. */
  | { readonly control: 'user' | 'post-type'; readonly multiple?: boolean }
  | { readonly control: 'post'; readonly multiple?: boolean; readonly postType?: string }
  | {
      readonly control: 'term';
      readonly multiple?: boolean;
      readonly taxonomy: string;
      readonly by?: 'slug';
    };

/** What the JSON schema of a setting says beside its type, bounds and default. */
export type SettingMeta = SettingWords & SettingControl;

/** A setting: what it reads, what it is when nobody set it, and what the inspector says of it. */
export type Setting<Schema extends z.ZodType = z.ZodType> = z.ZodPreprocess<z.ZodDefault<Schema>>;

/** `read` gives what `schema` takes, or undefined for what can't be read: then the default holds. */
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

/** On or off. */
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

/** What is known to be on or off: of a choice any other text may be a slip. */
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

/** A whole number, held within its bounds. */
export function number({ default: fallback, min, max, ...words }: SettingWords & NumberBounds) {
  return setting((value) => nearestWhole(value, min, max), whole(min, max), fallback, {
    control: 'number',
    ...words,
  });
}

interface TextBounds {
  readonly default?: string;
  /** Characters that are kept. */
  readonly max: number;
}

/** A line of text. */
export function text({ default: fallback = '', max, ...words }: SettingWords & TextBounds) {
  return setting((value) => readText(value, max), z.string(), fallback, {
    control: 'text',
    maxLength: max,
    ...words,
  });
}

/** A text of several lines. */
export function textarea({ default: fallback = '', max, ...words }: SettingWords & TextBounds) {
  return setting((value) => readText(value, max), z.string(), fallback, {
    control: 'textarea',
    maxLength: max,
    ...words,
  });
}

/** Without null bytes, which no database takes. */
function readText(value: unknown, max: number): string | undefined {
  return typeof value === 'string'
    ? value.slice(0, max).replaceAll('\0', '')
    : typeof value === 'number'
      ? String(value)
      : undefined;
}

/** The text that stands for a wording of the site until its block is loaded (`wordings.ts`): the default of texts that readers read. */
export function wording(name: ReaderText): `translation_${ReaderText}` {
  return `translation_${name}`;
}

interface Choice<Word extends string> {
  readonly default: NoInfer<Word>;
  /** The words with their labels. The one that stands for none of the others is `''`, so that views may ask for truth. */
  readonly options: Readonly<Record<Word, string>>;
}

/**
 * One of the given words. `was`: what is meant by values of the kind that the setting had before, by their texts, and by words that are no longer among these.
 * Of a former toggle `{ true: 'large', false: '' }` reads 'yes', 'no', 1 and the like, too.
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

/** Any of the given words, as a text with commas between them; other text is kept, too. */
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

/** The words of a record of labels, as they were written down. */
export function keysOf<Word extends string>(labels: Readonly<Record<Word, string>>): Word[] {
  return Object.keys(labels) as Word[]; // it holds no others
}

function labelled(options: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(options).map(([value, label]) => ({ value, label }));
}

/** A colour as `#rgb` to `#rrggbbaa`; anything else is no colour. */
export function color(words: SettingWords) {
  const isColor = (value: unknown) =>
    typeof value === 'string' && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
  return setting((value) => (isColor(value) ? value : undefined), z.string(), '', {
    control: 'color',
    ...words,
  });
}

const longestClassNames = 200;

/** Class names; characters that no class name needs are dropped. */
export function classNames() {
  const read = (value: unknown) =>
    typeof value === 'string'
      ? withoutOwnClasses(value.replace(/[^\w -]/g, '').slice(0, longestClassNames))
      : undefined;
  const words: SettingWords = {
    group: 'Advanced',
    title: 'Additional CSS classes',
    help: 'Names with spaces between them.',
  };
  return setting(read, z.string(), '', { control: 'text', maxLength: longestClassNames, ...words });
}

type Thing =
  | { readonly control: 'post'; readonly postType?: string }
  | { readonly control: 'user' }
  | { readonly control: 'term'; readonly taxonomy: string };

/** The id of one thing that the site holds; 0: none. */
export function reference(words: SettingWords & Thing) {
  return setting((value) => nearestWhole(value), whole(0), 0, words);
}

/** Several things of the site, as a text with commas between: their ids, or the slugs of terms. */
export function references({
  max,
  ...words
}: SettingWords & TextBounds & Thing & { readonly by?: 'slug'; readonly multiple?: boolean }) {
  return setting((value) => readText(value, max), z.string(), '', { multiple: true, ...words });
}

/** Longest name of a post type, in characters. */
const longestTypeName = 20;

/** Names of post types with commas between them; a list of names is read, too. */
export function postTypes({ max, ...words }: SettingWords & TextBounds) {
  const read = (value: unknown) =>
    readText(Array.isArray(value) ? value.filter((name) => typeof name === 'string').join(',') : value, max);
  return setting(read, z.string(), '', { control: 'post-type', multiple: true, ...words });
}

/** The name of one post type. */
export function postTypeName(words: SettingWords) {
  return setting((value) => readText(value, longestTypeName), z.string(), '', {
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
  return settings.extend(Object.fromEntries(changed)) as unknown as z.ZodObject<Shape>; // each is of the kind that it was
}

function withDefault(known: Setting, fallback: unknown): Setting {
  return known
    .clone({ ...known.def, out: known.def.out.unwrap().default(fallback) })
    .register(z.globalRegistry, { ...known.meta() });
}

/** Ids that are read from one setting. */
export const maxIds = 200;

/** Whole numbers out of `3, -4, 5`, `[3, -4]` or `3`; at most `max` of them, zeros dropped. */
export function parseIds(value: string, max = maxIds): number[] {
  return value
    .split(/[\s,]+/)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id !== 0)
    .slice(0, max);
}
