import type { EditedRevision, Written } from '../app/rest-types.ts';
import { footnotesField } from './footnotes.ts';
import type { LocalCopy, CopyMark } from './local-copies.ts';
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
  /** Where the server keeps it, or what it said before: the ids of the autosaves. */
  readonly autosaves: readonly number[];
  /** Who wrote it, where somebody else did whose text was taken over. */
  readonly by?: string;
}

/** Who had a text before it was taken over. */
export interface Former {
  readonly id: number;
  readonly name: string;
}

/** An autosave as REST tells it. */
export type Autosave = Pick<EditedRevision, 'id' | 'author' | 'modified_gmt' | 'base'> &
  Written<EditedRevision, 'title' | 'content'> &
  Partial<Pick<EditedRevision, 'meta'> & Written<EditedRevision, 'excerpt'>>;

interface Kept {
  readonly copies: readonly LocalCopy[];
  readonly autosaves: readonly Autosave[];
  readonly userId: number;
  readonly former?: Former | undefined;
}

/**
 * Texts of this person that the post does not hold, each once: those of this browser, newest first, and what the server kept since the post was changed, or
 * since they stored something themselves; beside them the last words of who had the text before it was taken over. Their clocks may differ, so that nothing is
 * left out for being older; but of a window that this browser has a copy of, the server's older words are part of that copy. `stale`: copies that say what the
 * post says, which nobody needs any more.
 */
export function foundTexts(
  post: StoredPost | undefined,
  { copies, autosaves, userId, former }: Kept,
): {
  readonly found: readonly FoundText[];
  readonly stale: readonly CopyMark[];
} {
  const changedAt = post ? Date.parse(`${post.modified_gmt}Z`) : 0;
  const isOther = ({ content, fields }: Pick<FoundText, 'content' | 'fields'>) =>
    content !== (post?.content.raw ?? '') ||
    Object.entries(fields).some(([name, value]) => !isSame(value, valueOf(post, name)));
  const here = copies
    .toSorted((a, b) => b.at - a.at)
    .map(
      ({ key, step, content, fields, base, at, autosaves: said = [] }): FoundText => ({
        where: 'here',
        content,
        fields,
        base,
        at,
        copies: [{ key, step }],
        autosaves: said,
      }),
    );
  const isOpen = ({ modified_gmt: at, base }: Autosave) => base !== null || Date.parse(`${at}Z`) >= changedAt;
  const isHere = new Set(here.filter(isOther).flatMap(({ autosaves: said }) => said));
  const open = autosaves.filter((one) => isOpen(one) && !isHere.has(one.id));
  // What somebody else left in windows before is no last word.
  const last = open
    .filter(({ author }) => author !== userId && author === former?.id)
    .toSorted((a, b) => b.id - a.id)
    .slice(0, 1);
  const kept = [...open.filter(({ author }) => author === userId), ...last]
    .map(
      ({ id, author, modified_gmt: at, title, content, excerpt, meta, base }): FoundText => ({
        where: 'server',
        content: content.raw,
        at: Date.parse(`${at}Z`),
        copies: [],
        autosaves: [id],
        ...begun({ title: title.raw, excerpt: excerpt?.raw, [footnotesField]: meta?.footnotes }, base),
        ...(former && author !== userId ? { by: former.name } : {}),
      }),
    )
    .filter(({ content, fields, base }) => content !== base?.content || Object.keys(fields).length > 0);
  const found: FoundText[] = [];
  for (const text of [...here, ...kept].filter(isOther)) {
    const index = found.findIndex((other) => saysTheSame(post, other, text));
    const other = found[index];
    if (!other) found.push(text);
    else
      found[index] = {
        ...other,
        copies: [...other.copies, ...text.copies],
        autosaves: [...other.autosaves, ...text.autosaves],
      };
  }
  return { found, stale: here.filter((text) => !isOther(text)).flatMap(({ copies: marks }) => marks) };
}

/** What somebody changed of these fields, and what they began from; all of them where nobody knows that. */
function begun(
  texts: Readonly<Record<string, string | undefined>>,
  base: Autosave['base'],
): Pick<FoundText, 'fields' | 'base'> {
  const said = Object.entries(texts).filter(([, text]) => text !== undefined);
  if (base === null) return { fields: Object.fromEntries(said), base: undefined };
  if (base.content === null)
    return { fields: Object.fromEntries(said), base: { revision: base.revision, content: null, fields: {} } };
  const was: Fields = { title: base.title, excerpt: base.excerpt, [footnotesField]: base.footnotes ?? '' };
  const fields = Object.fromEntries(said.filter(([name, text]) => text !== was[name]));
  const before = Object.fromEntries(Object.keys(fields).map((name) => [name, was[name]]));
  return { fields, base: { revision: base.revision, content: base.content, fields: before } };
}

/** A field that nothing is stored of is empty. */
function valueOf(post: StoredPost | undefined, name: string): unknown {
  const value = storedValue(post, name);
  return value === undefined ? '' : value;
}

/** The server knows less of the fields that somebody changed. */
const isSameBegin = (known: FoundText, text: FoundText) =>
  text.where === 'server'
    ? (known.base ?? text.base)?.content === (text.base ?? known.base)?.content
    : isSame(known.base, text.base);

/** Whether `known` says all that `text` says. */
function saysTheSame(post: StoredPost | undefined, known: FoundText, text: FoundText): boolean {
  const value = ({ fields }: FoundText, name: string) =>
    Object.hasOwn(fields, name) ? fields[name] : valueOf(post, name);
  return (
    known.content === text.content &&
    known.by === text.by &&
    isSameBegin(known, text) &&
    [...new Set([...Object.keys(known.fields), ...Object.keys(text.fields)])].every(
      (name) =>
        isSame(value(known, name), value(text, name)) ||
        (text.where === 'server' && !Object.hasOwn(text.fields, name)),
    )
  );
}
