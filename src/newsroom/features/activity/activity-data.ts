import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ActivityEntries, ActivityPeople } from '../../app/rest-types.ts';
import { currentNonce, rest } from '../../app/rest.ts';
import { say } from '../../words.ts';

export type Entry = ActivityEntries[number];

const base = '/broadsheet/v1/activity';
const perPage = 50;

/** The verb of an entry, after the user. */
export const verbWords: Readonly<Record<Entry['verb'], string>> = {
  create: say('created'),
  update: say('changed'),
  trash: say('moved to the trash'),
  restore: say('restored'),
  delete: say('deleted'),
  import: say('imported'),
  login: say('logged in'),
  logout: say('logged out'),
  'login-failed': say('failed to log in'),
};

export const kindWords: Readonly<Record<Entry['kind'], string>> = {
  post: say('Posts, pages and media'),
  term: say('Categories and tags'),
  menu: say('Menus'),
  user: say('Users and log-ins'),
  setting: say('Settings'),
  template: say('Templates'),
  redirect: say('Redirects'),
  front: say('Front page'),
  comment: say('Comments'),
  job: say('Background jobs'),
  site: say('Site, mail and backups'),
};

export const sourceWords: Readonly<Record<Entry['source'], string>> = {
  site: say('Site'),
  cli: say('Command line'),
  import: say('Import'),
};

/** Filters in the URL, with the names of REST. */
export const filterNames = ['user', 'kind', 'verb', 'source', 'since', 'until'] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Readonly<Record<FilterName, string>> & { readonly search: string };

const known: Partial<Record<FilterName, (value: string) => boolean>> = {
  user: (value) => /^[1-9]\d{0,14}$/.test(value),
  kind: (value) => Object.hasOwn(kindWords, value),
  verb: (value) => Object.hasOwn(verbWords, value),
  source: (value) => Object.hasOwn(sourceWords, value),
};
const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** Reads them; unknown values are left out. */
export function readFilters(address: URLSearchParams): Filters {
  const read = (name: FilterName) => {
    const value = address.get(name) ?? '';
    return (known[name] ?? isDay)(value) ? value : '';
  };
  return {
    search: address.get('s') ?? '',
    user: read('user'),
    kind: read('kind'),
    verb: read('verb'),
    source: read('source'),
    since: read('since'),
    until: read('until'),
  };
}

export function writeFilters({ search, ...filters }: Filters): URLSearchParams {
  const params = new URLSearchParams({ page: 'activity' });
  if (search !== '') params.set('s', search);
  for (const name of filterNames) if (filters[name] !== '') params.set(name, filters[name]);
  return params;
}

const queryOf = (filters: Filters): string => {
  const params = writeFilters({ ...filters, search: '' });
  params.delete('page');
  if (filters.search !== '') params.set('search', filters.search.slice(0, 400));
  return params.toString();
};

export const activity = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['activity', filters],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam > 0 ? `&before=${pageParam}` : '';
      const path = `${base}?per_page=${perPage}&${queryOf(filters)}${before}`;
      return (await rest<ActivityEntries>(path, { signal })).body;
    },
    getNextPageParam: (last) => (last.length < perPage ? undefined : last.at(-1)?.id),
  });

export const activityPeople = queryOptions({
  queryKey: ['activity-people'],
  queryFn: async ({ signal }) => (await rest<ActivityPeople>(`${base}/people`, { signal })).body,
});

/** Downloads the filtered entries; the browser streams them to a file. */
export function downloadActivity(filters: Filters): void {
  const href = `/wp-json${base}/export?${queryOf(filters)}&_wpnonce=${encodeURIComponent(currentNonce())}`;
  Object.assign(document.createElement('a'), { href, download: 'activity.csv' }).click();
}
