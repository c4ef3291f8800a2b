import { defineEvent } from '../../kernel/events.ts';
import type { SettingKey } from './settings.ts';

/** Values as they are stored; undefined: the default. */
export interface SettingChange {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Emitted after settings were stored, with those that changed. */
export const settingsChanged = defineEvent<ReadonlyMap<SettingKey, SettingChange>>('settings.changed');
