import type { LayoutFacts } from '../bar-config.ts';
import type { CallFields } from '../calls.ts';

export interface PanelCall {
  readonly action: string;
  readonly fields: CallFields;
}

/** Calls of a panel: list the templates, and assign them to pages; an empty id removes the assignment. */
export interface LayoutCalls {
  readonly list: PanelCall;
  /** Undefined: this kind is assigned over REST (`byRest` in use-templates.ts). */
  readonly select?: (templateId: number | '') => PanelCall;
  /** Undefined: templates of this kind are never global. */
  readonly makeGlobal?: (templateId: number | '') => PanelCall;
  readonly alwaysReloads: boolean;
}

/** Actions to assign a template to an item, with the field that identifies it, and to make one global; names of the specification. */
interface KindActions {
  readonly item?: string;
  readonly assign?: string;
  readonly global?: string;
}

const actions: Readonly<Record<LayoutFacts['type'], KindActions>> = {
  single: {
    item: 'single_id',
    assign: 'tdb_assign_single_template_to_post',
    global: 'tdb_assign_single_template_global',
  },
  category: {
    item: 'category_id',
    assign: 'tdb_assign_cat_template_to_cat',
    global: 'tdb_assign_cat_template_global',
  },
  author: {
    item: 'author_id',
    assign: 'tdb_assign_author_template_to_author',
    global: 'tdb_assign_author_template_global',
  },
  tag: { item: 'tag_id', assign: 'tdb_assign_tag_template_to_tag', global: 'tdb_assign_tag_template_global' },
  404: { global: 'tdb_assign_404_template_global' },
  date: { global: 'tdb_assign_date_template_global' },
  search: { global: 'tdb_assign_search_template_global' },
  attachment: { global: 'tdb_assign_attachment_template_global' },
  page: {},
  woo_product: {
    item: 'woo_product_id',
    assign: 'tdb_assign_woo_product_template_to_product',
    global: 'tdb_assign_woo_product_template_global',
  },
  woo_archive: {
    item: 'woo_term_id',
    assign: 'tdb_assign_woo_archive_template_to_tax',
    global: 'tdb_assign_woo_archive_template_global',
  },
  woo_search_archive: { global: 'tdb_assign_woo_search_archive_template_global' },
  woo_shop_base: { global: 'tdb_assign_woo_shop_base_template_global' },
  cpt: { item: 'cpt_id', assign: 'tdb_assign_cpt_template_to_cpt', global: 'tdb_assign_cpt_template_global' },
  cpt_tax: {
    item: 'cpt_tax_id',
    assign: 'tdb_assign_cpt_tax_template_to_tax',
    global: 'tdb_assign_cpt_tax_template_global',
  },
  home: {},
};

/** Kinds whose pages are reloaded after each assignment. */
const reloading: ReadonlySet<LayoutFacts['type']> = new Set(['cpt', 'cpt_tax', 'search']);

/** Base64 of the address, which identifies pages without an item id in calls. */
export function addressId(address: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(address)));
}

/** Fields that identify the page in list calls. */
export function itemFields(layout: LayoutFacts, address: string): CallFields {
  const { type, itemId, name, isArchive } = layout;
  const id = {
    [type === 'cpt_tax' ? 'data_id' : `${type}_id`]:
      itemId > 0 ? itemId : isArchive ? '' : addressId(address),
  };
  return {
    ...id,
    ...archiveFields(layout),
    ...(type === 'search' && name !== '' ? { cpt: name, option: 'search_tpl' } : {}),
  };
}

/** Fields that identify an archive of a type, or of a taxonomy without its own terms, such as formats. */
function archiveFields({ name, isArchive, isOfType }: LayoutFacts): CallFields {
  if (!isArchive) return {};
  return isOfType ? { cpt: name, option: 'archive_tpl' } : { cpt_tax: name };
}

export function layoutCalls(layout: LayoutFacts, address: string): LayoutCalls {
  const { type, itemId, name, isArchive, isOfType } = layout;
  const { item, assign, global } = actions[type];
  const call =
    (action: string, fields: CallFields) =>
    (templateId: number | ''): PanelCall => ({ action, fields: { template_id: templateId, ...fields } });
  const list: PanelCall = {
    action: `tdb_get_${type}_templates`,
    fields: { mobile_templates: '', ...itemFields(layout, address) },
  };
  const alwaysReloads = reloading.has(type);
  if (global === undefined) return { list, alwaysReloads };
  // An archive, and searches limited to one type, have their own template.
  if (isArchive || (type === 'search' && name !== '')) {
    const own = isArchive ? archiveFields(layout) : { cpt: name, option: 'search_tpl' };
    const select = call(
      isArchive && !isOfType ? (actions.cpt_tax.global ?? '') : (actions.cpt.global ?? ''),
      own,
    );
    return { list, alwaysReloads, select, makeGlobal: isArchive ? select : call(global, {}) };
  }
  const named = item !== undefined && itemId > 0 ? { [item]: itemId } : undefined;
  const ofCustom: CallFields = type === 'cpt' ? { option: 'single_tpl' } : {};
  const makeGlobal = call(global, type === 'cpt' || type === 'cpt_tax' ? { ...named, ...ofCustom } : {});
  return {
    list,
    alwaysReloads,
    makeGlobal,
    select: assign !== undefined && named ? call(assign, named) : makeGlobal,
  };
}

export function mobileListCall(
  layout: LayoutFacts,
  address: string,
  templateId: number | undefined,
): PanelCall {
  const seenWith: CallFields = templateId === undefined ? {} : { template_id: templateId };
  const loadedFrom: CallFields = layout.itemId > 0 ? { tdbLoadDataFromId: layout.itemId } : {};
  return {
    action: `tdb_get_${layout.type}_mobile_templates`,
    fields: { ...itemFields(layout, address), ...seenWith, ...loadedFrom },
  };
}

/** Parameters of the cloud library's route that identify the page's item, or all pages of a kind. */
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

/** Kinds identified by the page's address, because they have no item id. */
const byAddress: ReadonlySet<LayoutFacts['type']> = new Set([
  '404',
  'date',
  'search',
  'attachment',
  'woo_search_archive',
  'woo_shop_base',
]);

/** Whether a template imported for this page applies to all of its kind. */
export const concernsAll = ({ type, isArchive }: LayoutFacts): boolean => byAddress.has(type) || isArchive;

/** Parameters of `loadRoute`: a template for this page, or with `mobileOf` a phone version of that template. */
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

/** The same for the phone version of a page. */
export function mobilePageParameters({ type, itemId }: LayoutFacts): Readonly<Record<string, string>> {
  return {
    wp_type: type,
    templateType: type,
    assign_mobile_to_page: String(itemId),
    hide_mobile_selector: 'hide',
  };
}
