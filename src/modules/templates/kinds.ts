import { formatTaxonomy, postTypeNamed, taxonomyNamed, registeredTypes } from '../types/index.ts';
import { isTemplateType, typeOfKind } from './model.ts';
import type { TemplateType } from './model.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { isOfShownType, mayReadPost, findSummaries, holdPosts } from '../posts/index.ts';
import { findTerms, holdTerms } from '../terms/index.ts';
import { findUsers, findUsersToStay } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';

/** Returns the page kind of a post type, as in template assignments; each custom type has its own. */
export function kindOfPost(type: string): string {
  const { pageKind } = postTypeNamed(type);
  return pageKind === 'cpt' ? `cpt:${type}` : pageKind;
}

export function kindOfTerm(taxonomy: string): string {
  const { pageKind } = taxonomyNamed(taxonomy);
  return pageKind === 'cpt_tax' ? `cpt_tax:${taxonomy}` : pageKind;
}

export function kindOfArchive(type: string): string {
  const { archive } = postTypeNamed(type);
  return archive === undefined || archive.kind === 'cpt_tax' ? `cpt_tax:${type}` : archive.kind;
}

/** Kind of a search through one post type; falls back to the template of all searches. */
export const kindOfSearch = (type: string): string => `search:${type}`;

/** Kind of mobile page templates: they replace a page's layout on phones. */
export const mobilePages: string = 'page:mobile';

export const kindOfItems = (kind: string): string => (kind === mobilePages ? 'page' : kind);

export const kindOfFormats = `cpt_tax:${formatTaxonomy}`;

interface KindWords {
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

/**
 * Page kind of a post, term or user. `type` says which, as a kind or template type. Undefined: no such item, it has no
 * page, or the actor may not see it.
 */
export async function kindOfItem(
  read: Reader,
  actor: Actor,
  type: string,
  id: number,
): Promise<string | undefined> {
  const itemType = typeOfKind(type);
  if (itemType === 'author') return (await findUsers(read, [id])).has(id) ? itemType : undefined;
  const kinds = ofTerms.has(itemType ?? '')
    ? await kindsOfTerm(read, id)
    : await kindsOfPost(read, actor, id);
  return kinds.find((kind) => typeOfKind(kind) === itemType);
}

/** Locks the posts, terms or users of a page kind until the transaction ends. */
export async function holdItems(tx: Tx, kind: string, ids: readonly number[]): Promise<void> {
  const itemType = typeOfKind(kind);
  if (itemType === 'author') await findUsersToStay(tx, ids);
  else await (ofTerms.has(itemType ?? '') ? holdTerms(tx, ids) : holdPosts(tx, ids));
}

const ofTerms: ReadonlySet<string> = new Set(['category', 'tag', 'woo_archive', 'cpt_tax']);

async function kindsOfPost(read: Reader, actor: Actor, id: number): Promise<string[]> {
  const post = (await findSummaries(read, [id])).get(id);
  return post && isOfShownType(post) && mayReadPost(actor, post) ? [kindOfPost(post.type)] : [];
}

async function kindsOfTerm(read: Reader, id: number): Promise<string[]> {
  const term = (await findTerms(read, [id])).get(id);
  return term && taxonomyNamed(term.taxonomy).isPublic ? [kindOfTerm(term.taxonomy)] : [];
}
