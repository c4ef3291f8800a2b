import type { Database } from '../kernel/db/open-database.ts';
import { NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { findFieldSet } from '../modules/fields/store.ts';
import { listReadyTypes, switchOn } from '../modules/ready-types/switch-on.ts';
import { listTaxonomies, listTypes } from '../modules/types/definition-reader.ts';
import { operator } from '../modules/users/role.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

export const typesCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- types list',
    '       npm run broadsheet -- types show NAME',
    '       npm run broadsheet -- types switch-on NAME [--samples]',
    '',
    '  list       lists the post types and taxonomies of the site, and the ready types',
    '  show       shows the definition and the fields of a post type',
    '  switch-on  makes a ready type with its fields and templates: review, event, recipe or episode',
    '  --samples  adds items that show what the type does',
    '',
    'The server may be running.',
  ].join('\n'),
  run: answersInLines(readArguments, (database, task, { dataDir }) => runTypes(database, task, dataDir)),
};

export type TypesTask =
  | { readonly action: 'list' }
  | { readonly action: 'show'; readonly name: string }
  | { readonly action: 'switch-on'; readonly name: string; readonly samples: boolean };

export function readArguments(args: readonly string[]): TypesTask {
  const {
    values,
    positionals: [action, name, ...more],
  } = readWords(args, { samples: { type: 'boolean' } });
  if (values.samples === true && action !== 'switch-on')
    throw new UsageError('--samples works only with switch-on.');
  if (more.length > 0) throw new UsageError(`types ${action} got too many arguments.`);
  if (action === 'list') {
    if (name !== undefined) throw new UsageError(`types list takes no argument, but got "${name}".`);
    return { action };
  }
  if (action === 'show' || action === 'switch-on') {
    if (name === undefined) throw new UsageError(`types ${action} needs the name of a type.`);
    return action === 'show' ? { action, name } : { action, name, samples: values.samples === true };
  }
  throw new UsageError(
    action === undefined
      ? 'Missing action: list, show or switch-on.'
      : `Unknown action "${action}" for types. Use list, show or switch-on.`,
  );
}

const readyWords = { off: 'off', on: 'on', taken: 'the name was used on this site' } as const;

/** Returns the lines to print. Throws the errors of the command, and `NotFoundError` for an unknown type. */
export async function runTypes(database: Database, task: TypesTask, dataDir: string): Promise<string[]> {
  if (task.action === 'switch-on') {
    const { type, samples } = await switchOn({ database, dataDir }, operator(), task);
    return [
      `Switched on "${type.name}": ${type.fields.length} fields, 2 templates, ${samples} samples. Items are below /${type.definition.slug}/.`,
    ];
  }
  return task.action === 'show' ? showType(database, task.name) : listAll(database);
}

async function listAll({ read }: Database): Promise<string[]> {
  const line =
    (kind: string) =>
    (one: {
      readonly name: string;
      readonly state: string;
      readonly items: number;
      readonly definition: { readonly slug: string };
    }) =>
      harmless(`${one.name}  ${kind}, ${one.state}, /${one.definition.slug}/, ${one.items} in use`);
  return [
    ...(await listTypes(read)).map(line('post type')),
    ...(await listTaxonomies(read)).map(line('taxonomy')),
    ...(await listReadyTypes(read)).map(
      ({ type, state }) => `${type.name}  ready type, ${readyWords[state]}`,
    ),
  ];
}

async function showType({ read }: Database, name: string): Promise<string[]> {
  const found = (await listTypes(read)).find((one) => one.name === name);
  if (!found) throw new NotFoundError(`The site has no post type "${harmless(name)}". Use types list.`);
  const { fields } = await findFieldSet(read, name);
  return [
    `${name}  ${found.state}, ${found.items} items`,
    ...Object.entries(found.definition).map(([key, value]) => harmless(`  ${key}: ${String(value)}`)),
    ...fields.map(({ name: of, kind, label, required }) =>
      harmless(`  field ${of}: ${kind}${required ? ', required' : ''}, ${label}`),
    ),
  ];
}
