import type { MetaSchema, PostType } from './model.ts';

let fieldMeta: ReadonlyMap<string, MetaSchema> = new Map();
const typesWithFields = new WeakMap<PostType, { readonly fields: MetaSchema; readonly type: PostType }>();

/** Replaces the schemas of custom fields by post type; `withFields` adds them from then on. */
export function useFields(byType: ReadonlyMap<string, MetaSchema>): void {
  fieldMeta = byType;
}

/** The types with the meta of their custom fields. A type stays the same object until it or its fields change. */
export function withFields(defined: ReadonlyMap<string, PostType>): ReadonlyMap<string, PostType> {
  return new Map([...defined].map(([name, definition]) => [name, withOwnFields(definition)]));
}

function withOwnFields(definition: PostType): PostType {
  const fields = fieldMeta.get(definition.name);
  if (!fields) return definition;
  const known = typesWithFields.get(definition);
  if (known?.fields === fields) return known.type;
  const type = { ...definition, meta: { ...fields, ...definition.meta } };
  typesWithFields.set(definition, { fields, type });
  return type;
}
