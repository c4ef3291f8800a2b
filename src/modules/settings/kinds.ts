import { z } from 'zod';
import { formerly } from '../../lib/records.ts';
import type { Former } from '../../lib/records.ts';
import { whole } from '../../lib/schemas.ts';

/** Kinds of values that several settings share. */

/** Yes or no. */
export const flag = z.boolean();

/**
 * One of these words. The one that stands for none of them is `''`, so that code may ask for truth. `was`: what is meant by values of the
 * kind that the setting had before, by their texts (`{ true: 'large', false: '' }`), and by words that are no longer among these.
 */
export function choice<const Word extends string>(
  words: readonly Word[],
  { was = {} }: { readonly was?: Former<Word> } = {},
) {
  return z.preprocess((value) => formerly(was, value) ?? value, z.enum(words));
}

export { whole };

/** Id of a post, term or attachment; 0: none. */
export const idOrNone = whole(0);

/** Text on one line, at most `longest` characters. */
export const line = (longest = 200) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\n\r]*$/, 'expected one line of text');

/** Text of several lines, at most `longest` characters. */
export const longText = (longest = 20_000) => z.string().max(longest);

/** `#rrggbb` or `#rgb`. */
export const hexColor = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a colour such as #0b5cff');

/** Address of a file: a path of this site, a web address, or empty. */
export const fileAddressOrEmpty = z
  .string()
  .max(2000)
  .regex(
    /^(?:\/(?!\/)\S*|https?:\/\/\S+)?$/,
    'expected a path that begins with / or an address that begins with http:// or https://',
  );

/** `https://` or `http://` address. */
export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'expected an address that begins with http:// or https://',
});

/** The same, or empty. */
export const webAddressOrEmpty = z.union([z.literal(''), webAddress]);

/** Origin that scripts may talk to; `*.` in front of the host stands for all below it. */
export const webOrigin = z
  .string()
  .regex(/^https:\/\/[\w.*-]{1,200}(?::\d{1,5})?$/, 'expected an origin such as https://stats.example');

/** Key or id that a service gave out. */
export const token = z
  .string()
  .max(500)
  .regex(/^[\w.:/+=-]*$/, 'expected letters, digits and _ . : / + = - only');

/** List of lines without repetitions. */
export const lines = (most = 100) =>
  z
    .array(line().min(1))
    .max(most)
    .refine((list) => new Set(list).size === list.length, 'expected no entry twice')
    .readonly();

/** One setting: what it accepts, what it is when nobody set it, and how screens and documents name it. */
export interface SettingDefinition<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly default: z.output<Schema>;
  readonly title: string;
  /** One line for the person who sets it. */
  readonly help: string;
  /** Never sent to browsers, nor repeated in messages. */
  readonly secret: boolean;
  /** Readers' browsers run it, or what it names: who changes it must be allowed to write scripts. */
  readonly isCode: boolean;
}

/** Settings that share a screen. */
export interface SettingGroup<
  Settings extends Readonly<Record<string, SettingDefinition>> = Readonly<Record<string, SettingDefinition>>,
> {
  readonly name: string;
  readonly title: string;
  readonly settings: Settings;
}

/** Declares a setting; its type follows from the schema. */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  definition: {
    readonly default: z.output<Schema>;
    readonly title: string;
    readonly help: string;
    readonly secret?: boolean;
    readonly isCode?: boolean;
  },
): SettingDefinition<Schema> {
  return { schema, secret: false, isCode: false, ...definition };
}

/** Declares a group of settings. */
export function settingGroup<Settings extends Readonly<Record<string, SettingDefinition>>>(
  name: string,
  title: string,
  settings: Settings,
): SettingGroup<Settings> {
  return { name, title, settings };
}
