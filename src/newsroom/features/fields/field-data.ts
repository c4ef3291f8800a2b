import { queryOptions } from '@tanstack/react-query';
import type { FieldDefinition, FieldKind, SubField } from '../../../modules/fields/model.ts';
import type { RestReply, RouteOf } from '../../../site/rest/rest-types.ts';
import { rest } from '../../app/rest.ts';

export type { FieldDefinition, FieldKind, SubField };

/** A field as forms read it; those of a group have no usage. */
export type FormField = SubField & Pick<Partial<FieldDefinition>, 'fields'>;

export type StoredField = FieldDefinition & {
  /** Whether lists can be filtered and sorted by it already. */
  readonly is_ready: boolean;
};

type SetReply = RestReply<RouteOf<'/broadsheet/v1/fields/(?P<type>[a-z0-9_-]+)'>, 'GET'>;

/** The fields of a post type, in the order of its form. */
export type FieldSet = Omit<SetReply, 'fields'> & { readonly fields: readonly StoredField[] };

export const fieldsAddress = (type: string): string => `/broadsheet/v1/fields/${encodeURIComponent(type)}`;

export const fieldsKey = ['fields'] as const;

export const fieldSet = (type: string) =>
  queryOptions({
    queryKey: [...fieldsKey, type],
    queryFn: async ({ signal }) => (await rest<FieldSet>(fieldsAddress(type), { signal })).body,
  });

/** Name of a field's value in a draft, and of its faults in replies. */
export const metaName = (field: string): `meta.${string}` => `meta.${field}`;

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
