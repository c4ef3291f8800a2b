import { queryOptions } from '@tanstack/react-query';
import type { RestReply, RouteOf } from '../../../site/rest/rest-types.ts';
import { rest } from '../../app/rest.ts';
import type { StoredField } from './field-values.ts';

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
