import { queryOptions } from '@tanstack/react-query';
import type { WidgetArea, WidgetAreaSent, WidgetAreas } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { say, sayCount } from '../../words.ts';

export type ListedArea = WidgetAreas[number];

export const widgetsKey = ['widgets'] as const;

export const allAreas = queryOptions({
  queryKey: [...widgetsKey, 'list'],
  queryFn: async ({ signal }) => (await rest<WidgetAreas>('/broadsheet/v1/widget-areas', { signal })).body,
});

const addressOf = (area: string) => `/broadsheet/v1/widget-areas/${encodeURIComponent(area)}`;

export const oneArea = (area: string) =>
  queryOptions({
    queryKey: [...widgetsKey, 'area', area],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => (await rest<WidgetArea>(addressOf(area), { signal })).body,
  });

export async function saveArea(area: string, content: string, revision: number): Promise<WidgetArea> {
  const body = { content, revision };
  return (await rest<WidgetArea, WidgetAreaSent>(addressOf(area), { method: 'POST', body })).body;
}

export async function resetArea(area: string, revision: number): Promise<WidgetArea> {
  return (await rest<WidgetArea>(`${addressOf(area)}?revision=${revision}`, { method: 'DELETE' })).body;
}

/** Names of the kinds of pages, as types of templates name them. */
const kindNames: Readonly<Record<string, string>> = {
  home: say('Homepage'),
  single: say('Articles'),
  page: say('Pages'),
  category: say('Categories'),
  tag: say('Tags'),
  author: say('Authors'),
  date: say('Dates'),
  search: say('Search results'),
  '404': say('“Not found” page'),
  attachment: say('Attachments'),
  woo_product: say('Products'),
  woo_archive: say('Product categories'),
  woo_search_archive: say('Product search'),
  woo_shop_base: say('Shop'),
  cpt: say('Other content types'),
  cpt_tax: say('Other taxonomies'),
  header: say('Header'),
  footer: say('Footer'),
};

export function areaTitle(area: string): string {
  if (area === 'sidebar') return say('All sidebars');
  const [, column] = /^footer-([123])$/.exec(area) ?? [];
  if (column !== undefined) return say('Footer column %d', Number(column));
  const kind = area.startsWith('sidebar-') ? area.slice('sidebar-'.length) : '';
  return kindNames[kind] === undefined ? area : say('Sidebar: %s', kindNames[kind]);
}

/** Kinds of pages that are named one by one. */
const maxNames = 5;

/** Where an area is shown, in words; empty if nowhere. */
export function placesOf({ shown_on: kinds, templates }: Pick<ListedArea, 'shown_on' | 'templates'>): string {
  const names = kinds.map((kind) => kindNames[kind] ?? kind);
  if (kinds.includes('footer')) return say('All pages');
  if (names.length > maxNames) return say('All pages with a sidebar');
  if (names.length > 0) return names.join(', ');
  return templates.length === 0 ? '' : sayCount('%d template|%d templates', templates.length);
}

export const groupsOf = (areas: readonly ListedArea[]) =>
  [
    {
      title: say('Sidebars'),
      areas: areas.filter(({ area }) => /^sidebar(?:-|$)/.test(area) && isBuiltIn(area)),
    },
    { title: say('Footer'), areas: areas.filter(({ area }) => /^footer-[123]$/.test(area)) },
    {
      title: say('Own areas'),
      areas: areas.filter((one) => !isBuiltIn(one.area) && placesOf(one) !== ''),
    },
    {
      title: say('Not placed'),
      areas: areas.filter((one) => !isBuiltIn(one.area) && placesOf(one) === ''),
    },
  ].filter((group) => group.areas.length > 0);

const isBuiltIn = (area: string): boolean =>
  area === 'sidebar' ||
  /^footer-[123]$/.test(area) ||
  (area.startsWith('sidebar-') && Object.hasOwn(kindNames, area.slice('sidebar-'.length)));
