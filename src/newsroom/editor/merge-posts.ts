import { footnoteOrder, footnotesField, mergeNotes, numberReferences } from './footnotes.ts';
import { mergeTexts } from './merge.ts';
import { isSame, storedValue } from './stored-post.ts';
import type { Fields, StoredPost } from './stored-post.ts';

export interface Base {
  /** 0: unknown. */
  readonly revision: number;
  /** Null: unknown. */
  readonly content: string | null;
  /** Original values of the changed fields. */
  readonly fields: Fields;
}

export interface Changes {
  readonly content: string;
  readonly fields: Fields;
}

export const baseOf = (post: StoredPost, edits: Fields): Base => ({
  revision: post.revision,
  content: post.content.raw,
  fields: Object.fromEntries(Object.keys(edits).map((name) => [name, storedValue(post, name)])),
});

/**
 * Merges two users' changes. `content`: undefined on conflict; `met`: conflicting fields; `fields`: merged ones. For
 * the status the last writer wins. With an unknown base, every difference is a conflict.
 */
export function mergePosts(
  base: Base,
  mine: Changes,
  theirs: StoredPost,
): { readonly content: string | undefined; readonly met: readonly string[]; readonly fields: Fields } {
  const met = Object.keys(mine.fields).filter((name) => {
    const now = storedValue(theirs, name);
    return name !== 'status' && !isSame(base.fields[name], now) && !isSame(now, mine.fields[name]);
  });
  if (base.content === null)
    return { content: mine.content === theirs.content.raw ? mine.content : undefined, met, fields: {} };
  const texts = [base.content, mine.content, theirs.content.raw] as const;
  const stored = storedValue(theirs, footnotesField);
  if (!Object.hasOwn(mine.fields, footnotesField) && !texts.some((text) => text.includes('data-fn='))) {
    return { content: mergeTexts(...texts), met, fields: {} };
  }
  // Adding a footnote renumbers later ones, so numbers are assigned after merging.
  const merged = mergeTexts(...(texts.map((text) => numberReferences(text)) as [string, string, string]));
  if (merged === undefined) return { content: undefined, met, fields: {} };
  const order = footnoteOrder(merged);
  const { json, isMet } = mergeNotes(order, {
    base: base.fields[footnotesField] ?? stored,
    mine: mine.fields[footnotesField],
    theirs: stored,
  });
  return {
    content: numberReferences(merged, order),
    met: met.filter((name) => name !== footnotesField || isMet),
    fields:
      json === (stored ?? '') && !Object.hasOwn(mine.fields, footnotesField)
        ? {}
        : { [footnotesField]: json },
  };
}
