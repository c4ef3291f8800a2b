import type { Reader } from '../../kernel/db/open-database.ts';
import { countItems, listDefinitions } from './definition-store.ts';
import { suggestedTaxonomy, suggestedType, taxonomyName, typeName } from './own-definition.ts';
import type { DefinitionKind, TaxonomyDefinition, TypeDefinition } from './own-definition.ts';

/** `found`: has items, such as those of an import, but no definition; it is shown as it would be defined. */
export const definitionStates = ['defined', 'deleted', 'found'] as const;

export interface ListedDefinition<Definition> {
  readonly name: string;
  readonly definition: Definition;
  readonly state: (typeof definitionStates)[number];
  /** Posts in any status, or terms. */
  readonly items: number;
  /** 0: was never stored. */
  readonly revision: number;
}
export type ListedType = ListedDefinition<TypeDefinition>;
export type ListedTaxonomy = ListedDefinition<TaxonomyDefinition>;

async function list<Definition>(
  read: Reader,
  kind: DefinitionKind,
  suggest: (name: string) => Definition | undefined,
): Promise<ListedDefinition<Definition>[]> {
  const [stored, counts] = [await listDefinitions(read), await countItems(read, kind)];
  const known = new Set(stored.map(({ name }) => name));
  return [
    ...stored
      .filter((one) => one.kind === kind)
      .map(
        ({ name, definition, isDeleted, revision }): ListedDefinition<Definition> => ({
          name,
          definition: definition as Definition,
          state: isDeleted ? 'deleted' : 'defined',
          items: counts.get(name) ?? 0,
          revision,
        }),
      ),
    ...[...counts].flatMap(([name, items]): ListedDefinition<Definition>[] => {
      const definition = known.has(name) ? undefined : suggest(name);
      return definition ? [{ name, definition, state: 'found', items, revision: 0 }] : [];
    }),
  ];
}

export const listTypes = (read: Reader): Promise<ListedType[]> =>
  list(read, 'post_type', (name) => (typeName.safeParse(name).success ? suggestedType(name) : undefined));

export const listTaxonomies = (read: Reader): Promise<ListedTaxonomy[]> =>
  list(read, 'taxonomy', (name) =>
    taxonomyName.safeParse(name).success ? suggestedTaxonomy(name) : undefined,
  );
