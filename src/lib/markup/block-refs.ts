import { idOf } from '../numbers.ts';
import { blockTokens, writeOpening } from './block-markup.ts';
import { readJson } from '../json.ts';
import { splice } from './html-tokens.ts';
import { isRecord } from '../records.ts';

/** Quick check whether a text may contain a synced pattern. */
export function mayHoldPatterns(markup: string): boolean {
  return markup.includes('wp:block') || markup.includes('wp:core/block');
}

/** The distinct posts that a text's `core/block` blocks refer to, in order. */
export function patternRefs(markup: string): number[] {
  if (!mayHoldPatterns(markup)) return [];
  const refs = new Set<number>();
  for (const { kind, name, json } of blockTokens(markup)) {
    if (kind === 'close' || name !== 'core/block') continue;
    const ref = refOf(json);
    if (ref !== undefined) refs.add(ref);
  }
  return [...refs];
}

/** The id in an attribute `ref`, a number or its digits; undefined for anything else. */
export function toRef(value: unknown): number | undefined {
  return idOf(value);
}

/** Replaces the posts that `core/block` blocks refer to, by old id. */
export function renamePatterns(markup: string, moved: ReadonlyMap<number, number>): string {
  if (moved.size === 0 || !mayHoldPatterns(markup)) return markup;
  return renameInBlocks(markup, (name, attributes) => {
    const ref = name === 'core/block' ? moved.get(toRef(attributes.ref) ?? 0) : undefined;
    return ref === undefined ? undefined : { ...attributes, ref };
  });
}

/** Replaces the attributes of blocks for which `rename` returns new ones; blocks with broken attributes are unchanged. */
export function renameInBlocks(
  markup: string,
  rename: (
    name: string,
    attributes: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>> | undefined,
): string {
  return splice(
    markup,
    blockTokens(markup).flatMap(({ kind, name, json, start, end }) => {
      const attributes = kind === 'close' || json === '' ? undefined : readJson(json);
      const changed = attributes && rename(name, attributes);
      return changed ? [{ start, end, text: writeOpening(name, changed, kind === 'void') }] : [];
    }),
  );
}

function refOf(json: string): number | undefined {
  return toRef(readJson(json)?.ref);
}

/** New ids by old ones; undefined leaves one unchanged. Taxonomies have their database names. */
interface NewIds {
  /** `kind`: `navigation`, `page`, or a link's type; undefined for any type. */
  post(id: number, kind?: string): number | undefined;
  term(taxonomy: string, id: number): number | undefined;
}

type Attributes = Readonly<Record<string, unknown>>;

const named = /wp:(?:core\/)?(?:navigation|page-list|query|latest-posts|terms-query)[\s-]/;

/** Quick check whether blocks may refer to posts or terms by id, apart from synced patterns. */
export function mayNameIds(markup: string): boolean {
  return named.test(markup);
}

/** Ids of the posts that blocks refer to, by kind (see `NewIds`; '' for any). */
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

/** Replaces ids of posts and terms in menus and their links, and in lists of pages, posts and terms. */
export function renameIds(markup: string, ids: NewIds): string {
  return mayNameIds(markup)
    ? renameInBlocks(markup, (name, attributes) => renamed(name, attributes, ids))
    : markup;
}

function renamed(name: string, attributes: Attributes, ids: NewIds): Attributes | undefined {
  const post = (id: number) => ids.post(id);
  const postOf = (kind: string | undefined) => (id: number) => ids.post(id, kind);
  switch (name) {
    case 'core/navigation':
      return withValues(attributes, { ref: (value) => other(value, postOf('navigation')) });
    case 'core/page-list':
      return withValues(attributes, { parentPageID: (value) => other(value, postOf('page')) });
    case 'core/navigation-link':
    case 'core/navigation-submenu': {
      const { kind, type } = attributes;
      const taxonomy = taxonomyOf(attributes);
      if (taxonomy !== undefined)
        return withValues(attributes, { id: (value) => other(value, (id) => ids.term(taxonomy, id)) });
      const isPost = kind === 'post-type' || (kind === undefined && /^(?:post|page)$/.test(String(type)));
      return isPost
        ? withValues(attributes, {
            id: (value) => other(value, postOf(typeof type === 'string' ? type : undefined)),
          })
        : undefined;
    }
    case 'core/latest-posts':
      return withValues(attributes, {
        categories: (value) => others(value, (id) => ids.term('category', id)),
      });
    case 'core/terms-query':
      return withValues(attributes, {
        termQuery: (query) =>
          isRecord(query)
            ? withValues(query, {
                include: (value) =>
                  others(value, (id) =>
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
                exclude: (value) => others(value, post),
                parents: (value) => others(value, post),
                taxQuery: (value) => termsOf(value, ids),
                categoryIds: (value) => others(value, (id) => ids.term('category', id)),
                tagIds: (value) => others(value, (id) => ids.term('post_tag', id)),
              })
            : undefined,
      });
    default:
      return undefined;
  }
}

/** The taxonomy of the term that a menu link leads to; undefined for other links. */
function taxonomyOf({ kind, type }: Attributes): string | undefined {
  if (
    typeof type !== 'string' ||
    !(kind === 'taxonomy' || (kind === undefined && /^(?:category|tag|post_tag)$/.test(type)))
  )
    return undefined;
  return type === 'tag' ? 'post_tag' : type;
}

/** `{ category: [1] }`, or the same below `include` and `exclude`; deeper nesting is ignored. */
function termsOf(query: unknown, ids: NewIds, isBelow = false): unknown {
  if (!isRecord(query)) return undefined;
  return withValues(
    query,
    Object.fromEntries(
      Object.keys(query).map((key) => [
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

function withValues(
  attributes: Attributes,
  changes: Readonly<Record<string, (value: unknown) => unknown>>,
): Attributes | undefined {
  const changed = Object.entries(changes).flatMap(([key, change]) => {
    const value = Object.hasOwn(attributes, key) ? change(attributes[key]) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return changed.length === 0 ? undefined : { ...attributes, ...Object.fromEntries(changed) };
}

function other(value: unknown, rename: (id: number) => number | undefined): number | undefined {
  const id = idOf(value);
  return id === undefined ? undefined : rename(id);
}

function others(value: unknown, rename: (id: number) => number | undefined): unknown {
  if (!Array.isArray(value)) return other(value, rename);
  let isOther = false;
  const list = value.map((one: unknown) => {
    const id = other(isRecord(one) ? one.id : one, rename);
    isOther ||= id !== undefined;
    return id === undefined ? one : isRecord(one) ? { ...one, id } : id;
  });
  return isOther ? list : undefined;
}

const namesAuthor = /wp:(?:core\/)?(?:query|avatar|latest-posts)\s/;
/** Attributes with a single author, by block. */
const single: Readonly<Record<string, string>> = {
  'core/avatar': 'userId',
  'core/latest-posts': 'selectedAuthor',
};

/** Quick check whether blocks may refer to users. */
export function mayNameAuthors(markup: string): boolean {
  return namesAuthor.test(markup);
}

/** Replaces user ids in blocks (lists by author, avatars), by old id. */
export function renameAuthors(markup: string, moved: ReadonlyMap<string, number>): string {
  if (moved.size === 0 || !mayNameAuthors(markup)) return markup;
  return renameInBlocks(markup, (name, attributes) => {
    const key = single[name];
    if (key !== undefined) {
      const id = moved.get(String(attributes[key]));
      return id === undefined ? undefined : { ...attributes, [key]: id };
    }
    const query = name === 'core/query' ? attributes.query : undefined;
    if (typeof query !== 'object' || query === null || !('author' in query)) return undefined;
    const { author } = query;
    if (typeof author !== 'string' && typeof author !== 'number') return undefined;
    const ids = String(author).replace(/\d+/g, (id) => String(moved.get(id) ?? id));
    return ids === String(author)
      ? undefined
      : { ...attributes, query: { ...query, author: typeof author === 'number' ? Number(ids) : ids } };
  });
}
