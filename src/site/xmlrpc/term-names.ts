import { findTerms, listTerms } from '../../modules/terms/reader.ts';
import type { Taxonomy } from '../../modules/types/model.ts';
import { registeredTaxonomies, taxonomiesOf } from '../../modules/types/registry.ts';
import { termBase } from '../../modules/types/model.ts';
import { askRest } from './call.ts';
import type { Call } from './call.ts';
import { XmlRpcFault } from './fault.ts';

type NamedTaxonomy = Taxonomy & { readonly restBase: string };
const hasRoute = (taxonomy: Taxonomy): taxonomy is NamedTaxonomy =>
  taxonomy.restBase !== undefined && !taxonomy.isPrivate;

export const knownTaxonomies = (): readonly NamedTaxonomy[] => registeredTaxonomies().filter(hasRoute);

export const taxonomiesOfType = (type: string): readonly NamedTaxonomy[] =>
  taxonomiesOf(type).filter(hasRoute);

export function taxonomyCalled(name: string): NamedTaxonomy {
  const taxonomy = knownTaxonomies().find((one) => one.name === name);
  if (!taxonomy) throw new XmlRpcFault(403, 'Invalid taxonomy.');
  return taxonomy;
}

export function taxonomyOfType(name: string, type: string): NamedTaxonomy {
  const taxonomy = taxonomiesOfType(type).find((one) => one.name === name);
  if (!taxonomy)
    throw new XmlRpcFault(401, 'Sorry, one of the given taxonomies is not supported by the post type.');
  return taxonomy;
}

/** Ids of terms by name, ignoring case; missing terms are created or skipped. */
export async function termIdsByName(
  call: Call,
  taxonomy: NamedTaxonomy,
  names: readonly string[],
  missing: 'create' | 'skip',
): Promise<number[]> {
  const ids = new Set<number>();
  for (const name of new Set(names.map((one) => one.trim()).filter((one) => one !== ''))) {
    const { terms } = await listTerms(call.content.database.read, {
      taxonomy: taxonomy.name,
      name,
      limit: 2,
      order: 'id',
    });
    const [found, other] = terms;
    if (found && other && missing === 'create' && taxonomy.isHierarchical) {
      throw new XmlRpcFault(
        401,
        'Ambiguous term name used in a hierarchical taxonomy. Please use term ID instead.',
      );
    }
    if (found) ids.add(found.id);
    else if (missing === 'create')
      ids.add(
        (await askRest<{ readonly id: number }>(call, 'POST', termBase(taxonomy), { body: { name } })).id,
      );
  }
  return [...ids];
}

export async function termNames({ content }: Call, ids: readonly number[]): Promise<string[]> {
  const terms = await findTerms(content.database.read, ids);
  return ids.flatMap((id) => terms.get(id)?.name ?? []);
}
