import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { cdata } from '../../lib/xml.ts';
import { decodeValue, eachValue, idsOf, readFieldSets } from '../fields/index.ts';
import type { Field, FieldSet } from '../fields/index.ts';
import { isOfCode, listDefinitions, taxonomiesOf } from '../types/index.ts';
import type { TaxonomyDefinition } from '../types/index.ts';
import { findTypes, isWhole } from './store.ts';
import type { ExportFilter } from './store.ts';
import { definitionsElement, definitionsNamespace } from './wxr-text.ts';

export const namespaceXml = `\txmlns:broadsheet="${definitionsNamespace}"\n`;

const definitionOf = ({ id: _id, isReady: _isReady, ...definition }: Field) => definition;

/** The types whose items a filtered export contains, and the names that their fields and taxonomies need defined. */
async function scopeOf(read: Reader, filter: ExportFilter, sets: ReadonlyMap<string, FieldSet>) {
  const types = new Set(await findTypes(read, filter));
  const fields = [...types].flatMap((type) => sets.get(type)?.fields ?? []);
  const all = fields.flatMap((field) => [field, ...(field.fields ?? [])]);
  return {
    withFields: types,
    types: new Set([...types, ...all.flatMap((field) => field.post_types ?? [])]),
    taxonomies: new Set([
      ...[...types].flatMap((type) => taxonomiesOf(type).map(({ name }) => name)),
      ...all.flatMap((field) => field.taxonomies ?? []),
    ]),
  };
}

/** A taxonomy without the types that the file doesn't define, since an import refuses unknown ones. */
const limitedTo = (types: ReadonlySet<string>, definition: TaxonomyDefinition) => ({
  ...definition,
  types: definition.types.filter((type) => types.has(type) || isOfCode(type)),
});

/**
 * The site's own types and taxonomies, and the fields of types, as JSON in an element that other importers ignore; empty
 * without any. A filtered export defines only what its items need.
 */
export async function definitionsXml(read: Reader, filter: ExportFilter): Promise<string> {
  const stored = (await listDefinitions(read)).filter(({ isDeleted }) => !isDeleted);
  const sets = await readFieldSets(read);
  const scope = isWhole(filter) ? undefined : await scopeOf(read, filter, sets);
  const types = stored.flatMap((one) =>
    one.kind === 'post_type' && scope?.types.has(one.name) !== false
      ? [{ name: one.name, ...one.definition }]
      : [],
  );
  const taxonomies = stored.flatMap((one) =>
    one.kind === 'taxonomy' && scope?.taxonomies.has(one.name) !== false
      ? [{ name: one.name, ...(scope ? limitedTo(scope.types, one.definition) : one.definition) }]
      : [],
  );
  const fields = [...sets.values()]
    .filter((set) => set.fields.length > 0 && scope?.withFields.has(set.type) !== false)
    .toSorted((a, b) => (a.type < b.type ? -1 : 1))
    .map((set) => ({ type: set.type, fields: set.fields.map(definitionOf) }));
  if (types.length + taxonomies.length + fields.length === 0) return '';
  const definitions = { version: 1, types, taxonomies, fields };
  return `<${definitionsElement}>${cdata(JSON.stringify(definitions))}</${definitionsElement}>\n`;
}

const namesUsers = ({ kind, fields = [] }: Field): boolean =>
  kind === 'user' || fields.some((sub) => sub.kind === 'user');
const valuesPerPortion = 200;

/** The ids of accounts that values of fields name. */
export async function findUsersOfFields(read: Reader): Promise<Set<number>> {
  const found = new Set<number>();
  for (const { type, fields } of (await readFieldSets(read)).values())
    for (const field of fields.filter(namesUsers))
      for (let after = 0; ; ) {
        const rows = await read
          .selectFrom('post_meta')
          .innerJoin('post', 'post.id', 'post_meta.post_id')
          .select(['post_meta.id', 'post_meta.value'])
          .where('post.type', '=', type)
          .where('post_meta.key', '=', field.name)
          .where(sql<number>`post_meta.id`, '>', after)
          .orderBy('post_meta.id')
          .limit(valuesPerPortion)
          .execute();
        for (const { value } of rows)
          eachValue(field, decodeValue(field, value), (sub, one) => {
            if (sub.kind === 'user') for (const id of idsOf(one)) found.add(id);
          });
        if (rows.length < valuesPerPortion) break;
        after = Number(rows.at(-1)?.id ?? 0);
      }
  return found;
}
