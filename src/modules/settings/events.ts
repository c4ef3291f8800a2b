import { defineEvent } from '../../kernel/events.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { SettingKey } from './settings.ts';

/** Stored values; undefined: the default. */
export interface SettingChange {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export const settingsChanged = defineEvent<ReadonlyMap<SettingKey, SettingChange>>('settings.changed');

export interface ChangingSettings {
  /** The sent values that differ from the stored ones, by setting; not validated yet. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Messages by setting. A setting that names something that does not exist gets one here, and nothing is saved. */
  readonly faults: Record<string, string>;
}

/** Emitted before a user's changes are stored. A follower locks what a setting of its domain names. */
export const settingsChanging = defineEvent<ChangingSettings>('settings.changing');

/** Emitted after a user's changes were stored. A follower throws `ForbiddenError` where the user may not make them. */
export const settingsSaved = defineEvent<{ readonly actor: Actor; readonly changed: readonly string[] }>(
  'settings.saved',
);
