import type { Database } from '../../db/open-database.ts';

/** Replaced by the settings work. */
export interface SettingsCache {
  placeholder: Database['dialect']['name'];
}

export function createSettingsCache(database: Database): SettingsCache {
  return { placeholder: database.dialect.name };
}
