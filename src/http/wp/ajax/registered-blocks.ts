import { findBlock } from '../../../blocks/registry.server.ts';

/**
 * Names of the blocks whose CSS the page has already (`td_res_context_registered_atts`): a JSON list of names; anything else counts as none, since the field is
 * optional (AJAX-19). Unknown names are left out.
 */
export function registeredBlocks(text: string | undefined): ReadonlySet<string> {
  if (!text) return new Set();
  try {
    const names: unknown = JSON.parse(text);
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string' && findBlock(name) !== undefined).toSorted() : []);
  } catch {
    return new Set(); // no JSON: the client only gets CSS that it has
  }
}
