import { queryOptions } from '@tanstack/react-query';
import { htmlToText } from '../../../lib/plain-text.ts';
import { menuIconNames } from '../../../lib/menu-icons.ts';
import type { MenuIcon } from '../../../lib/menu-icons.ts';
import type { ListedMenu, ListedMenuLocations, MenuTree } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { say } from '../../words.ts';

export type StoredItem = MenuTree['items'][number];
export type MenuLocation = MenuTree['locations'][number];

/** An item of an unsaved menu; `id` is 0 until it is saved. */
export interface Row extends StoredItem {
  readonly key: string;
}

export interface MenuDraft {
  readonly name: string;
  readonly locations: readonly MenuLocation[];
  readonly rows: readonly Row[];
}

/** Levels that the site shows (`shownLevels` of `modules/menus/model.ts`). */
export const maxLevels = 4;
export const maxRows = 200;

export const menusKey = ['menus'] as const;

export const allMenus = queryOptions({
  queryKey: [...menusKey, 'list'],
  queryFn: async ({ signal }) =>
    (
      await rest<readonly ListedMenu[]>(
        '/wp/v2/menus?context=edit&per_page=100&_fields=id,name,slug,locations,revision',
        { signal },
      )
    ).body,
});

export const menuLocations = queryOptions({
  queryKey: [...menusKey, 'locations'],
  queryFn: async ({ signal }) =>
    Object.values((await rest<ListedMenuLocations>('/wp/v2/menu-locations', { signal })).body),
});

export const menuTree = (id: number) =>
  queryOptions({
    queryKey: [...menusKey, 'tree', id],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => (await rest<MenuTree>(`/broadsheet/v1/menus/${id}`, { signal })).body,
  });

export const draftOf = ({ name, locations, items }: MenuTree): MenuDraft => ({
  name,
  locations,
  rows: items.map((item) => ({ ...item, key: `item-${item.id}` })),
});

let made = 0;

export function newRow(item: Pick<StoredItem, 'type'> & Partial<StoredItem>): Row {
  return {
    id: 0,
    depth: 0,
    object: '',
    object_id: 0,
    url: '',
    title: '',
    attr_title: '',
    target: '',
    xfn: '',
    classes: [],
    description: '',
    mega_kind: '',
    mega_id: 0,
    icon: '',
    badge: '',
    audience: '',
    original_title: '',
    link: '',
    invalid: false,
    ...item,
    key: `new-${++made}`,
  };
}

export const isHeading = ({ type, url }: Pick<StoredItem, 'type' | 'url'>): boolean =>
  type === 'custom' && url.trim() === '#';

export const nameOf = (item: Pick<StoredItem, 'title' | 'original_title' | 'url'>): string =>
  // Labels are stored as written, so a parser of HTML must not see them.
  htmlToText(item.title) || htmlToText(item.original_title) || item.url || say('Untitled');

/** The kind of an item's target, as WordPress names it. */
export function kindOf(item: StoredItem): string {
  if (item.type === 'custom') return isHeading(item) ? say('Heading') : say('Custom link');
  if (item.object === 'category') return say('Category');
  if (item.object === 'post_tag') return say('Tag');
  if (item.object === 'page') return say('Page');
  return item.type === 'taxonomy' ? item.object : say('Post');
}

const iconTitles: Readonly<Record<MenuIcon, () => string>> = {
  home: () => say('Home'),
  star: () => say('Star'),
  live: () => say('Live'),
  fire: () => say('Fire'),
  video: () => say('Video'),
  audio: () => say('Audio'),
  camera: () => say('Camera'),
  mail: () => say('Mail'),
  user: () => say('Person'),
  bookmark: () => say('Bookmark'),
  calendar: () => say('Calendar'),
  cart: () => say('Cart'),
  globe: () => say('Globe'),
  chart: () => say('Chart'),
  weather: () => say('Weather'),
  info: () => say('Info'),
};

export const iconChoices = menuIconNames.map((name) => ({ name, title: iconTitles[name]() }));
