import { queryOptions } from '@tanstack/react-query';
import { boot, siteFormat } from '../../app/boot.ts';
import { plainText, titleText } from '../../app/rest-types.ts';
import type { EditedPost, FormerFronts, FrontDesk, SeenFile, SeenTerm } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import type { SentBreaking, SentFront, SentPin } from '../../../modules/front/merge-fronts.ts';
import { fromLocal, localIso } from '../../../lib/dates.ts';
import { say } from '../../words.ts';

export type Front = FrontDesk;
export type FrontArea = Front['areas'][number];
export type FrontPost = FrontArea['posts'][number];
export type Other = Front['others'][number];
export type Pin = SentPin;
export type Breaking = SentBreaking;
/** Pins in the order of each area, and the breaking line. */
export type Arrangement = SentFront;

/** Parameter of the desk's address with the id of a story to make the lead. */
export const leadParameter = 'lead';

export const frontPath = '/broadsheet/v1/front';
export const frontKey = ['front-desk'] as const;

/** Read once; the desk merges later versions itself. */
export const publishedFront = queryOptions({
  queryKey: [...frontKey, 'published'],
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  queryFn: ({ signal }) => readFront(signal),
});

export const readFront = async (signal?: AbortSignal): Promise<Front> =>
  (await rest<Front>(frontPath, { signal })).body;

/** A file of the library; 0: none. */
export const pictureOf = (id: number) =>
  queryOptions({
    queryKey: ['media', 'one', id],
    enabled: id > 0,
    queryFn: async ({ signal }) =>
      (
        await rest<Pick<SeenFile, 'source_url' | 'alt_text' | 'media_details'>>(`/wp/v2/media/${id}`, {
          signal,
        })
      ).body,
  });

export const arrangementOf = ({ pins, breaking }: Arrangement): Arrangement => ({ pins, breaking });

/** Local site time of a form's field (`2026-11-29T18:00`) as REST's UTC time; null when empty or invalid. */
function fromSiteTime(local: string): string | null {
  const at = Date.parse(`${local}Z`);
  return Number.isNaN(at) ? null : new Date(fromLocal(at, boot.site.timezone)).toISOString();
}

export const toSiteTime = (utc: string | null): string =>
  utc === null ? '' : localIso(Date.parse(utc), boot.site.timezone).slice(0, 16);

/** The end in a form's field; the stored one, which may have seconds, unless the field was changed. */
export const editedEnd = (stored: string | null, local: string): string | null =>
  local === toSiteTime(stored) ? stored : fromSiteTime(local);

export const isAhead = (utc: string): boolean => Date.parse(utc) > Date.now();

const clock = siteFormat({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
export const timeText = (utc: string): string => clock.format(new Date(utc));

const statusesOf = {
  '': 'publish,future',
  publish: 'publish',
  future: 'future',
} as const;
export type StoryStatus = keyof typeof statusesOf;

export interface StoryQuery {
  readonly search: string;
  readonly status: StoryStatus;
  /** 0: all. */
  readonly category: number;
}

const perPage = 20;
const storyFields =
  'id,title,status,date,date_gmt,link,password,_links.wp:featuredmedia,_links.author,_embedded';
type StoryRow = Pick<EditedPost, 'id' | 'title' | 'status' | 'date_gmt' | 'date' | 'link' | 'password'> & {
  readonly _embedded?: {
    readonly author?: readonly { readonly name?: string }[];
    readonly 'wp:featuredmedia'?: readonly {
      readonly source_url?: string;
      readonly alt_text?: string;
      readonly media_details?: {
        readonly sizes?: Readonly<Record<string, { readonly source_url: string } | undefined>>;
      };
    }[];
  };
};

export interface Story extends FrontPost {
  readonly status: string;
}

const restBase = () => boot.types.find(({ name }) => name === boot.site.articleType)?.restBase ?? 'posts';

function storyOf({ _embedded: embedded, ...row }: StoryRow): Story {
  const [file] = embedded?.['wp:featuredmedia'] ?? [];
  const url = file?.media_details?.sizes?.['medium']?.source_url ?? file?.source_url;
  return {
    id: row.id,
    title: titleText(row.title),
    link: row.link,
    edit_link: '',
    picture: url === undefined ? null : { url, alt: file?.alt_text ?? '' },
    date: row.date_gmt ? `${row.date_gmt}Z` : row.date,
    author: embedded?.author?.[0]?.name ?? '',
    is_pinned: false,
    is_shown: row.status === 'publish' && (row.password ?? '') === '',
    status: row.status,
  };
}

async function stories(query: Readonly<Record<string, string>>, signal: AbortSignal) {
  const params = new URLSearchParams({
    context: 'edit',
    _fields: storyFields,
    _embed: 'author,wp:featuredmedia',
    ...query,
  });
  const { body, total } = await rest<readonly StoryRow[]>(`/wp/v2/${restBase()}?${params.toString()}`, {
    signal,
  });
  return { found: body.map(storyOf), total };
}

export const storyPages = ({ search, status, category }: StoryQuery) => ({
  queryKey: [...frontKey, 'stories', search, status, category] as const,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }: { readonly pageParam: number; readonly signal: AbortSignal }) =>
    stories(
      {
        status: statusesOf[status],
        per_page: String(perPage),
        page: String(pageParam),
        ...(search === '' ? {} : { search }),
        ...(category > 0 ? { categories: String(category) } : {}),
      },
      signal,
    ),
  getNextPageParam: (
    last: { readonly total: number },
    _pages: readonly unknown[],
    page: number,
  ): number | undefined => (page * perPage < last.total ? page + 1 : undefined),
});

/** Stories by id, for pins whose stories are neither in an area nor in the list. */
export const storiesOf = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...frontKey, 'stories-by-id', ids.join()],
    queryFn: async ({ signal }) =>
      (
        await stories(
          { include: ids.join(), per_page: '100', status: 'publish,future,draft,pending,private' },
          signal,
        )
      ).found,
  });

/** Names of the categories of bands, by area; without deleted categories. */
export const namesOfBands = (bands: readonly string[]) =>
  queryOptions({
    queryKey: [...frontKey, 'bands', bands.join()],
    enabled: bands.length > 0,
    queryFn: async ({ signal }) => {
      const ids = bands.map((band) => band.slice(band.indexOf(':') + 1)).join();
      const { body } = await rest<readonly Pick<SeenTerm, 'id' | 'name'>[]>(
        `/wp/v2/categories?include=${ids}&per_page=100&_fields=id,name`,
        { signal },
      );
      return new Map(body.map(({ id, name }) => [`category:${id}`, plainText(name)]));
    },
  });

/** In place of a story that was deleted. */
export const missingPost = (id: number): FrontPost => ({
  id,
  title: say('Deleted post'),
  link: '',
  edit_link: '',
  picture: null,
  date: '',
  author: '',
  is_pinned: true,
  is_shown: false,
});

/** Former arrangements, the current one first. */
export const frontHistory = queryOptions({
  queryKey: [...frontKey, 'history'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await rest<FormerFronts>(`${frontPath}/history`, { signal })).body,
});
