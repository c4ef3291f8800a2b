import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { boot } from '../../app/boot.ts';
import type { SeenFile, SeenUser } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';

/** A file of the library as lists show it to anybody who uploads. */
export type MediaRow = Pick<
  SeenFile,
  | 'id'
  | 'title'
  | 'date'
  | 'author'
  | 'post'
  | 'alt_text'
  | 'link'
  | 'source_url'
  | 'media_type'
  | 'mime_type'
  | 'media_details'
  | '_links'
> & {
  readonly _embedded?: {
    readonly author?: readonly Partial<Pick<SeenUser, 'name'>>[];
    /** What a film shows until it is played; a fault where that may not be seen. */
    readonly 'wp:featuredmedia'?: readonly Partial<Pick<SeenFile, 'source_url' | 'media_details'>>[];
  };
};

/** What comes with a file. */
export const embedded = 'author,wp:featuredmedia';

/** Address of what a film shows until it is played, as small as `name` says; undefined: it has none. */
export function posterOf(
  { _embedded: parts }: Pick<MediaRow, '_embedded'>,
  ...names: readonly string[]
): string | undefined {
  const [poster] = parts?.['wp:featuredmedia'] ?? [];
  const sizes = poster?.media_details?.sizes ?? {};
  return (
    names.map((name) => sizes[name]?.source_url).find((address) => address !== undefined) ??
    poster?.source_url
  );
}

/** What a list can be narrowed to: `value` is a word of the address, as WordPress has it where it has one. */
export const kinds = [
  { value: '', label: 'All files', asked: {} },
  { value: 'image', label: 'Pictures', asked: { media_type: 'image' } },
  { value: 'video', label: 'Films', asked: { media_type: 'video' } },
  { value: 'audio', label: 'Sound', asked: { media_type: 'audio' } },
  { value: 'document', label: 'Documents', asked: { media_type: 'application,text' } },
  { value: 'detached', label: 'Unattached', asked: { parent: '0' } },
  { value: 'unused', label: 'Unused', asked: { only: 'unused' } },
  { value: 'copies', label: 'There twice', asked: { only: 'copies' } },
] as const;
export const orders = [
  { value: 'date-desc', label: 'Newest first' },
  { value: 'date-asc', label: 'Oldest first' },
  { value: 'title-asc', label: 'By title' },
  { value: 'modified-desc', label: 'Changed last' },
] as const;

/** Files of whatever folder, and of none. */
export const anyFolder = -1;

/** What the address asks of the library. */
export interface MediaQuery {
  readonly mode: 'grid' | 'list';
  readonly kind: (typeof kinds)[number];
  readonly search: string;
  /** `202611`, or empty. */
  readonly month: string;
  /** 0: anybody's. */
  readonly author: number;
  /** The folder that is open; 0: files without one. */
  readonly folder: number;
  readonly order: (typeof orders)[number]['value'];
  /** The file whose details are open; 0: none. */
  readonly item: number;
}

const whole = (text: string | null) => Math.max(0, Math.trunc(Number(text)) || 0);

/** Reads it; what the address says otherwise is what it says of nothing. */
export function readMediaQuery(asked: URLSearchParams): MediaQuery {
  const month = asked.get('m') ?? '';
  const order = `${asked.get('orderby') ?? 'date'}-${asked.get('order') ?? 'desc'}`;
  return {
    mode: asked.get('mode') === 'list' ? 'list' : 'grid',
    kind: kinds.find(({ value }) => value === asked.get('attachment-filter')) ?? kinds[0],
    search: asked.get('s') ?? '',
    month: /^\d{4}(?:0[1-9]|1[0-2])$/.test(month) ? month : '',
    author: whole(asked.get('author')),
    folder: asked.has('folder') ? whole(asked.get('folder')) : anyFolder,
    order: orders.find(({ value }) => value === order)?.value ?? 'date-desc',
    item: whole(asked.get('item')),
  };
}

/** The address of the library as it is asked for, without what goes without saying. */
export function writeMediaQuery({
  mode,
  kind,
  search,
  month,
  author,
  folder,
  order,
  item,
}: MediaQuery): string {
  const [orderby = 'date', direction = 'desc'] = order.split('-');
  return new URLSearchParams({
    ...(mode === 'list' ? { mode } : {}),
    ...(kind.value === '' ? {} : { 'attachment-filter': kind.value }),
    ...(search === '' ? {} : { s: search }),
    ...(month === '' ? {} : { m: month }),
    ...(author > 0 ? { author: String(author) } : {}),
    ...(folder === anyFolder ? {} : { folder: String(folder) }),
    ...(order === 'date-desc' ? {} : { orderby, order: direction }),
    ...(item > 0 ? { item: String(item) } : {}),
  }).toString();
}

const perPage = 60;
const fields =
  'id,title,date,author,post,alt_text,link,source_url,media_type,mime_type,media_details,_links,_embedded';

/** REST arguments that narrow a list to a month (`202611`; '' for all). Both bounds are exclusive. */
export function monthBounds(month: string): Readonly<Record<string, string>> {
  if (month === '') return {};
  const local = (at: number) => new Date(at).toISOString().slice(0, 19);
  const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  return { after: local(Date.UTC(year, index - 1) - 1000), before: local(Date.UTC(year, index)) };
}

/** Whether a query is a list of what is in this folder. */
export const isListOf =
  (folder: number) =>
  ({ queryKey: [area, list, of] }: Pick<Query, 'queryKey'>): boolean =>
    area === 'media' && list === 'library' && of === folder;

/** Files in order, as many as were scrolled to. */
export function useMedia({ kind, search, month, author, folder, order }: MediaQuery) {
  const [orderby = 'date', direction = 'desc'] = order.split('-');
  return useInfiniteQuery({
    queryKey: ['media', 'library', folder, kind.value, search, month, author, order],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, pageParam }) => {
      const asked = new URLSearchParams({
        per_page: String(perPage),
        page: String(pageParam),
        orderby,
        order: direction,
        _fields: fields,
        _embed: embedded,
        ...kind.asked,
        ...monthBounds(month),
        ...(search === '' ? {} : { search }),
        ...(author > 0 ? { author: String(author) } : {}),
        ...(folder === anyFolder ? {} : { folder: String(folder) }),
      });
      return rest<readonly MediaRow[]>(`/wp/v2/media?${asked.toString()}`, { signal });
    },
    getNextPageParam: ({ total }, pages) => (pages.length * perPage < total ? pages.length + 1 : undefined),
  });
}

/** Months from the first file to the last, the last first, as `202611`. */
export const mediaMonths = queryOptions({
  queryKey: ['media', 'months'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const end = async (order: string) =>
      (
        await rest<readonly Pick<SeenFile, 'date'>[]>(
          `/wp/v2/media?orderby=date&order=${order}&per_page=1&_fields=date`,
          { signal },
        )
      ).body[0]?.date;
    const [first, last] = await Promise.all([end('asc'), end('desc')]);
    if (first === undefined || last === undefined) return [];
    const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
    return Array.from({ length: Math.min(count(last) - count(first) + 1, 1200) }, (_, index) => {
      const month = count(last) - index;
      return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
    });
  },
});

const monthFormat = new Intl.DateTimeFormat(boot.site.dates, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
/** A month (`202611`) in the language of the site. */
export const monthName = (month: string): string =>
  monthFormat.format(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1));

const allows = ({ _links: links }: Pick<MediaRow, '_links'>, method: string) =>
  links?.self?.[0]?.targetHints?.allow?.includes(method) ?? false;
/** Whether who is here may change it, or delete it: the reply says so for each. */
export const mayEdit = (row: Pick<MediaRow, '_links'>): boolean => allows(row, 'POST');
export const mayDelete = (row: Pick<MediaRow, '_links'>): boolean => allows(row, 'DELETE');

/** How many bytes that is, as people say it. */
export function spokenBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = bytes < 1_000_000 ? 1 : bytes < 1_000_000_000 ? 2 : 3;
  const amount = bytes / 1000 ** power;
  return `${amount.toLocaleString(undefined, { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${['B', 'KB', 'MB', 'GB'][power] ?? ''}`;
}

/** What a file is called where it lies. */
export const fileName = ({ source_url: address }: Pick<MediaRow, 'source_url'>): string => {
  const last =
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // a literal per cent sign
  }
};
