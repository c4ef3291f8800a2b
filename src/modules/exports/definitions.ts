import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { cdata } from '../../lib/xml.ts';
import { decodeValue, eachValue, idsOf, readFieldSets } from '../fields/index.ts';
import type { Field } from '../fields/index.ts';
import { listDefinitions } from '../types/index.ts';
import { definitionsElement, definitionsNamespace } from './wxr-text.ts';

export const namespaceXml = `\txmlns:broadsheet="${definitionsNamespace}"\n`;

const definitionOf = ({ id: _id, isReady: _isReady, ...definition }: Field) => definition;

/** The site's own types and taxonomies, and the fields of all types, as JSON in an element that other importers ignore; empty without any. */
export async function definitionsXml(read: Reader): Promise<string> {
  const stored = (await listDefinitions(read)).filter(({ isDeleted }) => !isDeleted);
  const of = (kind: 'post_type' | 'taxonomy') =>
    stored.filter((one) => one.kind === kind).map(({ name, definition }) => ({ name, ...definition }));
  const sets = [...(await readFieldSets(read)).values()]
    .filter(({ fields }) => fields.length > 0)
    .toSorted((a, b) => (a.type < b.type ? -1 : 1))
    .map(({ type, fields }) => ({ type, fields: fields.map(definitionOf) }));
  if (stored.length + sets.length === 0) return '';
  const definitions = { version: 1, types: of('post_type'), taxonomies: of('taxonomy'), fields: sets };
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
