import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type {
  ImportPlan,
  ImportSent,
  ListedRedirect,
  MissingPages,
  NewRedirectSent,
  RedirectSent,
  RedirectTrace,
} from '../../app/rest-types.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { rest, RestError, send } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import type { ListAddress, Orders } from '../../app/use-list-view.ts';
import { doAll } from '../../app/work.ts';
import { say, sayCount } from '../../words.ts';

export type RedirectRow = ListedRedirect;
export type MissingRow = MissingPages['pages'][number];
export type RedirectChange = Readonly<Required<Pick<RedirectRow, 'source' | 'target' | 'status'>>>;

export const redirectOrders = {
  source: 'asc',
  target: 'asc',
  status: 'asc',
  created: 'desc',
} as const satisfies Orders<string>;
export const missingOrders = { count: 'desc', path: 'asc', seen: 'desc' } as const satisfies Orders<string>;
export type RedirectOrder = keyof typeof redirectOrders;
export type MissingOrder = keyof typeof missingOrders;

const base = '/broadsheet/v1/redirects';

/** `%` outside of the escapes that a decoded path still has, those of delimiters. */
const literalPercent = /%(?!2[346BCF]|3[ABDF]|40)/gi;

/**
 * An address without a page as the source of a redirect, in which spaces are invalid and `*` makes a pattern. Redirects
 * are looked up by the address as browsers request it and decoded as a whole, so one with spaces has the first form.
 */
export function sourceOf({ path }: Pick<MissingRow, 'path'>): string {
  const source = /\s/.test(path)
    ? new URL(`https://this.invalid${path.replace(literalPercent, '%25')}`).pathname
    : path;
  return source.replaceAll('*', '%2A');
}

/** Query keys to invalidate: a new redirect removes paths from the list of pages not found. */
const keys = ['redirects'];

function queryOf({ search, orderby, order, page }: ListAddress<string>, perPage: number): string {
  return new URLSearchParams({
    orderby,
    order,
    page: String(page),
    per_page: String(perPage),
    ...(search === '' ? {} : { search }),
  }).toString();
}

export function useRedirects(address: ListAddress<RedirectOrder>, perPage: number) {
  return useQuery({
    queryKey: ['redirects', 'list', address, perPage],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => rest<readonly RedirectRow[]>(`${base}?${queryOf(address, perPage)}`, { signal }),
  });
}

export function useMissingPages(address: ListAddress<MissingOrder>, perPage: number) {
  return useQuery({
    queryKey: ['redirects', 'missing', address, perPage],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await rest<MissingPages>(`/broadsheet/v1/missing-pages?${queryOf(address, perPage)}`, { signal }))
        .body,
  });
}

export const oneRedirect = (id: number) =>
  queryOptions({
    queryKey: ['redirects', 'one', id],
    queryFn: async ({ signal }) => (await rest<RedirectRow>(`${base}/${id}`, { signal })).body,
  });

export const redirectTest = (path: string) =>
  queryOptions({
    queryKey: ['redirects', 'test', path],
    enabled: path !== '',
    queryFn: async ({ signal }) =>
      (await rest<RedirectTrace>(`${base}/test?path=${encodeURIComponent(path)}`, { signal })).body,
  });

/** Actions on redirects. Each sends the revision that the user saw. */
export function redirectWork(queries: QueryClient) {
  const refresh = () => queries.invalidateQueries({ queryKey: keys });
  const nameOf = ({ source }: Pick<RedirectRow, 'source'>) => source;
  const create = async ({ source, target, status }: RedirectChange) =>
    (await rest<RedirectRow, NewRedirectSent>(base, { method: 'POST', body: { source, target, status } }))
      .body;
  const change = async ({ id }: RedirectRow, body: RedirectChange, revision: number) =>
    (
      await rest<RedirectRow, RedirectSent>(`${base}/${id}`, {
        method: 'POST',
        body: { ...body, revision },
      })
    ).body;
  const remove = ({ id, revision }: RedirectRow) =>
    rest(`${base}/${id}?revision=${revision}`, { method: 'DELETE' });
  return {
    /** Throws `RestError` if refused. */
    add: async (body: RedirectChange): Promise<void> => {
      const made = await create(body);
      await refresh();
      toast(say('“%s” is redirected.', nameOf(made)), {
        undo: () =>
          void doAll(queries, keys, [made], {
            doing: say('Undoing'),
            done: (count, name) =>
              count === 1 ? say('“%s” removed', name) : sayCount('%d removed|%d removed', count),
            nameOf,
            run: remove,
          }),
      });
    },
    /** Throws `RestError` if refused. */
    edit: async (row: RedirectRow, body: RedirectChange): Promise<void> => {
      const made = await change(row, body, row.revision);
      await refresh();
      const { source, target, status } = row;
      toast(say('“%s” updated.', nameOf(made)), {
        undo: () =>
          void doAll(queries, keys, [made], {
            doing: say('Undoing'),
            done: (count, name) =>
              count === 1 ? say('“%s” restored', name) : sayCount('%d restored|%d restored', count),
            nameOf: () => source,
            run: (one) => change(one, { source, target, status }, one.revision),
          }),
      });
    },
    remove: (rows: readonly RedirectRow[]) =>
      doAll(queries, keys, rows, {
        doing: say('Deleting'),
        done: (count, name) =>
          count === 1 ? say('“%s” deleted', name) : sayCount('%d deleted|%d deleted', count),
        nameOf,
        run: remove,
        undo: create,
      }),
    dismiss: (rows: readonly MissingRow[]) =>
      doAll(queries, keys, rows, {
        doing: say('Dismissing'),
        done: (count, name) =>
          count === 1 ? say('“%s” dismissed', name) : sayCount('%d dismissed|%d dismissed', count),
        nameOf: ({ path }) => path,
        run: ({ id }) => rest(`/broadsheet/v1/missing-pages/${id}`, { method: 'DELETE' }),
      }),
    preview: async (csv: string): Promise<ImportPlan> =>
      (
        await rest<ImportPlan, ImportSent>(`${base}/import`, {
          method: 'POST',
          body: { csv, preview: true },
        })
      ).body,
    /** Imports what the preview showed. Throws `RestError` with a new preview if that has changed. */
    importAll: async (csv: string, revision: number): Promise<void> => {
      const { body } = await rest<ImportPlan, ImportSent>(`${base}/import`, {
        method: 'POST',
        body: { csv, revision },
      });
      await refresh();
      toast(say('Redirects imported: %d added, %d changed.', body.counts.added, body.counts.changed));
    },
  };
}

/** Saves all redirects as a file. */
export async function downloadRedirects(): Promise<void> {
  const reply = await send(`${base}/export`);
  if (!reply.ok) throw new RestError(reply.status, '', say('The redirects could not be exported.'));
  saveBlob(await reply.blob(), 'redirects.csv');
}
