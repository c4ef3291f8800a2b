import { belowFirst } from './below-first.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { may } from '../../app/boot.ts';
import type { ManagedTaxonomy } from '../../app/boot.ts';
import type { EditedTerm, TermTree, TermSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import type { ListAddress, Orders } from '../../app/use-list-view.ts';
import { toast } from '../../app/toasts.tsx';
import { doAll } from '../../app/work.ts';
import { say, sayCount } from '../../words.ts';

export type TermRow = Pick<
  EditedTerm,
  'id' | 'revision' | 'name' | 'slug' | 'description' | 'parent' | 'count' | 'link' | '_links'
> & {
  /** Depth in the tree, for hierarchical taxonomies. */
  readonly depth?: number;
};

export const orders = { name: 'asc', count: 'desc', slug: 'asc' } as const satisfies Orders<string>;
export type TermOrder = keyof typeof orders;
export type TermAddress = ListAddress<TermOrder>;

const fields = 'id,revision,name,slug,description,parent,count,link,_links';

/** Whether the list shows the whole tree in its own order. */
export const isTree = (
  { isHierarchical }: ManagedTaxonomy,
  { search, orderby, order }: TermAddress,
): boolean => isHierarchical && search === '' && orderby === 'name' && order === 'asc';

/** A page of terms; in a tree with the names of the first term's ancestors. */
export interface TermPage {
  readonly rows: readonly TermRow[];
  readonly total: number;
  readonly above: readonly string[];
}

async function treePage(
  { name, restBase }: ManagedTaxonomy,
  page: number,
  perPage: number,
  signal: AbortSignal,
): Promise<TermPage> {
  const query = `taxonomy=${encodeURIComponent(name)}&page=${page}&per_page=${perPage}`;
  const {
    body: { total, above, terms },
  } = await rest<TermTree>(`/broadsheet/v1/term-tree?${query}`, { signal });
  if (terms.length === 0) return { rows: [], total, above: [] };
  const ids = terms.map(({ id }) => id).join(',');
  const depths = new Map(terms.map(({ id, depth }) => [id, depth]));
  const { body } = await rest<readonly TermRow[]>(
    `/wp/v2/${restBase}?context=edit&include=${ids}&orderby=include&per_page=${perPage}&_fields=${fields}`,
    { signal },
  );
  return {
    rows: body.map((row) => ({ ...row, depth: depths.get(row.id) ?? 0 })),
    total,
    above: above.map((term) => term.name),
  };
}

export function useTerms(taxonomy: ManagedTaxonomy, address: TermAddress, perPage: number) {
  const { restBase, editCapability } = taxonomy;
  const { search, orderby, order, page } = address;
  return useQuery({
    queryKey: ['terms', restBase, 'list', address, perPage],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<TermPage> => {
      if (isTree(taxonomy, address) && may(editCapability)) return treePage(taxonomy, page, perPage, signal);
      const query = new URLSearchParams({
        context: may(editCapability) ? 'edit' : 'view',
        orderby,
        order,
        page: String(page),
        per_page: String(perPage),
        _fields: fields,
        ...(search === '' ? {} : { search }),
      });
      const { body, total } = await rest<readonly TermRow[]>(`/wp/v2/${restBase}?${query.toString()}`, {
        signal,
      });
      return { rows: body, total, above: [] };
    },
  });
}

const allows = (term: TermRow, method: string) =>
  term['_links']?.self?.[0]?.targetHints?.allow?.includes(method) ?? false;
/** Permissions of the current user, from the reply's links; the default category can't be deleted. */
export const mayDelete = (term: TermRow): boolean => allows(term, 'DELETE');
export const mayEdit = (term: TermRow): boolean => allows(term, 'POST');

export type TermChange = Readonly<Pick<TermSent, 'name' | 'slug' | 'description' | 'parent'>>;

/** Query keys to invalidate after a change; lists of posts show term names. */
const touched = ['terms', 'posts'];

/** Actions on terms of a taxonomy. Each sends the revision that the user saw. */
export function termWork(queries: QueryClient, { restBase }: ManagedTaxonomy) {
  const path = (id: number) => `/wp/v2/${restBase}/${id}`;
  const refresh = () => Promise.all(touched.map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const change = async ({ id }: TermRow, body: TermChange, revision: number) =>
    (
      await rest<TermRow, TermSent>(`${path(id)}?context=edit`, {
        method: 'POST',
        body: { ...body, revision },
      })
    ).body;
  const remove = ({ id }: TermRow, revision: number) =>
    rest(`${path(id)}?force=true&revision=${revision}`, { method: 'DELETE' });
  const nameOf = ({ name }: TermRow) => name;
  return {
    /** Throws `RestError` if refused. */
    add: async (body: TermChange): Promise<TermRow> => {
      const made = (
        await rest<TermRow, TermSent>(`/wp/v2/${restBase}?context=edit`, {
          method: 'POST',
          body: { ...body },
        })
      ).body;
      await refresh();
      toast(say('“%s” added.', made.name), {
        undo: () =>
          void doAll(queries, touched, [made], {
            doing: say('Undoing'),
            done: (count, name) =>
              count === 1 ? say('“%s” removed', name) : sayCount('%d removed|%d removed', count),
            nameOf,
            run: (one) => remove(one, one.revision),
          }),
      });
      return made;
    },
    /** Edits the version that the user saw. Throws `RestError` if refused. */
    edit: async (term: TermRow, body: TermChange): Promise<void> => {
      const made = await change(term, body, term.revision);
      await refresh();
      const back = Object.fromEntries(
        Object.keys(body).map((name) => [name, term[name as keyof TermChange]]),
      ) as TermChange;
      toast(say('“%s” updated.', made.name), {
        undo: () =>
          void doAll(queries, touched, [made], {
            doing: say('Undoing'),
            done: (count, name) =>
              count === 1 ? say('“%s” restored', name) : sayCount('%d restored|%d restored', count),
            nameOf: () => term.name,
            run: (one) => change(one, back, one.revision),
          }),
      });
    },
    remove: (terms: readonly TermRow[]) =>
      doAll(queries, touched, belowFirst(terms), {
        doing: say('Deleting'),
        done: (count, name) =>
          count === 1 ? say('“%s” deleted', name) : sayCount('%d deleted|%d deleted', count),
        nameOf,
        run: (term) => remove(term, term.revision),
        inTurn: true,
      }),
  };
}
