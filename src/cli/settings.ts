import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { SettingDescription, Settings } from '../modules/settings/settings.ts';
import { defaultOf, readSettings } from '../modules/settings/store.ts';
import { saveSettings, seen } from '../modules/settings/commands.ts';
import { findDefinition, describeSettings } from '../modules/settings/settings.ts';
import { operator } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

export const settingsCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- settings list [WORD] [--changed]',
    '       npm run broadsheet -- settings get NAME',
    '       npm run broadsheet -- settings set NAME VALUE',
    '       npm run broadsheet -- settings reset NAME',
    '',
    '  WORD        list the group with this name; otherwise the settings with this word in their name, title or group',
    '  --changed   list only settings that differ from their defaults',
    '  VALUE       text, or JSON: true, 12, \'["copy", "mail"]\'; \'\' is empty. Put -- before a value that starts with a minus sign',
    '',
    'get shows what a setting does and which values it accepts. The server may be running: readers see changes immediately.',
  ].join('\n'),
  run: answersInLines(readArguments, runSettings),
};

export type SettingsRequest =
  | { readonly action: 'list'; readonly word: string; readonly isChangedOnly: boolean }
  | { readonly action: 'get'; readonly name: string }
  | { readonly action: 'reset'; readonly name: string }
  | { readonly action: 'set'; readonly name: string; readonly value: string };

/** Parses the arguments of `settings`; throws `UsageError`. */
export function readArguments(args: readonly string[]): SettingsRequest {
  const {
    values,
    positionals: [action, name, value, ...more],
  } = readWords(args, { changed: { type: 'boolean' } });
  if (values.changed && action !== 'list') throw new UsageError('--changed works only with list.');
  if (action === 'list') {
    if (value !== undefined) throw new UsageError('settings list takes at most one word.');
    return { action, word: name ?? '', isChangedOnly: values.changed ?? false };
  }
  if (action !== 'get' && action !== 'set' && action !== 'reset') {
    throw new UsageError(
      action === undefined
        ? 'Missing action: list, get, set or reset.'
        : `Unknown action "${action}" for settings. Use list, get, set or reset.`,
    );
  }
  if (name === undefined) throw new UsageError(`settings ${action} needs the name of a setting.`);
  if (action === 'set') {
    if (value === undefined || more.length > 0)
      throw new UsageError('settings set needs a name and one value. Put quotes around a value with spaces.');
    return { action, name, value };
  }
  if (value !== undefined) throw new UsageError(`settings ${action} takes one name.`);
  return { action, name };
}

/**
 * Returns the lines to print. Throws `NotFoundError` for an unknown name or search term and `InvalidInputError` for an
 * invalid value; both list the valid ones.
 */
export async function runSettings(
  database: Pick<Database, 'read' | 'write'>,
  request: SettingsRequest,
): Promise<string[]> {
  if (request.action === 'list') return list(database, request.word, request.isChangedOnly);
  const setting = find(request.name);
  if (request.action === 'get') return explain(setting, (await readSettings(database.read)).settings);
  const value = request.action === 'set' ? readValue(setting, request.value) : null;
  const changed = await save(database, setting, value);
  const line = shown(setting, await valueOf(database, setting));
  return [changed ? line : `${line} (unchanged)`];
}

function find(name: string): SettingDescription {
  const all = describeSettings();
  const found = all.find(({ key }) => key === name);
  if (found) return found;
  const near = all
    .filter((setting) => isAbout(setting, name))
    .slice(0, 5)
    .map(({ key }) => key);
  throw new NotFoundError(
    `Setting "${name}" not found. ${near.length > 0 ? `Did you mean ${near.join(', ')}? ` : ''}Use settings list to see all settings.`,
  );
}

/** Parses an argument as JSON if the setting accepts the result, or no text at all (so that its error is shown); otherwise returns the text. */
function readValue({ key, default: first }: SettingDescription, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text; // not JSON, so plain text
  }
  return value !== null && (typeof first !== 'string' || findDefinition(key)?.schema.safeParse(value).success)
    ? value
    : text;
}

async function save(
  database: Pick<Database, 'write'>,
  setting: SettingDescription,
  value: unknown,
): Promise<boolean> {
  try {
    return await database.write(async (tx) => {
      const before = await valueOf({ read: tx.db }, setting);
      return (
        (
          await saveSettings(
            tx,
            operator(),
            { [setting.key]: value },
            { [setting.key]: seen(setting.key, before) },
          )
        ).length > 0
      );
    });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      `${error.message} Accepted: ${describeAccepted(setting.schema)}.`,
      error.code,
    );
  }
}

async function valueOf(database: Pick<Database, 'read'>, { key }: SettingDescription): Promise<unknown> {
  return valueIn((await readSettings(database.read)).settings, key);
}

const valueIn = (settings: Settings, key: string): unknown =>
  new Map<string, unknown>(Object.entries(settings)).get(key);

function explain(setting: SettingDescription, settings: Settings): string[] {
  const { key, title, help, groupTitle, schema } = setting;
  return [
    shown(setting, valueIn(settings, key)),
    `  ${groupTitle}: ${title}. ${help}`,
    `  Accepts ${describeAccepted(schema)}. Default: ${JSON.stringify(defaultOf(key, settings.site_language))}`,
  ];
}

async function list(
  database: Pick<Database, 'read'>,
  word: string,
  isChangedOnly: boolean,
): Promise<string[]> {
  const { settings } = await readSettings(database.read);
  const about = settingsAbout(word);
  if (about.length === 0) {
    const groups = [...new Set(describeSettings().map(({ group }) => group))];
    throw new NotFoundError(
      `No setting matches "${word}". The groups are ${groups.join(', ')}. Use settings list to see all settings.`,
    );
  }
  const found = about.filter(
    ({ key }) =>
      !(isChangedOnly && isDeepStrictEqual(valueIn(settings, key), defaultOf(key, settings.site_language))),
  );
  if (found.length === 0)
    return [
      word === ''
        ? 'All settings have their default values.'
        : `All settings that match "${word}" have their default values.`,
    ];
  return [...Map.groupBy(found, ({ groupTitle }) => groupTitle)].flatMap(([group, inside]) => [
    group,
    ...inside.map((setting) => `  ${shown(setting, valueIn(settings, setting.key))}`),
  ]);
}

/** The settings of a group or page with that name, else those whose name, title or group contains the term. */
function settingsAbout(word: string): SettingDescription[] {
  const all = describeSettings();
  const same = (text: string) => text.toLowerCase() === word.toLowerCase();
  const inGroup = all.filter((setting) => same(setting.group) || same(setting.groupTitle));
  const onPage = all.filter((setting) => same(setting.page));
  return (
    [inGroup, onPage].find((found) => found.length > 0) ?? all.filter((setting) => isAbout(setting, word))
  );
}

function isAbout({ key, title, group, groupTitle }: SettingDescription, word: string): boolean {
  return [key, title, group, groupTitle].some((text) => text.toLowerCase().includes(word.toLowerCase()));
}

/** One line of output; secrets are masked. */
function shown({ key, secret }: SettingDescription, value: unknown): string {
  if (secret) return `${key} = ${value === '' ? '""' : '(secret)'}`;
  return `${key} = ${(JSON.stringify(value) ?? '').replaceAll(/[\u007F-\u009F]/g, '')}`;
}

/** Describes a setting's values from its JSON schema: `true or false`, `a whole number from 1 to 100`. */
export function describeAccepted(schema: z.core.JSONSchema.JSONSchema): string {
  const { type, enum: choices, anyOf, items, minimum, maximum, maxLength } = schema;
  if (anyOf) return [...new Set(anyOf.map(describeAccepted))].join(', or ');
  if (choices)
    return choices
      .map((choice) => JSON.stringify(choice))
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (type === 'boolean') return 'true or false';
  if (type === 'integer' || type === 'number') {
    const kind = type === 'integer' ? 'a whole number' : 'a number';
    return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? `${kind} from ${minimum ?? 0}`
      : `${kind} from ${minimum ?? 0} to ${maximum}`;
  }
  if (type === 'array')
    return `a JSON list, each entry ${typeof items === 'object' && !Array.isArray(items) ? describeAccepted(items) : 'anything'}`;
  return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
}
