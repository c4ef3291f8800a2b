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

/** The kind of searches through one type alone; where it has no template, that of all searches serves. */
export const kindOfSearch = (type: string): string => `search:${type}`;

/** What assignments call the mobile pages of pages: templates for phones, in the place of the page's layout. */
export const mobilePages: string = 'page:mobile';

/** The kind of page that the items of an assignment have: mobile pages are assigned to pages. */
export const kindOfItems = (kind: string): string => (kind === mobilePages ? 'page' : kind);

/** The kind of the pages that list the articles of a format. */
export const kindOfFormats = `cpt_tax:${formatTaxonomy}`;
