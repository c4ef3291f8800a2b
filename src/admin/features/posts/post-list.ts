import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListedType } from '../../app/boot.ts';
import { rest } from '../../app/rest.ts';

/** A row of a list of posts. */
export interface PostRow {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly status: string;
  /** Where the site says it is, in its own time zone. */
  readonly date: string;
  readonly modified: string;
  readonly link: string;
  readonly slug: string;
  readonly author?: number;
  readonly _links?: { readonly self?: readonly { readonly targetHints?: { readonly allow?: readonly string[] } }[] };
  readonly _embedded?: { readonly author?: readonly { readonly name?: string }[]; readonly 'wp:term'?: readonly (readonly { readonly name: string }[])[] };
}

/** The statuses that a list has a tab for; the first is all but the trash. */
export const tabs = [
  { slug: '', label: 'All', statuses: 'publish,future,draft,pending,private' },
  { slug: 'publish', label: 'Published', statuses: 'publish' },
  { slug: 'future', label: 'Scheduled', statuses: 'future' },
  { slug: 'draft', label: 'Drafts', statuses: 'draft' },
  { slug: 'pending', label: 'Pending', statuses: 'pending' },
  { slug: 'private', label: 'Private', statuses: 'private' },
  { slug: 'trash', label: 'Trash', statuses: 'trash' },
] as const;
export type Tab = (typeof tabs)[number];

/** What the address asks of a list, in the words that WordPress has for it. */
export interface ListQuery {
  readonly tab: Tab;
  readonly search: string;
  readonly orderby: 'date' | 'title' | 'author' | 'modified';
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
}

const orders = ['date', 'title', 'author', 'modified'] as const;
export const perPageSizes = [20, 50, 100];

/** Reads it; what the address says otherwise is what it says of nothing. */
export function readListQuery(asked: URLSearchParams): ListQuery {
  const orderby = orders.find((name) => name === asked.get('orderby')) ?? 'date';
  const order = asked.get('order') === 'asc' ? 'asc' : asked.get('order') === 'desc' || orderby === 'date' || orderby === 'modified' ? 'desc' : 'asc';
  return {
    tab: tabs.find(({ slug }) => slug === (asked.get('post_status') ?? '')) ?? tabs[0], search: asked.get('s') ?? '', orderby, order,
    page: Math.max(1, Math.trunc(Number(asked.get('paged') ?? 1)) || 1),
    perPage: perPageSizes.find((size) => size === Number(asked.get('per_page'))) ?? 20,
  };
}

/** The address of a list as it is asked for, without what goes without saying. */
export function writeListQuery(type: string | null, { tab, search, orderby, order, page, perPage }: ListQuery): URLSearchParams {
  const address = new URLSearchParams();
  const say = (name: string, value: string, silent: string) => value !== silent && address.set(name, value);
  say('post_type', type ?? '', '');
  say('post_status', tab.slug, '');
  say('s', search, '');
  say('orderby', orderby, 'date');
  if (orderby !== 'date' || order !== 'desc') address.set('order', order);
  say('paged', String(page), '1');
  say('per_page', String(perPage), '20');
  return address;
}

const fields = 'id,title,status,date,modified,link,slug,author,_links,_embedded';

/** One page of a list. */
export function usePosts({ restBase }: ListedType, query: ListQuery) {
  const { tab, search, orderby, order, page, perPage } = query;
  return useQuery({
    queryKey: ['posts', restBase, 'list', query],
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({
        context: 'edit', status: tab.statuses, orderby, order, page: String(page), per_page: String(perPage), _fields: fields, _embed: 'author,wp:term',
        ...(search === '' ? {} : { search }),
      });
      return rest<readonly PostRow[]>(`/wp/v2/${restBase}?${asked.toString()}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** How many there are of each status, by the tab's slug. */
export function useCounts({ restBase }: ListedType) {
  return useQuery({
    queryKey: ['posts', restBase, 'counts'],
    queryFn: async ({ signal }) => Object.fromEntries(await Promise.all(tabs.map(async ({ slug, statuses }) => {
      const { total } = await rest<unknown>(`/wp/v2/${restBase}?context=edit&per_page=1&_fields=id&status=${statuses}`, { signal });
      return [slug, total] as const;
    }))),
  });
}

/** Whether who is here may delete it: the reply says so for each. */
export const mayDelete = (post: PostRow): boolean => post['_links']?.self?.[0]?.targetHints?.allow?.includes('DELETE') ?? false;
