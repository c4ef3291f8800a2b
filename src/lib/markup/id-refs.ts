import { isRecord } from '../is-record.ts';
import { idOf } from '../whole.ts';
import { blockTokens } from './block-tokens.ts';
import { renameInBlocks } from './pattern-refs.ts';
import { readJson } from './read-json.ts';

/** Other ids for those that blocks name; undefined: it stays. A taxonomy is called as in the database. */
export interface NewIds {
  /** `kind`: what the id names: a `navigation`, a `page`, or a type as a link says it; undefined where it may be anything. */
  post(id: number, kind?: string): number | undefined;
  term(taxonomy: string, id: number): number | undefined;
}

type Attributes = Readonly<Record<string, unknown>>;

const named = /wp:(?:core\/)?(?:navigation|page-list|query|latest-posts|terms-query)[\s-]/;

/** Whether blocks of a text may name posts or terms by id, synced patterns apart; quick. */
export function mayNameIds(markup: string): boolean {
  return named.test(markup);
}

/** Ids of the posts that blocks of a text name, by what they name them as (`NewIds`; '': anything). */
export function namedPosts(markup: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  if (!mayNameIds(markup)) return found;
  const collect: NewIds = {
    post: (id, kind = '') => {
      const ids = found.get(kind) ?? new Set();
      found.set(kind, ids.add(id));
      return undefined;
    },
    term: () => undefined,
  };
  for (const { kind, name, json } of blockTokens(markup)) {
    const attributes = kind === 'close' || json === '' ? undefined : readJson(json);
    if (attributes) renamed(name, attributes, collect);
  }
  return found;
}

/** A text whose blocks name other posts and terms: menus and their links, lists of pages, posts and terms. */
export function renameIds(markup: string, ids: NewIds): string {
  return mayNameIds(markup)
    ? renameInBlocks(markup, (name, attributes) => renamed(name, attributes, ids))
    : markup;
}

/** Attributes with other ids; undefined where none is another. */
function renamed(name: string, attributes: Attributes, ids: NewIds): Attributes | undefined {
  const post = (id: number) => ids.post(id);
  const postOf = (kind: string | undefined) => (id: number) => ids.post(id, kind);
  switch (name) {
    case 'core/navigation':
      return withValues(attributes, { ref: (given) => other(given, postOf('navigation')) });
    case 'core/page-list':
      return withValues(attributes, { parentPageID: (given) => other(given, postOf('page')) });
    case 'core/navigation-link':
    case 'core/navigation-submenu': {
      const { kind, type } = attributes;
      const taxonomy = taxonomyOf(attributes);
      if (taxonomy !== undefined)
        return withValues(attributes, { id: (given) => other(given, (id) => ids.term(taxonomy, id)) });
      const isPost = kind === 'post-type' || (kind === undefined && /^(?:post|page)$/.test(String(type)));
      return isPost
        ? withValues(attributes, {
            id: (given) => other(given, postOf(typeof type === 'string' ? type : undefined)),
          })
        : undefined;
    }
    case 'core/latest-posts':
      return withValues(attributes, {
        categories: (given) => others(given, (id) => ids.term('category', id)),
      });
    case 'core/terms-query':
      return withValues(attributes, {
        termQuery: (query) =>
          isRecord(query)
            ? withValues(query, {
                include: (given) =>
                  others(given, (id) =>
                    ids.term(typeof query.taxonomy === 'string' ? query.taxonomy : 'category', id),
                  ),
              })
            : undefined,
      });
    case 'core/query':
      return withValues(attributes, {
        query: (query) =>
          isRecord(query)
            ? withValues(query, {
                exclude: (given) => others(given, post),
                parents: (given) => others(given, post),
                taxQuery: (given) => termsOf(given, ids),
                categoryIds: (given) => others(given, (id) => ids.term('category', id)),
                tagIds: (given) => others(given, (id) => ids.term('post_tag', id)),
              })
            : undefined,
      });
    default:
      return undefined;
  }
}

/** The taxonomy of the term that a link of a menu leads to; undefined where it leads to none. */
function taxonomyOf({ kind, type }: Attributes): string | undefined {
  if (
    typeof type !== 'string' ||
    !(kind === 'taxonomy' || (kind === undefined && /^(?:category|tag|post_tag)$/.test(type)))
  )
    return undefined;
  return type === 'tag' ? 'post_tag' : type;
}

/** `{ category: [1] }`, or these below `include` and `exclude`; what is nested deeper names nothing, however deep that is. */
function termsOf(given: unknown, ids: NewIds, isBelow = false): unknown {
  if (!isRecord(given)) return undefined;
  return withValues(
    given,
    Object.fromEntries(
      Object.keys(given).map((key) => [
        key,
        (value: unknown) =>
          isRecord(value)
            ? isBelow
              ? undefined
              : termsOf(value, ids, true)
            : others(value, (id) => ids.term(key, id)),
      ]),
    ),
  );
}

/** `given` with other values where a change says one; undefined where none does. */
function withValues(
  given: Attributes,
  changes: Readonly<Record<string, (value: unknown) => unknown>>,
): Attributes | undefined {
  const changed = Object.entries(changes).flatMap(([key, change]) => {
    const value = Object.hasOwn(given, key) ? change(given[key]) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return changed.length === 0 ? undefined : { ...given, ...Object.fromEntries(changed) };
}

/** Another id for a number or its digits. */
function other(given: unknown, rename: (id: number) => number | undefined): number | undefined {
  const id = idOf(given);
  return id === undefined ? undefined : rename(id);
}

/** The same of each in a list of ids, or of things with one. */
function others(given: unknown, rename: (id: number) => number | undefined): unknown {
  if (!Array.isArray(given)) return other(given, rename);
  let isOther = false;
  const list = given.map((one: unknown) => {
    const id = other(isRecord(one) ? one.id : one, rename);
    isOther ||= id !== undefined;
    return id === undefined ? one : isRecord(one) ? { ...one, id } : id;
  });
  return isOther ? list : undefined;
}
