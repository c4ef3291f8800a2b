import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { isFreeKey } from '../posts/index.ts';
import { fileType, postTypeNamed, registeredTypes } from '../types/index.ts';
import type { PostType } from '../types/index.ts';
import { fieldDefinitions } from './model.ts';
import type { Field, FieldDefinition } from './model.ts';
import { manageFields } from './policy.ts';
import { fieldSetToChange, writeFieldSet } from './store.ts';
import { defaultFault } from './values.ts';

const setSchema = z.strictObject({ type: z.string().max(20), fields: fieldDefinitions });

/** Types whose posts users edit; files have their own forms. */
const mayHaveFields = ({ name, isRegistered, isEdited }: PostType): boolean =>
  isRegistered && isEdited && name !== fileType;

export const noSuchType = (type: string): NotFoundError =>
  new NotFoundError(
    `The site has no post type "${type.slice(0, 20)}" with fields. If it was deleted, restore it under "Content types".`,
    'rest_type_invalid',
  );

export const typesWithForms = (): PostType[] => registeredTypes().filter(mayHaveFields);

const definitionOf = ({ id: _id, isReady: _isReady, ...definition }: Field): FieldDefinition => definition;

/**
 * Replaces the custom fields of a post type. Stored values of removed fields stay custom fields without a definition.
 * Throws `NotFoundError` for a type without forms, `StaleError` with both sides unless `from` is the current revision.
 */
export async function replaceFields(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof setSchema>,
  from: From,
): Promise<void> {
  const { type, fields } = readInput(setSchema, input, 'the fields');
  demand(manageFields, actor, undefined);
  if (!mayHaveFields(postTypeNamed(type))) throw noSuchType(type);
  const theirs = await fieldSetToChange(tx, type);
  refuseStale(`the set of fields of "${type}"`, { mine: fields, theirs }, from);
  checkDefinitions(type, fields);
  const before = theirs.fields.map(definitionOf);
  if (isDeepStrictEqual(withoutUndefined(before), withoutUndefined(fields))) return;
  await writeFieldSet(tx, theirs, fields);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'setting',
    itemId: 0,
    summary: `Fields of "${type}": ${changesBetween(before, fields)}`,
  });
}

const withoutUndefined = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Names with a meaning for the site, and defaults that are no values of their fields. */
function checkDefinitions(type: string, fields: readonly FieldDefinition[]): void {
  const faults: Record<string, string> = {};
  for (const [place, field] of fields.entries()) {
    if (!isFreeKey(type, field.name))
      faults[`fields.${place}.name`] =
        `"${field.name}" has a meaning of its own on this site; choose another name.`;
    for (const [path, one] of [
      ['', field] as const,
      ...(field.fields ?? []).map((sub, at) => [`.fields.${at}`, sub] as const),
    ]) {
      const fault = defaultFault(one);
      if (fault !== undefined)
        faults[`fields.${place}${path}.default`] =
          `The default of the field "${one.name}" is no value of it: ${fault}.`;
    }
  }
  const messages = Object.values(faults);
  if (messages.length > 0)
    throw new InvalidInputError(messages.slice(0, 10).join(' '), 'rest_invalid_param', faults);
}

const maxNamed = 10;

function changesBetween(before: readonly FieldDefinition[], now: readonly FieldDefinition[]): string {
  const stored = new Map(before.map((field) => [field.name, field]));
  const left = new Set(now.map(({ name }) => name));
  const named = (what: string, fields: readonly FieldDefinition[]) =>
    fields.length === 0
      ? []
      : [
          `${what} ${fields
            .slice(0, maxNamed)
            .map(({ name }) => name)
            .join(', ')}${fields.length > maxNamed ? ' …' : ''}`,
        ];
  const parts = [
    ...named(
      'added',
      now.filter(({ name }) => !stored.has(name)),
    ),
    ...named(
      'changed',
      now.filter((field) => {
        const was = stored.get(field.name);
        return was && !isDeepStrictEqual(withoutUndefined(was), withoutUndefined(field));
      }),
    ),
    ...named(
      'removed',
      before.filter(({ name }) => !left.has(name)),
    ),
  ];
  return parts.length === 0 ? 'new order' : parts.join('; ');
}
