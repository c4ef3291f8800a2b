/** Params of the library that name the page at hand by the base64 of its address: its kind has no items. */
export const targetsByAddress = {
  assign_to_404: '404',
  assign_to_archive: 'date',
  assign_to_search: 'search',
  assign_to_attachment: 'attachment',
  assign_to_woo_search_archive: 'woo_search_archive',
  assign_to_woo_shop_base: 'woo_shop_base',
} as const;
/** Those that name an item by its id. */
export const targetsByItem = [
  'assign_to_post',
  'assign_to_category',
  'assign_to_author',
  'assign_to_tag',
  'assign_to_woo_product',
  'assign_to_woo_archive',
  'assign_to_cpt',
  'assign_to_cpt_tax',
] as const;

/** Every param by which the library is told what a template is for; exactly one is given. */
export const targetParams = [
  ...(Object.keys(targetsByAddress) as (keyof typeof targetsByAddress)[]),
  ...targetsByItem,
  'assign_mobile_to_template',
  'assign_mobile_to_page',
] as const;
export type TargetParam = (typeof targetParams)[number];
export type TargetParams = Readonly<Partial<Record<TargetParam | 'assign_to_search_cpt', string>>>;
