import { formatTaxonomy } from '../types/names.ts';
import { postTypeNamed, taxonomyNamed } from '../types/registry.ts';

/** The kind of page that a post of a type has, as assignments of templates name it: custom types have one each. */
export function kindOfPost(type: string): string {
  const { pageKind } = postTypeNamed(type);
  return pageKind === 'cpt' ? `cpt:${type}` : pageKind;
}

/** The kind of page that terms of a taxonomy have. */
export function kindOfTerm(taxonomy: string): string {
  const { pageKind } = taxonomyNamed(taxonomy);
  return pageKind === 'cpt_tax' ? `cpt_tax:${taxonomy}` : pageKind;
}

/** The kind of the page that lists all posts of a type. */
export function kindOfArchive(type: string): string {
  const { archive } = postTypeNamed(type);
  return archive === undefined || archive.kind === 'cpt_tax' ? `cpt_tax:${type}` : archive.kind;
}

/** The kind of the pages that list the articles of a format. */
export const kindOfFormats = `cpt_tax:${formatTaxonomy}`;
