import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, StaleError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import type { ChangedValues } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { settingsChanging, settingsSaved } from './events.ts';
import { checkLanguage } from './site-facts.ts';
import { manageSettings, writeSensitiveSettings, writeSettings } from './policy.ts';
import { readSettings } from './store.ts';
import { findDefinition } from './settings.ts';
import type { Settings } from './settings.ts';
import * as store from './store.ts';

/** New values; `null`: the default. The writer validates names and values. */
const schema = z.record(z.string().max(200), z.unknown());

/** Values as users see them; for a secret only whether it is set. */
export type SeenSettings = Readonly<Record<string, unknown>>;

export function seen(key: string, value: unknown): unknown {
  const definition = findDefinition(key);
  return definition?.secret ? !isDeepStrictEqual(value, definition.default) : value;
}

export async function settingsToChange(tx: Tx, actor: Actor | undefined): Promise<Settings> {
  demand(manageSettings, actor, undefined);
  await tx.dialect.lockName('settings')?.execute(tx.db);
  return (await readSettings(tx.db)).settings;
}

/**
 * Values as their settings accept them, for a preview; `null` becomes the default in the site's language. Throws
 * `InvalidInputError`, and `ForbiddenError` for code beyond the actor's capabilities.
 */
export function readValues(
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  { site_language: language }: Pick<Settings, 'site_language'>,
): Readonly<Record<string, unknown>> {
  demand(manageSettings, actor, undefined);
  const values = store.acceptedValues(readInput(schema, input, 'the settings'), language);
  demand(writeSettings, actor, Object.keys(values));
  return values;
}

/**
 * Saves all values or none. Each is compared with `from`, so that users can change different settings concurrently. A
 * value that equals the stored one is never stale, except a secret, which callers could guess that way.
 * Throws `StaleError`, `InvalidInputError`, and `ForbiddenError` for code or roles beyond the actor's capabilities, and for
 * sensitive settings without a recent proof.
 */
export async function saveSettings(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: SeenSettings,
): Promise<string[]> {
  const sent = readInput(schema, input, 'the settings');
  const before = await settingsToChange(tx, actor);
  const { site_language: language } = before;
  const values = new Map<string, unknown>(Object.entries(before));
  const known = Object.keys(sent).filter((key) => values.has(key));
  const missing = known.filter((key) => !Object.hasOwn(Object(from), key));
  if (missing.length > 0)
    throw new InvalidInputError(`Say which value you saw of ${missing.join(', ')}.`, 'revision_missing');
  const isStored = (key: string) => {
    const wanted = sent[key] ?? store.defaultOf(key, language);
    return !findDefinition(key)?.secret && isDeepStrictEqual(wanted, values.get(key));
  };
  const stale = known.filter(
    (key) => !isDeepStrictEqual(from[key], seen(key, values.get(key))) && !isStored(key),
  );
  if (stale.length > 0) {
    throw new StaleError(`Someone else changed ${stale.join(', ')} in the meantime. Nothing was saved.`, {
      mine: Object.fromEntries(stale.map((key) => [key, seen(key, sent[key])])),
      theirs: Object.fromEntries(stale.map((key) => [key, seen(key, values.get(key))])),
    });
  }
  const changes = Object.fromEntries(
    known.filter((key) => !isDeepStrictEqual(sent[key], values.get(key))).map((key) => [key, sent[key]]),
  );
  checkLanguage(changes['site_language']);
  const faults: Record<string, string> = {};
  await tx.followers.notify(tx, settingsChanging, { changes, faults });
  const messages = Object.values(faults);
  if (messages.length > 0) throw new InvalidInputError(messages.join(' '), 'rest_invalid_param', faults);
  const changed = await store.saveSettings(tx, sent);
  const isSensitive = changed.some((key) => findDefinition(key)?.isSensitive);
  demand(isSensitive ? writeSensitiveSettings : writeSettings, actor, changed);
  await tx.followers.notify(tx, settingsSaved, { actor, changed });
  if (changed.length > 0)
    await noteChange(tx, actor, {
      verb: 'update',
      kind: 'setting',
      itemId: 0,
      summary: changed.join(', '),
      details: changedValues(changed, values, (await readSettings(tx.db)).settings),
    });
  return changed;
}

/** Values for the history; secrets are left out. */
function changedValues(
  changed: readonly string[],
  before: ReadonlyMap<string, unknown>,
  settings: Settings,
): ChangedValues {
  const after = new Map<string, unknown>(Object.entries(settings));
  return Object.fromEntries(
    changed
      .filter((key) => !findDefinition(key)?.secret)
      .map((key) => [key, { before: before.get(key), after: after.get(key) }]),
  );
}
