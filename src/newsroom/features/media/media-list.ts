import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { boot } from '../../app/boot.ts';
import type { SeenFile, SeenUser } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { say } from '../../words.ts';

/** A library file as every uploader sees it. */
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
    /** Poster of a video; an error object if the user can't read it. */
    readonly 'wp:featuredmedia'?: readonly Partial<Pick<SeenFile, 'source_url' | 'media_details'>>[];
  };
};

export const embedded = 'author,wp:featuredmedia';

/** URL of a video's poster in the first of these sizes that exists; undefined without a poster. */
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

/** Type filters; `value` is the URL parameter, WordPress' own where it has one. */
export const kinds = [
  { value: '', label: say('All files'), asked: {} },
  { value: 'image', label: say('Images'), asked: { media_type: 'image' } },
  { value: 'video', label: say('Videos'), asked: { media_type: 'video' } },
  { value: 'audio', label: say('Audio'), asked: { media_type: 'audio' } },
  { value: 'document', label: say('Documents'), asked: { media_type: 'application,text' } },
  { value: 'detached', label: say('Unattached'), asked: { parent: '0' } },
  { value: 'unused', label: say('Unused'), asked: { only: 'unused' } },
  { value: 'copies', label: say('Duplicates'), asked: { only: 'copies' } },
] as const;
export const orders = [
  { value: 'date-desc', label: say('Newest first') },
  { value: 'date-asc', label: say('Oldest first') },
  { value: 'title-asc', label: say('By title') },
  { value: 'modified-desc', label: say('Last modified') },
] as const;

/** All folders, including files without one. */
export const anyFolder = -1;

export interface MediaQuery {
  readonly mode: 'grid' | 'list';
  readonly kind: (typeof kinds)[number];
  readonly search: string;
  /** `202611`, or empty. */
  readonly month: string;
  /** 0: any author. */
  readonly author: number;
  /** Id of the open folder; 0: files without one. */
  readonly folder: number;
  readonly order: (typeof orders)[number]['value'];
  /** Id of the file with open details; 0: none. */
  readonly item: number;
}

const whole = (text: string | null) => Math.max(0, Math.trunc(Number(text)) || 0);

/** Parses the URL; unknown values become defaults. */
export function readMediaQuery(params: URLSearchParams): MediaQuery {
  const month = params.get('m') ?? '';
  const order = `${params.get('orderby') ?? 'date'}-${params.get('order') ?? 'desc'}`;
  return {
    mode: params.get('mode') === 'list' ? 'list' : 'grid',
    kind: kinds.find(({ value }) => value === params.get('attachment-filter')) ?? kinds[0],
    search: params.get('s') ?? '',
    month: /^\d{4}(?:0[1-9]|1[0-2])$/.test(month) ? month : '',
    author: whole(params.get('author')),
    folder: params.has('folder') ? whole(params.get('folder')) : anyFolder,
    order: orders.find(({ value }) => value === order)?.value ?? 'date-desc',
    item: whole(params.get('item')),
  };
}

/** Serializes it without defaults. */
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

export const isListOf =
  (folder: number) =>
  ({ queryKey: [area, list, of] }: Pick<Query, 'queryKey'>): boolean =>
    area === 'media' && list === 'library' && of === folder;

export function useMedia({ kind, search, month, author, folder, order }: MediaQuery) {
  const [orderby = 'date', direction = 'desc'] = order.split('-');
  return useInfiniteQuery({
    queryKey: ['media', 'library', folder, kind.value, search, month, author, order],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, pageParam }) => {
      const params = new URLSearchParams({
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
      return rest<readonly MediaRow[]>(`/wp/v2/media?${params.toString()}`, { signal });
    },
    getNextPageParam: ({ total }, pages) => (pages.length * perPage < total ? pages.length + 1 : undefined),
  });
}

/** Months (`202611`) from the newest file to the oldest. */
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
export const monthName = (month: string): string =>
  monthFormat.format(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1));

const allows = ({ _links: links }: Pick<MediaRow, '_links'>, method: string) =>
  links?.self?.[0]?.targetHints?.allow?.includes(method) ?? false;
/** Permissions of the current user, from the reply's links. */
export const mayEdit = (row: Pick<MediaRow, '_links'>): boolean => allows(row, 'POST');
export const mayDelete = (row: Pick<MediaRow, '_links'>): boolean => allows(row, 'DELETE');

export const fileName = ({ source_url: address }: Pick<MediaRow, 'source_url'>): string => {
  const last =
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};
