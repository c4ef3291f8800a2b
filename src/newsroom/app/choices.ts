import { queryOptions } from '@tanstack/react-query';
import { plainText } from './rest-types.ts';
import type { SeenTerm, SeenUser } from './rest-types.ts';
import { rest } from './rest.ts';
import { say } from '../words.ts';

export type TermChoice = Pick<SeenTerm, 'id' | 'name' | 'slug' | 'parent' | 'count'>;

export interface TreeTerm extends TermChoice {
  readonly depth: number;
}

const perRequest = 100;
/** Maximum terms of a tree, and maximum authors, that are offered. */
const maxOffered = 1000;
const staleMs = 60_000;

async function all<Item>(path: string, signal: AbortSignal): Promise<Item[]> {
  const found: Item[] = [];
  for (let page = 1; found.length < maxOffered; page++) {
    const { body, total } = await rest<readonly Item[]>(`${path}&per_page=${perRequest}&page=${page}`, {
      signal,
    });
    found.push(...body);
    if (body.length < perRequest || found.length >= total) break;
  }
  return found;
}

const termFields = 'context=view&_fields=id,name,slug,parent,count';
const named = <Term extends TermChoice>(term: Term): Term => ({ ...term, name: plainText(term.name) });

export const treeTerms = (restBase: string) =>
  queryOptions({
    queryKey: ['terms', restBase, 'tree'],
    staleTime: staleMs,
    queryFn: async ({ signal }) =>
      treeOf(
        (await all<TermChoice>(`/wp/v2/${restBase}?${termFields}&orderby=name&order=asc`, signal)).map(named),
      ),
  });

/** The first terms of a tree by name, in a single request. */
export const firstTerms = (restBase: string) =>
  queryOptions({
    queryKey: ['terms', restBase, 'first'],
    staleTime: staleMs,
    queryFn: async ({ signal }) =>
      treeOf(
        (
          await rest<readonly TermChoice[]>(
            `/wp/v2/${restBase}?${termFields}&orderby=name&order=asc&per_page=${perRequest}`,
            { signal },
          )
        ).body.map(named),
      ),
  });

/** The most used terms, and those of these slugs. */
export const usedTerms = (restBase: string, slugs: readonly string[] = []) =>
  queryOptions({
    queryKey: ['terms', restBase, 'used', ...slugs],
    staleTime: staleMs,
    queryFn: async ({ signal }) => {
      const [used, preferred] = await Promise.all([
        rest<readonly TermChoice[]>(
          `/wp/v2/${restBase}?${termFields}&orderby=count&order=desc&per_page=${perRequest}`,
          { signal },
        ),
        slugs.length === 0
          ? undefined
          : rest<readonly TermChoice[]>(
              `/wp/v2/${restBase}?${termFields}&slug=${slugs.map(encodeURIComponent).join(',')}`,
              { signal },
            ),
      ]);
      const further = used.body.filter(({ slug }) => !slugs.includes(slug));
      return [...(preferred?.body ?? []), ...further].map(named);
    },
  });

/** Terms whose names match; exact matches come first, which more used terms could otherwise push off the page. */
export const foundTerms = (restBase: string, search: string) =>
  queryOptions({
    queryKey: ['terms', restBase, 'found', search],
    staleTime: staleMs,
    queryFn: async ({ signal }) => {
      const by = (what: 'name' | 'search') =>
        rest<readonly TermChoice[]>(
          `/wp/v2/${restBase}?${termFields}&orderby=count&order=desc&per_page=20&${what}=${encodeURIComponent(search)}`,
          { signal },
        );
      const [called, holding] = await Promise.all([by('name'), by('search')]);
      const first = new Set(called.body.map(({ id }) => id));
      return [...called.body, ...holding.body.filter(({ id }) => !first.has(id))].map(named);
    },
  });

export const termsOfIds = (restBase: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['terms', restBase, 'ids', ids.join()],
    staleTime: staleMs,
    queryFn: async ({ signal }) => {
      const { body } = await rest<readonly TermChoice[]>(
        `/wp/v2/${restBase}?${termFields}&per_page=100&include=${ids.join()}`,
        { signal },
      );
      return body.map(named);
    },
  });

export const authors = queryOptions({
  queryKey: ['users', 'authors'],
  staleTime: staleMs,
  queryFn: async ({ signal }) =>
    (await all<Pick<SeenUser, 'id' | 'name'>>('/wp/v2/users?who=authors&_fields=id,name', signal)).map(
      (author) => ({ ...author, name: plainText(author.name) }),
    ),
});

export const formats = [
  { value: 'standard', label: say('Standard') },
  { value: 'aside', label: say('Aside') },
  { value: 'audio', label: say('Audio') },
  { value: 'chat', label: say('Chat') },
  { value: 'gallery', label: say('Gallery') },
  { value: 'image', label: say('Image') },
  { value: 'link', label: say('Link') },
  { value: 'quote', label: say('Quote') },
  { value: 'status', label: say('Status') },
  { value: 'video', label: say('Video') },
] as const;

/** Orders terms as a tree: children after their parents, siblings in the given order. A term whose parent is missing is top level. */
export function treeOf<Term extends TermChoice>(terms: readonly Term[]): (Term & TreeTerm)[] {
  const ids = new Set(terms.map(({ id }) => id));
  const below = Map.groupBy(terms, ({ parent = 0 }) => (ids.has(parent) ? parent : 0));
  const placed = new Set<number>();
  const from = (parent: number, depth: number): (Term & TreeTerm)[] =>
    (below.get(parent) ?? []).flatMap((term) => {
      if (placed.has(term.id)) return [];
      placed.add(term.id);
      return [{ ...term, depth }, ...from(term.id, depth + 1)];
    });
  return from(0, 0);
}

/** Ids of a term and its descendants. */
export function withBelow(tree: readonly TreeTerm[], id: number): number[] {
  const at = tree.findIndex((term) => term.id === id);
  const [top] = tree.slice(at);
  if (at < 0 || !top) return [id];
  const end = tree.findIndex((term, index) => index > at && term.depth <= top.depth);
  return tree.slice(at, end < 0 ? undefined : end).map((term) => term.id);
}
