import type { EditedRevision, Written } from '../app/rest-types.ts';
import { footnotesField } from './footnotes.ts';
import type { LocalCopy, CopyMark } from './local-copies.ts';
import type { Base } from './merge-posts.ts';
import { isSame, storedValue } from './stored-post.ts';
import type { Fields, StoredPost } from './stored-post.ts';

/** A version of a text stored outside the post: in this browser, or as an autosave. */
export interface FoundText {
  readonly where: 'here' | 'server';
  readonly content: string;
  /** Other changed fields by REST name, including title and excerpt. */
  readonly fields: Fields;
  /** The base of its changes; undefined if unknown. */
  readonly base: Base | undefined;
  /** Milliseconds, by the clock of the browser or server that stored it. */
  readonly at: number;
  readonly copies: readonly CopyMark[];
  /** Ids of autosaves with this or an earlier state of it. */
  readonly autosaves: readonly number[];
  /** Name of the author, if it is another user whose text was taken over. */
  readonly by?: string;
}

export interface Former {
  readonly id: number;
  readonly name: string;
}

export type Autosave = Pick<EditedRevision, 'id' | 'author' | 'modified_gmt' | 'base'> &
  Written<EditedRevision, 'title' | 'content'> &
  Partial<Pick<EditedRevision, 'meta'> & Written<EditedRevision, 'excerpt'>>;

interface TextSources {
  readonly copies: readonly LocalCopy[];
  readonly autosaves: readonly Autosave[];
  readonly userId: number;
  readonly former?: Former | undefined;
}

/**
 * Finds unsaved versions of a text: browser copies (newest first), this user's autosaves since the post changed, the
 * last one of the previous holder. Clocks differ, so nothing is dropped for its age. `stale`: copies equal to the post.
 */
export function foundTexts(
  post: StoredPost | undefined,
  { copies, autosaves, userId, former }: TextSources,
): {
  readonly found: readonly FoundText[];
  readonly stale: readonly CopyMark[];
} {
  const changedAt = post ? Date.parse(`${post.modified_gmt}Z`) : 0;
  const isOther = ({ content, fields }: Pick<FoundText, 'content' | 'fields'>) =>
    content !== (post?.content.raw ?? '') ||
    Object.entries(fields).some(([name, value]) => !isSame(value, valueOf(post, name)));
  const local = copies
    .toSorted((a, b) => b.at - a.at)
    .map(
      ({ key, step, content, fields, base, at, autosaves: autosaveIds = [] }): FoundText => ({
        where: 'here',
        content,
        fields,
        base,
        at,
        copies: [{ key, step }],
        autosaves: autosaveIds,
      }),
    );
  const isOpen = ({ modified_gmt: at, base }: Autosave) => base !== null || Date.parse(`${at}Z`) >= changedAt;
  const isInLocal = new Set(local.filter(isOther).flatMap(({ autosaves: autosaveIds }) => autosaveIds));
  const open = autosaves.filter((one) => isOpen(one) && !isInLocal.has(one.id));
  // Only the newest autosave of the previous holder counts.
  const last = open
    .filter(({ author }) => author !== userId && author === former?.id)
    .toSorted((a, b) => b.id - a.id)
    .slice(0, 1);
  const remote = [...open.filter(({ author }) => author === userId), ...last]
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
  for (const text of [...local, ...remote].filter(isOther)) {
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
  return { found, stale: local.filter((text) => !isOther(text)).flatMap(({ copies: marks }) => marks) };
}

/** Returns the changed fields and their base; all fields if the base is unknown. */
function begun(
  texts: Readonly<Record<string, string | undefined>>,
  base: Autosave['base'],
): Pick<FoundText, 'fields' | 'base'> {
  const defined = Object.entries(texts).filter(([, text]) => text !== undefined);
  if (base === null) return { fields: Object.fromEntries(defined), base: undefined };
  if (base.content === null)
    return {
      fields: Object.fromEntries(defined),
      base: { revision: base.revision, content: null, fields: {} },
    };
  const was: Fields = { title: base.title, excerpt: base.excerpt, [footnotesField]: base.footnotes ?? '' };
  const fields = Object.fromEntries(defined.filter(([name, text]) => text !== was[name]));
  const before = Object.fromEntries(Object.keys(fields).map((name) => [name, was[name]]));
  return { fields, base: { revision: base.revision, content: base.content, fields: before } };
}

function valueOf(post: StoredPost | undefined, name: string): unknown {
  const value = storedValue(post, name);
  return value === undefined ? '' : value;
}

/** The server's base omits some changed fields, so autosaves are compared by content. */
const isSameBegin = (known: FoundText, text: FoundText) =>
  text.where === 'server'
    ? (known.base ?? text.base)?.content === (text.base ?? known.base)?.content
    : isSame(known.base, text.base);

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
