import type { LayoutFacts } from '../bar-config.ts';
import { addressId } from './layout-calls.ts';

/** By what the cloud library's route names what a page is about, or that it is one of a kind. */
const assignTo: Readonly<Partial<Record<LayoutFacts['type'], string>>> = {
  single: 'assign_to_post',
  page: 'assign_to_post',
  category: 'assign_to_category',
  404: 'assign_to_404',
  date: 'assign_to_archive',
  search: 'assign_to_search',
  attachment: 'assign_to_attachment',
  author: 'assign_to_author',
  tag: 'assign_to_tag',
  woo_product: 'assign_to_woo_product',
  woo_archive: 'assign_to_woo_archive',
  woo_search_archive: 'assign_to_woo_search_archive',
  woo_shop_base: 'assign_to_woo_shop_base',
  cpt: 'assign_to_cpt',
  cpt_tax: 'assign_to_cpt_tax',
};

/** Kinds that are named by the page's address, since nothing on them has an id of its own. */
const byAddress: ReadonlySet<LayoutFacts['type']> = new Set([
  '404',
  'date',
  'search',
  'attachment',
  'woo_search_archive',
  'woo_shop_base',
]);

/** Whether what is imported for this page lays out all of its kind. */
export const concernsAll = ({ type, isArchive }: LayoutFacts): boolean => byAddress.has(type) || isArchive;

/** What `loadRoute` is told: a template for this page, or with `mobileOf` one that phones get in the place of that template. */
export function libraryParameters(
  layout: LayoutFacts,
  address: string,
  mobileOf?: number,
): Readonly<Record<string, string>> {
  const { type, itemId, name, isArchive } = layout;
  const route = { wp_type: type, templateType: type };
  if (mobileOf !== undefined)
    return { ...route, assign_mobile_to_template: String(mobileOf), hide_mobile_selector: 'hide' };
  const parameter = assignTo[type];
  if (parameter === undefined) return route;
  const id = byAddress.has(type) ? addressId(address) : isArchive ? name : String(itemId);
  return {
    ...route,
    [parameter]: id,
    ...(type === 'search' && name !== '' ? { assign_to_search_cpt: name } : {}),
  };
}

/** The same for what phones get in the place of a page; a template that they get in the place of another one is named by that. */
export function mobilePageParameters({ type, itemId }: LayoutFacts): Readonly<Record<string, string>> {
  return {
    wp_type: type,
    templateType: type,
    assign_mobile_to_page: String(itemId),
    hide_mobile_selector: 'hide',
  };
}
