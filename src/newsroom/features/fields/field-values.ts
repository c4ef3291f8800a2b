import type { FieldDefinition, FieldKind, SubField } from '../../../modules/fields/model.ts';

export type { FieldDefinition, FieldKind, SubField };

/** A field as forms read it; those of a group have no usage. */
export type FormField = SubField & Pick<Partial<FieldDefinition>, 'fields'>;

export type StoredField = FieldDefinition & {
  /** Whether lists can be filtered and sorted by it already. */
  readonly is_ready: boolean;
};

/** Whether a field has no value. `false` is one. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A list, whatever REST returned; a single value counts as a list of one. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : isEmpty(value) ? [] : [value];

export const idsOf = (value: unknown): readonly number[] =>
  listOf(value).filter((one): one is number => typeof one === 'number');

export type Row = Readonly<Record<string, unknown>>;
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
