import { sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { registeredTaxonomies, registeredTypes } from '../../modules/types/registry.ts';

/** A variation of a block, in WordPress' shape. */
interface Variation {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly scope?: readonly string[];
  readonly isDefault?: true;
}

/** Variations that follow from the site's types and taxonomies; editors know all others without asking. */
export function variationsOf(block: string): readonly Variation[] {
  const taxonomies = registeredTaxonomies().filter(
    ({ isPublic, restBase }) => isPublic && restBase !== undefined,
  );
  if (block === 'core/post-terms') {
    return taxonomies.map(({ name, labels: { plural } }) => ({
      name,
      title: plural,
      description: `Lists the assigned terms of the taxonomy ${plural}.`,
      attributes: { term: name },
      scope: ['inserter', 'transform'],
      ...(name === sectionTaxonomy ? { isDefault: true } : {}),
    }));
  }
  if (block !== 'core/navigation-link') return [];
  const link = (
    name: string,
    kind: string,
    { singular, plural }: { readonly singular: string; readonly plural: string },
  ) => ({
    name,
    title: `${singular} link`,
    description: `Links to one of the ${plural.toLowerCase()}.`,
    attributes: { type: name, kind },
  });
  return [
    ...registeredTypes()
      .filter(({ isPublic, restBase }) => isPublic && restBase !== undefined)
      .map(({ name, labels }) => link(name, 'post-type', labels)),
    ...taxonomies.map(({ name, labels }) => link(name === tagTaxonomy ? 'tag' : name, 'taxonomy', labels)),
  ];
}
