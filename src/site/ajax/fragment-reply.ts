import type { PageParts } from '../../reader/islands/page-config.ts';
import { findBlock, stylesAlwaysOf } from '../../blocks/registry.server.ts';
import { listCss } from '../../theme/styles.server.ts';

/** All data for our own scripts is in `broadsheet`, next to the keys that the specification names. */
export function besides(parts: PageParts | undefined): { readonly broadsheet?: PageParts } {
  return parts === undefined ? {} : { broadsheet: parts };
}

/**
 * Blocks and styles whose CSS the page already has (`td_res_context_registered_atts`): a JSON list of names. Ignores
 * unknown names and, since the field is optional (AJAX-19), anything that is not a list.
 */
export function registeredBlocks(text: string | undefined): ReadonlySet<string> {
  if (!text) return new Set();
  try {
    const input: unknown = JSON.parse(text);
    const names = Array.isArray(input)
      ? input.filter(
          (name) => typeof name === 'string' && (findBlock(name) !== undefined || listCss.has(name)),
        )
      : [];
    return new Set([...names, ...stylesAlwaysOf(names)].toSorted());
  } catch {
    return new Set(); // not JSON: the client only gets CSS that it already has
  }
}
