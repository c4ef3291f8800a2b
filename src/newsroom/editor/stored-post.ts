import type { EditedPost, Written, PostSent } from '../app/rest-types.ts';
import { mayBeUndated } from '../app/rest-types.ts';
import type { footnotesField } from './footnotes.ts';

export type StoredPost = Pick<EditedPost, 'id' | 'revision' | 'status' | 'link' | 'modified_gmt'> &
  Written<EditedPost, 'title' | 'content'> &
  Partial<Written<EditedPost, 'excerpt'> & Pick<EditedPost, 'date_floating'>> & {
    /** Null: no date yet; set on publication. */
    readonly date?: string | null;
    /** Other fields, and the terms of each taxonomy, by REST name. */
    readonly [field: string]: unknown;
  };

/** A post as REST returns it; types without title or content lack those fields. */
export type PostReply = Omit<StoredPost, 'title' | 'content'> &
  Partial<Pick<StoredPost, 'title' | 'content'>>;

/** Normalizes a post of any type: missing fields become empty, and a floating date (REST reports the last change) becomes null. */
export const toStored = (reply: PostReply): StoredPost =>
  ({
    ...reply,
    title: reply.title ?? { raw: '' },
    content: reply.content ?? { raw: '' },
    ...(reply.date_floating ? { date: null } : {}),
  }) as StoredPost;

/** Values by REST field name; `broadsheet.subtitle` is a nested field. */
export type Fields = Readonly<Record<string, unknown>>;

type Details = NonNullable<PostSent['broadsheet']>;
/** Editable fields by REST name: texts as raw strings, own nested fields by one name each. */
export type SentFields = Readonly<
  Omit<PostSent, 'broadsheet' | 'title' | 'content' | 'excerpt' | 'revision'>
> & { readonly [footnotesField]?: string } & {
  readonly [Name in 'title' | 'content' | 'excerpt']?: string;
} & { readonly [Name in keyof Details as `broadsheet.${Name & string}`]?: Details[Name] };

/** The terms of a taxonomy by its REST name, which the site's definitions determine. */
export const termsField = (restBase: string, ids: readonly number[]): SentFields =>
  ({ [restBase]: ids }) as SentFields;

export function storedValue(post: StoredPost | undefined, name: string): unknown {
  const [outer = name, inner] = name.split('.');
  const whole = post?.[outer];
  const value = inner === undefined ? whole : (whole as Fields | undefined)?.[inner];
  return typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
}

/** Nests fields as REST expects them. */
export function inFields(sent: Fields): PostSent {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const [outer = name, inner] = name.split('.');
    fields[outer] =
      inner === undefined ? value : { ...(fields[outer] as Fields | undefined), [inner]: value };
  }
  return fields;
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A post that another user has since scheduled or published keeps its date; without one it would be published now, or again. */
const isDateTaken = (name: string, value: unknown, post: StoredPost | undefined) =>
  name === 'date' && value === null && post !== undefined && !mayBeUndated(post.status);

/** The edits that differ from the post and still apply to it. */
export const withoutStored = (edits: Fields, post: StoredPost | undefined): Fields =>
  Object.fromEntries(
    Object.entries(edits).filter(
      ([name, value]) => !isSame(value, storedValue(post, name)) && !isDateTaken(name, value, post),
    ),
  );

interface Saved {
  readonly sent: Fields;
  readonly now: Fields;
  readonly before: StoredPost | undefined;
  readonly after: StoredPost;
  /** Names of edits that were not sent as they are. */
  readonly unsent: ReadonlySet<string>;
}

/** Edits left after a save: made or reverted during it, or not sent. */
export function editsLeft({ sent, now, before, after, unsent }: Saved): Fields {
  const left: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(sent), ...Object.keys(now)])) {
    const [was, is] = [sent, now].map((edits) =>
      Object.hasOwn(edits, name) ? edits[name] : storedValue(before, name),
    );
    const isDone = Object.hasOwn(sent, name) && !unsent.has(name) && isSame(was, is);
    if (!isDone) left[name] = is;
  }
  return withoutStored(left, after);
}
