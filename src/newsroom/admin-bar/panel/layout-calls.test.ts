import { expect, test } from 'vitest';
import { pageTemplateTypes } from '../../../modules/templates/model.ts';
import type { LayoutFacts } from '../bar-config.ts';
import { addressId, layoutCalls, mobileListCall, libraryParameters } from './layout-calls.ts';

const address = 'https://news.example/там/?s=a&b=ü';
const facts = (type: LayoutFacts['type'], more: Partial<LayoutFacts> = {}): LayoutFacts => ({
  type,
  kind: type,
  itemId: 0,
  name: '',
  isArchive: false,
  isOfType: true,
  templateId: 0,
  reason: '',
  ...more,
});

test('[TPL-09] [AJAX-57] a page about an item names it and assigns its own template, and a global one applies to the type', () => {
  const table = [
    [
      'single',
      'single_id',
      'single_id',
      'tdb_assign_single_template_to_post',
      'tdb_assign_single_template_global',
    ],
    [
      'category',
      'category_id',
      'category_id',
      'tdb_assign_cat_template_to_cat',
      'tdb_assign_cat_template_global',
    ],
    [
      'author',
      'author_id',
      'author_id',
      'tdb_assign_author_template_to_author',
      'tdb_assign_author_template_global',
    ],
    ['tag', 'tag_id', 'tag_id', 'tdb_assign_tag_template_to_tag', 'tdb_assign_tag_template_global'],
    [
      'woo_product',
      'woo_product_id',
      'woo_product_id',
      'tdb_assign_woo_product_template_to_product',
      'tdb_assign_woo_product_template_global',
    ],
    [
      'woo_archive',
      'woo_archive_id',
      'woo_term_id',
      'tdb_assign_woo_archive_template_to_tax',
      'tdb_assign_woo_archive_template_global',
    ],
  ] as const;
  for (const [type, listed, item, assign, global] of table) {
    const calls = layoutCalls(facts(type, { itemId: 7 }), address);
    expect(calls.list).toEqual({
      action: `tdb_get_${type}_templates`,
      fields: { mobile_templates: '', [listed]: 7 },
    });
    expect(calls.select?.(3)).toEqual({ action: assign, fields: { template_id: 3, [item]: 7 } });
    expect(calls.select?.('').fields.template_id).toBe('');
    expect(calls.makeGlobal?.(3)).toEqual({ action: global, fields: { template_id: 3 } });
  }
});

test('[TPL-22] pages with an id but without an item share a layout: selecting one makes it global, and their URL replaces the id', () => {
  for (const type of [
    '404',
    'date',
    'search',
    'attachment',
    'woo_search_archive',
    'woo_shop_base',
  ] as const) {
    const calls = layoutCalls(facts(type), address);
    expect(calls.list.fields).toEqual({ mobile_templates: '', [`${type}_id`]: addressId(address) });
    expect(calls.select?.(3)).toEqual({
      action: `tdb_assign_${type}_template_global`,
      fields: { template_id: 3 },
    });
    expect(calls.makeGlobal?.(3)).toEqual(calls.select?.(3));
    expect(
      new TextDecoder().decode(Uint8Array.from(atob(addressId(address)), (sign) => sign.codePointAt(0) ?? 0)),
    ).toBe(address);
  }
});

test('[TPL-06] names the requested custom type or taxonomy', () => {
  const book = layoutCalls(facts('cpt', { itemId: 7, name: 'book' }), address);
  expect(book.select?.(3)).toEqual({
    action: 'tdb_assign_cpt_template_to_cpt',
    fields: { template_id: 3, cpt_id: 7 },
  });
  expect(book.makeGlobal?.(3)).toEqual({
    action: 'tdb_assign_cpt_template_global',
    fields: { template_id: 3, cpt_id: 7, option: 'single_tpl' },
  });
  const shelf = layoutCalls(facts('cpt_tax', { itemId: 7, name: 'shelf', isOfType: false }), address);
  expect(shelf.list.fields).toEqual({ mobile_templates: '', data_id: 7 });
  expect(shelf.select?.(3)).toEqual({
    action: 'tdb_assign_cpt_tax_template_to_tax',
    fields: { template_id: 3, cpt_tax_id: 7 },
  });
  expect(shelf.makeGlobal?.(3)).toEqual({
    action: 'tdb_assign_cpt_tax_template_global',
    fields: { template_id: 3, cpt_tax_id: 7 },
  });
  const books = layoutCalls(facts('cpt_tax', { name: 'book', isArchive: true }), address);
  expect(books.select?.(3)).toEqual({
    action: 'tdb_assign_cpt_template_global',
    fields: { template_id: 3, cpt: 'book', option: 'archive_tpl' },
  });
  const formats = layoutCalls(
    facts('cpt_tax', { name: 'post_format', isArchive: true, isOfType: false }),
    address,
  );
  expect(formats.select?.(3)).toEqual({
    action: 'tdb_assign_cpt_tax_template_global',
    fields: { template_id: 3, cpt_tax: 'post_format' },
  });
  const search = layoutCalls(facts('search', { name: 'book' }), address);
  expect(search.select?.(3)).toEqual({
    action: 'tdb_assign_cpt_template_global',
    fields: { template_id: 3, cpt: 'book', option: 'search_tpl' },
  });
  expect(search.makeGlobal?.(3)).toEqual({
    action: 'tdb_assign_search_template_global',
    fields: { template_id: 3 },
  });
  const reloading = pageTemplateTypes.filter((type) => layoutCalls(facts(type), address).alwaysReloads);
  expect(reloading).toEqual(['search', 'cpt', 'cpt_tax']);
});

test('mobile lists name the template, or the page and the document shown', () => {
  expect(mobileListCall(facts('single', { itemId: 7 }), address, 4)).toEqual({
    action: 'tdb_get_single_mobile_templates',
    fields: { single_id: 7, template_id: 4, tdbLoadDataFromId: 7 },
  });
  expect(mobileListCall(facts('page', { itemId: 7 }), address, undefined)).toEqual({
    action: 'tdb_get_page_mobile_templates',
    fields: { page_id: 7, tdbLoadDataFromId: 7 },
  });
});

test('[CLOUD-03] [CLOUD-04] [CLOUD-05] [CLOUD-06] sends the cloud library what a template is for', () => {
  expect(libraryParameters(facts('category', { itemId: 7 }), address)).toEqual({
    wp_type: 'category',
    templateType: 'category',
    assign_to_category: '7',
  });
  expect(libraryParameters(facts('404'), address)).toEqual({
    wp_type: '404',
    templateType: '404',
    assign_to_404: addressId(address),
  });
  expect(libraryParameters(facts('search', { name: 'book' }), address)).toMatchObject({
    assign_to_search: addressId(address),
    assign_to_search_cpt: 'book',
  });
  expect(libraryParameters(facts('single', { itemId: 7 }), address, 4)).toEqual({
    wp_type: 'single',
    templateType: 'single',
    assign_mobile_to_template: '4',
    hide_mobile_selector: 'hide',
  });
});
