import type { Reader } from '../../kernel/db/open-database.ts';
import { isRecord } from '../../lib/records.ts';
import { findFirstMeta } from '../posts/index.ts';
import type { Field } from './model.ts';
import type { SchemaProperty } from './schema-properties.ts';
import { fieldsOfType } from './site-fields.ts';
import { decodeValue } from './values.ts';

type StructuredValue = string | number | boolean | readonly string[];

/** Properties of a post's structured data from its fields. Without fields that name one it runs no query. */
export async function findStructuredValues(
  read: Reader,
  { id, type }: { readonly id: number; readonly type: string },
): Promise<Partial<Record<SchemaProperty, StructuredValue>>> {
  const fields = fieldsOfType(type).filter(({ schema_property: property }) => property !== undefined);
  if (fields.length === 0) return {};
  const stored = await findStored(read, id, fields);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, decodeValue(field, stored.get(field.name)));
      return value === undefined || value === '' || field.schema_property === undefined
        ? []
        : [[field.schema_property, value] as const];
    }),
  );
}

/** Labels of choices, addresses of links and names of places; scalars as they are. */
function valueOf(field: Field, value: unknown): StructuredValue | undefined {
  const { kind, choices = [] } = field;
  const label = (chosen: unknown) => choices.find((one) => one.value === chosen)?.label;
  if (kind === 'choice')
    return Array.isArray(value) ? value.flatMap((one: unknown) => label(one) ?? []) : label(value);
  if (isRecord(value)) {
    const text = kind === 'link' ? value['url'] : value['label'];
    return typeof text === 'string' ? text : undefined;
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

export interface FieldValue {
  readonly kind: Field['kind'];
  readonly value: unknown;
}

/** All values of a post's fields by name. Runs no query for a type without fields. */
export async function findAllFieldValues(
  read: Reader,
  { id, type }: { readonly id: number; readonly type: string },
): Promise<ReadonlyMap<string, FieldValue>> {
  const fields = fieldsOfType(type);
  const stored = await findStored(read, id, fields);
  return new Map(
    fields.flatMap((field) => {
      const value = decodeValue(field, stored.get(field.name));
      return value === undefined || value === null || value === ''
        ? []
        : [[field.name, { kind: field.kind, value }] as const];
    }),
  );
}

async function findStored(
  read: Reader,
  id: number,
  fields: readonly Field[],
): Promise<ReadonlyMap<string, string>> {
  const names = fields.map(({ name }) => name);
  return (await findFirstMeta(read, names.length === 0 ? [] : [id], names)).get(id) ?? new Map();
}
