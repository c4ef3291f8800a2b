import type { PageParts } from '../../reader/islands/page-config.ts';
import { findBlock, stylesAlwaysOf } from '../../blocks/registry.server.ts';
import { listCss } from '../../theme/styles.server.ts';

/** What a reply says to our own scripts beside its HTML and the keys that the specification names: one further key, `broadsheet`. */
export function besides(parts: PageParts | undefined): { readonly broadsheet?: PageParts } {
  return parts === undefined ? {} : { broadsheet: parts };
}

/**
 * Names of the blocks, and of styles of lists and cards, whose CSS the page has already (`td_res_context_registered_atts`): a JSON list of names; anything else
 * counts as none, since the field is optional (AJAX-19). Unknown names are left out.
 */
export function registeredBlocks(text: string | undefined): ReadonlySet<string> {
  if (!text) return new Set();
  try {
    const given: unknown = JSON.parse(text);
    const names = Array.isArray(given)
      ? given.filter(
          (name) => typeof name === 'string' && (findBlock(name) !== undefined || listCss.has(name)),
        )
      : [];
    return new Set([...names, ...stylesAlwaysOf(names)].toSorted());
  } catch {
    return new Set(); // no JSON: the client only gets CSS that it has
  }
}
