import { readerText } from '../content/settings/definitions/translations.ts';
import { fillIn } from '../lib/fill-in.ts';
import { positive } from '../lib/numbers.ts';
import { fromLocal } from '../lib/site-time.ts';
import { htmlToText } from '../lib/plain-text.ts';
import { chainOf } from '../content/terms/term.ts';
import type { Content } from '../content/content.ts';
import { countListedPosts, listTypesOfTerm } from '../content/posts/list.ts';
import { findPost } from '../content/posts/reader.ts';
import { internalTypes, isPublic } from '../content/posts/policy.ts';
import { searchedTypes } from '../content/search/reader.ts';
import { siteDates } from '../content/settings/site-dates.ts';
import { findTermBySlug } from '../content/terms/reader.ts';
import type { Term } from '../content/terms/term.ts';
import { findUserBySlug, findUsers } from '../content/users/reader.ts';
import type { User } from '../content/users/user.ts';
import type { Found, ResolveContext } from './resolution.ts';

/** Longest search text that is looked up, in characters. */
const longestSearch = 200;

const taxonomyOfBase: ReadonlyMap<string, string> = new Map([['category', 'category'], ['tag', 'post_tag'], ['product-category', 'product_cat'], ['product-tag', 'product_tag']]);
const kindOfTaxonomy: ReadonlyMap<string, 'category' | 'tag' | 'woo_archive'> = new Map([['category', 'category'], ['post_tag', 'tag'], ['product_cat', 'woo_archive'], ['product_tag', 'woo_archive']]);

/** Home, search, term, author and date archives, by path or by plain query. */
export async function resolveArchive(context: ResolveContext): Promise<Found | undefined> {
  const { segments, request: { query } } = context;
  if (segments.length === 0) return resolveRoot(context, query);
  const [base = '', ...rest] = segments;
  const taxonomy = taxonomyOfBase.get(base);
  if (taxonomy && rest.length > 0) return byTerm(context, await findTermBySlug(context.content.database.read, taxonomy, rest.at(-1) ?? ''));
  if (base === 'author' && rest.length === 1) return byAuthor(context, await findUserBySlug(context.content.database.read, rest[0] ?? ''));
  if (/^\d{4}$/.test(base) && rest.length <= 2 && rest.every((part) => /^\d{1,2}$/.test(part))) return byDate(context, segments.map(Number));
  return undefined;
}

/** Taxonomies that sort the site's machinery rather than what is read. */
export const internalTaxonomies: ReadonlySet<string> = new Set(['nav_menu', 'link_category', 'post_format', 'wp_theme', 'wp_template_part_area', 'wp_pattern_category']);

/** `/genre/noir/`: a term of a taxonomy that came with an import; `/book/`: all of a type that did; `/shop/`. Asked last, since any first segment may be one. */
export async function resolveCustomArchive(context: ResolveContext): Promise<Found | undefined> {
  const [name = '', ...rest] = context.segments;
  return rest.length === 0 ? byType(context, name) : byCustomTerm(context, name, rest.at(-1) ?? '');
}

/** Types with pages but no archive of their own. */
const typesWithoutArchive: ReadonlySet<string> = new Set(['post', 'page', 'attachment', 'product']);

/** All posts of a custom type, at the type's own name; products are at `/shop/`. Nothing where none is listed. */
async function byType({ content }: ResolveContext, name: string): Promise<Found | undefined> {
  const isShop = name === 'shop';
  const type = isShop ? 'product' : name;
  if (internalTypes.has(type) || (typesWithoutArchive.has(type) && !isShop)) return undefined;
  if ((await countListedPosts(content.database.read, { type })) === 0) return undefined;
  const title = name.replaceAll(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
  return { page: { kind: isShop ? 'woo_shop_base' : 'cpt_tax', title, postType: type }, path: `/${encodeURIComponent(name)}/`, listing: true };
}

async function byCustomTerm(context: ResolveContext, taxonomy: string, slug: string): Promise<Found | undefined> {
  if (internalTaxonomies.has(taxonomy) || taxonomyOfBase.has(taxonomy)) return undefined;
  return byTerm(context, await findTermBySlug(context.content.database.read, taxonomy, slug));
}

/** Query parameters that name a term by its slug, and their taxonomies. */
const taxonomyOfParameter = [['category_name', 'category'], ['tag', 'post_tag'], ['product_cat', 'product_cat'], ['product_tag', 'product_tag']] as const;

async function resolveRoot(context: ResolveContext, query: URLSearchParams): Promise<Found | undefined> {
  const { read } = context.content.database;
  const search = query.get('s');
  if (search !== null) return bySearch(context, search);
  if (['p', 'page_id', 'attachment_id', 'name', 'pagename'].some((name) => query.has(name))) return undefined;
  const category = positive(query.get('cat'));
  if (query.has('cat')) return category ? byTerm(context, (await context.content.terms.withAncestors([category])).get(category)) : undefined;
  for (const [parameter, taxonomy] of taxonomyOfParameter) {
    const slug = query.get(parameter);
    if (slug !== null) return byTerm(context, await findTermBySlug(read, taxonomy, slug.split('/').findLast((part) => part !== '') ?? ''));
  }
  const taxonomy = query.get('taxonomy');
  if (taxonomy !== null) return byCustomTerm(context, taxonomy, query.get('term') ?? '');
  const authorName = query.get('author_name');
  if (authorName !== null) return byAuthor(context, await findUserBySlug(read, authorName));
  const author = positive(query.get('author'));
  if (query.has('author')) return author ? byAuthor(context, (await findUsers(read, [author])).get(author)) : undefined;
  const month = query.get('m');
  if (month !== null) return /^\d{4}(\d{2}){0,2}$/.test(month) ? byDate(context, [month.slice(0, 4), month.slice(4, 6), month.slice(6, 8)].filter(Boolean).map(Number)) : undefined;
  if (query.has('year')) return byDate(context, [query.get('year'), query.get('monthnum'), query.get('day')].filter((part) => part !== null).map(Number));
  return home(context);
}

async function home({ content, settings }: ResolveContext): Promise<Found> {
  const front = settings.show_on_front === 'page' && settings.page_on_front > 0 ? await findPost(content.database.read, settings.page_on_front) : undefined;
  if (front && isPublic(front)) return { page: { kind: 'page', title: settings.blogname, post: front }, path: '/', listing: false };
  return { page: { kind: 'home', title: settings.blogname }, path: '/', listing: true };
}

/** `post_type` names types that are searched, with commas between them, else it counts for nothing; among products a search has a kind of page of its own. */
async function bySearch({ content, links, settings, request: { query } }: ResolveContext, search: string): Promise<Found> {
  const text = search.slice(0, longestSearch);
  const asked = query.get('post_type') ?? '';
  const isProducts = asked === 'product';
  const all = isProducts || asked === '' ? [] : await searchedTypes(content);
  const named = all.filter((type) => asked.split(',').includes(type));
  const postType = isProducts ? asked : named.length === all.length ? undefined : named.join(',') || undefined;
  return {
    page: { kind: isProducts ? 'woo_search_archive' : 'search', title: fillIn(readerText(settings, 'search_title'), text), search: text, ...(postType !== undefined && { postType }) },
    path: links.search(search, postType), listing: true,
  };
}

async function byTerm({ content, links }: ResolveContext, term: Term | undefined): Promise<Found | undefined> {
  if (!term) return undefined;
  const kind = kindOfTaxonomy.get(term.taxonomy);
  const chain = chainOf(term, await content.terms.withAncestors([term.id]));
  const postType = await typeListedBy(term, content);
  const page = { title: htmlToText(term.name), term, postType, aboveTags: chain.filter(({ id }) => id !== term.id).map(({ id }) => `term:${id}` as const) };
  return { page: kind ? { kind, ...page } : { kind: 'cpt_tax', ...page }, path: links.term(chain), listing: true };
}

/** A term that came with an import may sort posts of another type: the archive lists those that are most. */
async function typeListedBy({ id, taxonomy }: Term, { database }: Content): Promise<string | undefined> {
  if (taxonomy === 'category' || taxonomy === 'post_tag') return undefined;
  if (kindOfTaxonomy.has(taxonomy)) return 'product';
  const types = await listTypesOfTerm(database.read, id);
  return types.includes('post') ? undefined : types[0];
}

/** People who wrote nothing that is public have no page: an account is nobody's business. */
async function byAuthor({ content, links }: ResolveContext, author: User | undefined): Promise<Found | undefined> {
  if (!author || (await countListedPosts(content.database.read, { authorId: author.id })) === 0) return undefined;
  return { page: { kind: 'author', title: author.displayName, author }, path: links.author(author), listing: true };
}

function byDate({ links, settings }: ResolveContext, [year = 0, month, day]: readonly number[]): Found | undefined {
  const from = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
  const start = new Date(from);
  const real = (month === undefined || start.getUTCMonth() === month - 1) && (day === undefined || start.getUTCDate() === day);
  if (!real || year < 1900 || year > 9998) return undefined;
  const to = day !== undefined ? Date.UTC(year, (month ?? 1) - 1, day + 1) : month !== undefined ? Date.UTC(year, month, 1) : Date.UTC(year + 1, 0, 1);
  const title = [day, month === undefined ? undefined : siteDates(settings).names.months[month - 1], year].filter((part) => part !== undefined).join(' ');
  return { page: { kind: 'date', title, dates: { from: fromLocal(from, settings.timezone_string), to: fromLocal(to, settings.timezone_string) } }, path: links.date(year, month, day), listing: true };
}
