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
