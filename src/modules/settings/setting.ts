import type { z } from 'zod';

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
