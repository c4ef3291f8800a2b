import { schemaVersion } from '../../kernel/db/migrate.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { listDefinitions } from './definition-store.ts';
import { ownDefinitionsOf } from './own-definition.ts';
import { useOwnDefinitions } from './registry.ts';

/** The first schema with the table. */
const firstSchema = 98;

/** Loads the site's definitions into the registry of this process; returns whether any changed. */
export async function loadDefinitions(read: Reader, warn: (message: string) => void): Promise<boolean> {
  if ((await schemaVersion(read)) < firstSchema) return false;
  const stored = await listDefinitions(read);
  for (const { name } of stored.filter(({ isDamaged }) => isDamaged))
    warn(`The stored definition "${name}" can't be read; its items are hidden.`);
  return useOwnDefinitions(ownDefinitionsOf(stored), warn);
}
