import { footnoteOrder, footnotesField, mergeNotes, numberReferences } from './footnotes.ts';
import { mergeTexts } from './merge.ts';
import { isSame, storedValue } from './stored-post.ts';
import type { Fields, StoredPost } from './stored-post.ts';

/** What somebody's changes of a post began from, as far as they touch it. */
export interface Base {
  /** 0: nobody knows. */
  readonly revision: number;
  /** Null: nobody knows. */
  readonly content: string | null;
  /** The fields that were changed, as they were. */
  readonly fields: Fields;
}

/** Somebody's changes: their text, and the fields that they changed. */
export interface Changes {
  readonly content: string;
  readonly fields: Fields;
}

/** The post as what these edits began from. */
export const baseOf = (post: StoredPost, edits: Fields): Base => ({
  revision: post.revision,
  content: post.content.raw,
  fields: Object.fromEntries(Object.keys(edits).map((name) => [name, storedValue(post, name)])),
});

/**
 * Two people's changes of the same post in one. `content`: the text with both, undefined where they touched the same place; `met`: names of fields that both
 * changed, each to something else; `fields`: those of mine that hold both. Of the status the last word counts. Where nobody knows what mine began from,
 * all that differs is met.
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
  // A footnote more changes the numbers of those behind it: they are given once both texts are one.
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
