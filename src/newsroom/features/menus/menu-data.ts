import { queryOptions } from '@tanstack/react-query';
import { htmlToText } from '../../../lib/plain-text.ts';
import { menuIconNames } from '../../../lib/menu-icons.ts';
import type { MenuIcon } from '../../../lib/menu-icons.ts';
import type { ListedMenu, ListedMenuLocations, MenuTree, MenuTreeSent } from '../../app/rest-types.ts';
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
export const maxBadgeLength = 20;

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

type SentItem = NonNullable<MenuTreeSent['items']>[number];

/** Bounds of sent values (`sentItem` of `modules/menus/commands.ts`); values of imported items may exceed them. */
const [maxLabel, maxUrl, maxTitle, maxRel, maxText, maxClasses] = [500, 2000, 500, 200, 2000, 20];

/** The stored fields of an item, in a fixed order. */
export const fieldsOf = ({
  type,
  object,
  object_id,
  url,
  title,
  attr_title,
  target,
  xfn,
  classes,
  description,
  mega_kind,
  mega_id,
  icon,
  badge,
  audience,
}: StoredItem) => ({
  type,
  object,
  object_id,
  url,
  title,
  attr_title,
  target: target === '_blank' ? ('_blank' as const) : ('' as const),
  xfn,
  classes: [...classes],
  description,
  mega_kind,
  mega_id,
  icon,
  badge,
  audience,
});

function boundedFields(item: StoredItem) {
  const fields = fieldsOf(item);
  return {
    ...fields,
    url: fields.url.slice(0, maxUrl),
    title: fields.title.slice(0, maxLabel),
    attr_title: fields.attr_title.slice(0, maxTitle),
    xfn: fields.xfn.slice(0, maxRel),
    classes: fields.classes.filter((name) => /^[\w-]{1,100}$/.test(name)).slice(0, maxClasses),
    description: fields.description.slice(0, maxText),
    badge: fields.badge.slice(0, maxBadgeLength),
  };
}

/** Items with all fields, as new ones; values above the bounds are cut. */
export const newItems = (rows: readonly StoredItem[]): SentItem[] =>
  rows.map((row) => ({ depth: row.depth, ...boundedFields(row) }));

/**
 * Items as a save sends them: of stored ones only changed fields, so that the server keeps the others as they are.
 * `isRestoring`: values above the bounds are cut instead of being refused at their fields.
 */
export function changedItems(
  rows: readonly StoredItem[],
  stored: readonly StoredItem[],
  isRestoring = false,
): SentItem[] {
  const known = new Map(stored.map((item) => [item.id, item]));
  return rows.map((row) => {
    const before = known.get(row.id);
    const fields = before && !isRestoring ? fieldsOf(row) : boundedFields(row);
    if (!before) return { depth: row.depth, ...fields };
    const [now, then] = [fieldsOf(row), fieldsOf(before)];
    const isChanged = (name: keyof typeof now) => JSON.stringify(now[name]) !== JSON.stringify(then[name]);
    const changed = Object.entries(fields).filter(([name]) => isChanged(name as keyof typeof now));
    return { id: row.id, depth: row.depth, ...(Object.fromEntries(changed) as Partial<typeof fields>) };
  });
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
