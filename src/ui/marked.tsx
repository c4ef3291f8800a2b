import { highlight } from '../modules/search/highlight.ts';
import type { SearchTerm } from '../modules/search/query.ts';

/** A plain text with the words marked that were searched for. */
export function Marked({ text, terms }: { readonly text: string; readonly terms: readonly SearchTerm[] }) {
  let at = 0;
  return highlight(text, terms).map(({ text: part, hit }) => {
    const key = at;
    at += part.length;
    return hit ? (
      <mark key={key} className="search-hit">
        {part}
      </mark>
    ) : (
      part
    );
  });
}
