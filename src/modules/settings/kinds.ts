import { z } from 'zod';
import { canReach, normalizeEmail } from '../../lib/normalize-email.ts';
import { formerly } from '../../lib/records.ts';
import type { Former } from '../../lib/records.ts';
import { whole } from '../../lib/schemas.ts';

export const flag = z.boolean();

/**
 * One of these strings, with their labels on the settings screen; "none" is `''`, so that code can test for truth.
 * `was`: replacements for former values, by their text (`{ true: 'large', false: '' }`).
 */
export function choice<const Word extends string>(
  labels: Readonly<Record<Word, string>>,
  { was = {} }: { readonly was?: Former<Word> } = {},
) {
  return z.preprocess((value) => formerly(was, value) ?? value, labelled(labels));
}

/** Labels of strings that are their own labels. */
export const asLabels = <const Word extends string>(words: readonly Word[]) =>
  Object.fromEntries(words.map((word) => [word, word])) as unknown as Record<Word, string>; // fromEntries can't carry the keys

/** Several of these strings, each once, in the user's order. */
export const choices = <const Word extends string>(labels: Readonly<Record<Word, string>>) =>
  z
    .array(labelled(labels))
    .max(Object.keys(labels).length)
    .refine((list) => new Set(list).size === list.length, 'expected no entry twice')
    .readonly();

const labelled = <const Word extends string>(labels: Readonly<Record<Word, string>>) =>
  z.enum(Object.keys(labels) as [Word, ...Word[]]).meta({ labels });

export { whole };

export const idOrNone = whole(0);

/** Controls of the settings screen, for settings whose schema doesn't tell which one. */
export const settingControls = [
  'page',
  'category',
  'image',
  'image-url',
  'role',
  'roles',
  'types',
  'timezone',
  'language',
  'code',
  'look',
] as const;
export type SettingControl = (typeof settingControls)[number];
export const line = (maxLength = 200) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\n\r]*$/, 'expected one line of text');

export const longText = (maxLength = 20_000) => z.string().max(maxLength).meta({ isMultiline: true });

/** `#rrggbb` or `#rgb`. */
export const hexColor = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a color such as #0b5cff')
  .meta({ format: 'color' });

/** Days that a month does not have are no time. */
function isLocalTime(text: string): boolean {
  const at = Date.parse(`${text}Z`);
  return text === '' || (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text));
}

/** Local time in the site's time zone, to the minute, or empty. */
export const localTimeOrEmpty = z
  .string()
  .regex(
    /^(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d)?$/,
    'expected a date and time such as 2027-01-31T18:00',
  )
  .refine(isLocalTime, 'expected a date of the calendar')
  .meta({ format: 'local-time' });

/** URL of a file: a path on this site, a web address, or empty. */
export const fileAddressOrEmpty = z
  .string()
  .max(2000)
  .regex(
    /^(?:\/(?!\/)\S*|https?:\/\/\S+)?$/,
    'expected a path that begins with / or an address that begins with http:// or https://',
  );

export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'expected an address that begins with http:// or https://',
});

export const webAddressOrEmpty = z.union([z.literal(''), webAddress]);

export const emailOrEmpty = z
  .string()
  .refine((text) => text === '' || canReach(normalizeEmail(text)), 'expected an email address');

/** Origin for scripts; a leading `*.` covers all subdomains. */
export const webOrigin = z
  .string()
  .regex(/^https:\/\/[\w.*-]{1,200}(?::\d{1,5})?$/, 'expected an origin such as https://stats.example');

export const token = z
  .string()
  .max(500)
  .regex(/^[\w.:/+=-]*$/, 'expected letters, digits and _ . : / + = - only');

export const lines = (max = 100) =>
  z
    .array(line().min(1))
    .max(max)
    .refine((list) => new Set(list).size === list.length, 'expected no entry twice')
    .readonly();

export interface SettingDefinition<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly default: z.output<Schema>;
  readonly title: string;
  /** One line for the user who sets it. */
  readonly help: string;
  /** Never sent to browsers or repeated in messages. */
  readonly secret: boolean;
  /** Runs in readers' browsers, or names code that does: changing it requires the capability to write scripts. */
  readonly isCode: boolean;
  /** Changing it requires the password or a second factor again (`Permission.isSensitive`). */
  readonly isSensitive: boolean;
  readonly control?: SettingControl;
}

export interface SettingGroup<
  Settings extends Readonly<Record<string, SettingDefinition>> = Readonly<Record<string, SettingDefinition>>,
> {
  readonly name: string;
  readonly title: string;
  readonly settings: Settings;
}

export function setting<Schema extends z.ZodType>(
  schema: Schema,
  definition: {
    readonly default: z.output<Schema>;
    readonly title: string;
    readonly help: string;
    readonly secret?: boolean;
    readonly isCode?: boolean;
    readonly isSensitive?: boolean;
    readonly control?: SettingControl;
  },
): SettingDefinition<Schema> {
  return { schema, secret: false, isCode: false, isSensitive: false, ...definition };
}

export function settingGroup<Settings extends Readonly<Record<string, SettingDefinition>>>(
  name: string,
  title: string,
  settings: Settings,
): SettingGroup<Settings> {
  return { name, title, settings };
}
