import type { EditedPost, Written, PostSent } from '../app/rest-types.ts';
import { mayBeUndated } from '../app/rest-types.ts';
import type { footnotesField } from './footnotes.ts';

/** A post as REST tells it to editors. */
export type StoredPost = Pick<EditedPost, 'id' | 'revision' | 'status' | 'link' | 'modified_gmt'> &
  Written<EditedPost, 'title' | 'content'> &
  Partial<Written<EditedPost, 'excerpt'> & Pick<EditedPost, 'date_floating'>> & {
    /** Null: it has none, and gets that of its publication. */
    readonly date?: string | null;
    /** Other fields, and the terms of each taxonomy, by their names in REST. */
    readonly [field: string]: unknown;
  };

/** A post as REST tells it; types without a title or a text have no such field. */
export type ToldPost = Omit<StoredPost, 'title' | 'content'> & Partial<Pick<StoredPost, 'title' | 'content'>>;

/** A post of whatever type: what its type has no field for is empty, and so is the date of one that has none, which is told by the day of its last change. */
export const toStored = (told: ToldPost): StoredPost =>
  ({
    ...told,
    title: told.title ?? { raw: '' },
    content: told.content ?? { raw: '' },
    ...(told.date_floating ? { date: null } : {}),
  }) as StoredPost;

/** Values of fields by their names in REST; `broadsheet.subtitle` is a field of a field. */
export type Fields = Readonly<Record<string, unknown>>;

type Details = NonNullable<PostSent['broadsheet']>;
/** Fields as people change them, by the names that REST takes them by: texts as they are written, and what a newspaper says by one name each. */
export type SentFields = Readonly<
  Omit<PostSent, 'broadsheet' | 'title' | 'content' | 'excerpt' | 'revision'>
> & { readonly [footnotesField]?: string } & {
  readonly [Name in 'title' | 'content' | 'excerpt']?: string;
} & { readonly [Name in keyof Details as `broadsheet.${Name & string}`]?: Details[Name] };

/** Terms of a taxonomy, by its name in REST, which the site's definitions say. */
export const termsField = (restBase: string, ids: readonly number[]): SentFields =>
  ({ [restBase]: ids }) as SentFields;

/** A stored field as it is edited: texts without what is made of them. */
export function storedValue(post: StoredPost | undefined, name: string): unknown {
  const [outer = name, inner] = name.split('.');
  const whole = post?.[outer];
  const value = inner === undefined ? whole : (whole as Fields | undefined)?.[inner];
  return typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
}

/** Fields as REST takes them: those of one field are sent in it. */
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

/** What somebody else scheduled or published meanwhile has a date: without it, it would be public at once, or anew. */
const isDateTaken = (name: string, value: unknown, post: StoredPost | undefined) =>
  name === 'date' && value === null && post !== undefined && !mayBeUndated(post.status);

/** Of edits those that say something else than the post, and can be said of it. */
export const withoutStored = (edits: Fields, post: StoredPost | undefined): Fields =>
  Object.fromEntries(
    Object.entries(edits).filter(
      ([name, value]) => !isSame(value, storedValue(post, name)) && !isDateTaken(name, value, post),
    ),
  );

/** What a save was made of, and what came of it. */
interface Saved {
  /** The edits as it was sent. */
  readonly sent: Fields;
  /** The edits now: somebody went on meanwhile. */
  readonly now: Fields;
  readonly before: StoredPost | undefined;
  readonly after: StoredPost;
  /** Names of edits that were not sent as they are. */
  readonly unsent: ReadonlySet<string>;
}

/** Edits that a save left: those made meanwhile, what was taken back meanwhile, and what was not sent. */
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
