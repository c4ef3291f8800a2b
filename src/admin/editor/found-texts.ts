import type { EditedRevision, Written } from '../app/replies.ts';
import type { CopyMark } from './copy-keeper.ts';
import type { LocalCopy } from './local-copies.ts';
import type { Base } from './merge-posts.ts';
import { isSame, storedValue } from './stored-post.ts';
import type { Fields, StoredPost } from './stored-post.ts';

/** A text that is somewhere else than in the post: kept in this browser, or by the server as an autosave. */
export interface FoundText {
  readonly where: 'here' | 'server';
  readonly content: string;
  /** What else was changed, by the names of REST: title and excerpt among it. */
  readonly fields: Fields;
  /** What it began from; undefined where nobody knows. */
  readonly base: Base | undefined;
  /** Milliseconds, by the clock of where it was kept. */
  readonly at: number;
  /** Where this browser keeps it. */
  readonly copies: readonly CopyMark[];
  /** Where the server keeps it: the id of the autosave, 0 where it does not. */
  readonly autosave: number;
}

/** An autosave as REST tells it. */
export type Autosave = Pick<EditedRevision, 'id' | 'author' | 'modified_gmt'> & Written<EditedRevision, 'title' | 'content'>
  & Partial<Written<EditedRevision, 'excerpt'>>;

interface Kept {
  readonly copies: readonly LocalCopy[];
  readonly autosaves: readonly Autosave[];
  readonly userId: number;
}

/**
 * Texts of this person that the post does not hold, each once: those of this browser, newest first, and what the server kept since the post was changed. Their
 * clocks may differ, so that nothing is left out for being older. `stale`: copies that say what the post says, which nobody needs any more.
 */
export function foundTexts(post: StoredPost | undefined, { copies, autosaves, userId }: Kept): {
  readonly found: readonly FoundText[]; readonly stale: readonly CopyMark[];
} {
  const changedAt = post ? Date.parse(`${post.modified_gmt}Z`) : 0;
  const isOther = ({ content, fields }: Pick<FoundText, 'content' | 'fields'>) =>
    content !== (post?.content.raw ?? '') || Object.entries(fields).some(([name, value]) => !isSame(value, valueOf(post, name)));
  const here = copies.toSorted((a, b) => b.at - a.at).map(({ key, step, content, fields, base, at }): FoundText => (
    { where: 'here', content, fields, base, at, copies: [{ key, step }], autosave: 0 }
  ));
  const kept = autosaves.filter(({ author, modified_gmt: at }) => author === userId && Date.parse(`${at}Z`) >= changedAt)
    .map(({ id, modified_gmt: at, title, content, excerpt }): FoundText => ({
      where: 'server', content: content.raw, fields: { title: title.raw, ...(excerpt && { excerpt: excerpt.raw }) }, base: undefined, at: Date.parse(`${at}Z`),
      copies: [], autosave: id,
    }));
  const found: FoundText[] = [];
  for (const text of [...here, ...kept].filter(isOther)) {
    const index = found.findIndex((other) => saysTheSame(post, other, text));
    const other = found[index];
    if (!other) found.push(text);
    else found[index] = { ...other, copies: [...other.copies, ...text.copies], autosave: other.autosave || text.autosave };
  }
  return { found, stale: here.filter((text) => !isOther(text)).flatMap(({ copies: marks }) => marks) };
}

/** A field that nothing is stored of is empty. */
function valueOf(post: StoredPost | undefined, name: string): unknown {
  const value = storedValue(post, name);
  return value === undefined ? '' : value;
}

/** Whether `known` says all that `text` says. */
function saysTheSame(post: StoredPost | undefined, known: FoundText, text: FoundText): boolean {
  const value = ({ fields }: FoundText, name: string) => (Object.hasOwn(fields, name) ? fields[name] : valueOf(post, name));
  return known.content === text.content && isSame(known.base, text.base ?? known.base)
    && [...new Set([...Object.keys(known.fields), ...Object.keys(text.fields)])].every((name) => (
      isSame(value(known, name), value(text, name)) || (text.where === 'server' && !Object.hasOwn(text.fields, name))
    ));
}
