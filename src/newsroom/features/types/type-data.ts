import { queryOptions } from '@tanstack/react-query';
import type { ContentTaxonomy, ContentType } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { typesAddress } from '../../app/screens.ts';

export type TypeRow = ContentType;
export type TaxonomyRow = ContentTaxonomy;
export type Kind = 'type' | 'taxonomy';
export type Row = TypeRow | TaxonomyRow;

const bases = {
  type: '/broadsheet/v1/content-types',
  taxonomy: '/broadsheet/v1/content-taxonomies',
} as const;

export const allTypes = queryOptions({
  queryKey: ['content-types', 'type'],
  queryFn: async ({ signal }) => (await rest<readonly TypeRow[]>(bases.type, { signal })).body,
});
export const allTaxonomies = queryOptions({
  queryKey: ['content-types', 'taxonomy'],
  queryFn: async ({ signal }) => (await rest<readonly TaxonomyRow[]>(bases.taxonomy, { signal })).body,
});

export const editTypeAddress = (kind: Kind, name: string): string =>
  `${typesAddress}&edit=${encodeURIComponent(`${kind}:${name}`)}`;

/** The definition that an `edit` parameter names; without a name, a new one. */
export function editedIn(parameter: string): { readonly kind: Kind; readonly name: string } | undefined {
  const [, kind, name = ''] = /^(type|taxonomy):(.*)$/.exec(parameter) ?? [];
  return kind === 'type' || kind === 'taxonomy' ? { kind, name } : undefined;
}

/** Reloads the newsroom, whose menu, lists and editor have the types that it began with. */
export function reloadWith(done: 'saved' | 'deleted', name: string): void {
  location.assign(`/wp-admin${typesAddress}&${done}=${encodeURIComponent(name)}`);
}

/** Defines or changes; `revision` 0: it was never stored, or is deleted. Throws `RestError` if refused. */
export async function saveDefinition(
  kind: Kind,
  name: string,
  values: object,
  revision: number,
): Promise<void> {
  await (revision === 0
    ? rest<Row, object>(bases[kind], { method: 'POST', body: { ...values, name } })
    : rest<Row, object>(`${bases[kind]}/${name}`, { method: 'POST', body: { ...values, revision } }));
}

export async function removeDefinition(kind: Kind, { name, revision }: Row): Promise<void> {
  await rest(`${bases[kind]}/${name}?revision=${revision}`, { method: 'DELETE' });
}

/** Text as part of an address; names and REST bases have ASCII only. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 60);
}
export const restBaseOf = (text: string): string =>
  slugOf(text)
    .replaceAll(/[^a-z0-9_-]+/g, '')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40);
export const nameOf = (text: string, maxLength: number): string =>
  restBaseOf(text).replaceAll('-', '_').slice(0, maxLength);
