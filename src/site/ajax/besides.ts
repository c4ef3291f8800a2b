import type { PageParts } from '../../reader/islands/page-config.ts';

/** What a reply says to our own scripts beside its HTML and the keys that the specification names: one further key, `broadsheet`. */
export function besides(parts: PageParts | undefined): { readonly broadsheet?: PageParts } {
  return parts === undefined ? {} : { broadsheet: parts };
}
