import { postTypeNamed, registeredTypes, taxonomyNamed } from '../types/registry.ts';
import { mobilePages } from './kinds.ts';
import { isTemplateType } from './template.ts';
import type { TemplateType } from './template.ts';

/** What people are told of a kind of page: one of them, and many. */
export interface KindWords {
  readonly one: string;
  readonly many: string;
}

const words: Readonly<Record<TemplateType, KindWords>> = {
  single: { one: 'article', many: 'articles' },
  page: { one: 'page', many: 'pages' },
  attachment: { one: 'file', many: 'pages of files' },
  category: { one: 'category', many: 'categories' },
  tag: { one: 'tag', many: 'tags' },
  author: { one: 'author', many: 'authors' },
  '404': { one: 'page that is not there', many: 'pages that are not there' },
  date: { one: 'archive of a date', many: 'archives of dates' },
  search: { one: 'search', many: 'searches' },
  home: { one: 'front page', many: 'front pages' },
  header: { one: 'header', many: 'headers' },
  footer: { one: 'footer', many: 'footers' },
  woo_product: { one: 'product', many: 'products' },
  woo_archive: { one: 'product category', many: 'product categories' },
  woo_search_archive: { one: 'search for products', many: 'searches for products' },
  woo_shop_base: { one: 'shop', many: 'shops' },
  cpt: { one: 'item', many: 'items of custom types' },
  cpt_tax: { one: 'archive', many: 'archives of custom types' },
};

const small = ({ singular, plural }: { readonly singular: string; readonly plural: string }): KindWords => ({
  one: singular.toLowerCase(),
  many: plural.toLowerCase(),
});

/** What pages of a kind (`single`, `cpt:book`) are called in a sentence. */
export function wordsOfKind(kind: string): KindWords {
  if (kind === mobilePages) return { one: 'page on phones', many: 'pages on phones' };
  const [type = '', name = ''] = kind.split(':');
  if (!isTemplateType(type)) return { one: 'page', many: 'pages' };
  if (name === '') return words[type];
  if (type === 'cpt') return small(postTypeNamed(name).labels);
  const listed = registeredTypes().find((one) => one.name === name);
  if (!listed) return small(taxonomyNamed(name).labels);
  const plural = listed.labels.plural.toLowerCase();
  return { one: `list of ${plural}`, many: `lists of ${plural}` };
}
