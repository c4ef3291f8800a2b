import { readerText } from '../../modules/settings/definitions/translations.ts';
import { countListedPosts } from '../../modules/posts/list.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { isPublic } from '../../modules/posts/policy.ts';
import { postFormats } from '../../modules/posts/post.ts';
import { frontPageOf } from '../../modules/settings/front-pages.ts';
import { siteTypography } from '../../modules/settings/site-typography.ts';
import { findUserBySlug } from '../../modules/users/reader.ts';
import type { PostType } from '../../modules/types/post-type.ts';
import { postTypeNamed, taxonomyAt, typeWithArchiveAt } from '../../modules/types/registry.ts';
import type { Found, ResolveContext } from './resolution.ts';
import { byAuthor, byAuthorsAsked, leavesOut } from './resolve-authors.ts';
import { byDate, byDateAsked, dateParameters } from './resolve-dates.ts';
import { bySearch } from './resolve-search.ts';
import { byAllAsked, namesSeveral } from './resolve-together.ts';
import { byNamedTaxonomy, byTermSlugs, byTermsAsked, termsAsked } from './resolve-terms.ts';

/** Home, search, term, author and date archives, by path or by plain query. */
export async function resolveArchive(context: ResolveContext): Promise<Found | undefined> {
  const {
    segments,
    request: { query },
  } = context;
  if (segments.length === 0) return resolveRoot(context, query);
  const [base = '', ...rest] = segments;
  const taxonomy = rest.length > 0 ? taxonomyAt(base) : undefined;
  if (taxonomy) return byTermSlugs(context, taxonomy.name, rest.at(-1) ?? '');
  if (base === 'author' && rest.length === 1)
    return byAuthor(context, await findUserBySlug(context.content.database.read, rest[0] ?? ''));
  if (/^\d{4}$/.test(base) && rest.length <= 2 && rest.every((part) => /^\d{1,2}$/.test(part)))
    return byDate(context, segments.map(Number));
  return undefined;
}

/**
 * `/review/`, `/shop/`: all posts of a type; `/type/gallery/`: all articles of a format; `/genre/noir/`: a term of a taxonomy that nobody defined. Asked last,
 * since any first segment may be one.
 */
export async function resolveCustomArchive(context: ResolveContext): Promise<Found | undefined> {
  const [name = '', ...rest] = context.segments;
  if (rest.length === 0) return byType(context, typeWithArchiveAt(name));
  const format = name === 'type' && rest.length === 1 ? byFormat(context, rest[0]) : undefined;
  if (format) return format;
  return taxonomyAt(name) ? undefined : byNamedTaxonomy(context, name, rest.at(-1) ?? '');
}

/** All posts of a type. Nothing where none is listed. */
async function byType({ content }: ResolveContext, type: PostType | undefined): Promise<Found | undefined> {
  if (!type?.archive || (await countListedPosts(content.database.read, { type: type.name })) === 0)
    return undefined;
  return {
    page: { kind: type.archive.kind, title: type.labels.archive, postType: type.name },
    path: `/${encodeURIComponent(type.archive.slug)}/`,
    listing: true,
  };
}

/** All articles of a format, by its name or, as WordPress stores it, `post-format-gallery`. */
function byFormat({ settings }: ResolveContext, name = ''): Found | undefined {
  const format = postFormats.find(
    (one) => one !== 'standard' && (one === name || `post-format-${one}` === name),
  );
  if (format === undefined || format === 'standard') return undefined;
  return {
    page: { kind: 'cpt_tax', title: readerText(settings, `format_${format}`), format },
    path: `/type/${format}/`,
    listing: true,
  };
}

/** What a query names. What a form leaves empty (`?tag=`) asks for nothing. */
async function resolveRoot(context: ResolveContext, query: URLSearchParams): Promise<Found | undefined> {
  const search = query.get('s');
  if (search !== null) return bySearch(context, search);
  if (['p', 'page_id', 'attachment_id', 'attachment', 'name', 'pagename'].some((name) => query.get(name)))
    return undefined;
  if (namesSeveral(query)) {
    const found = await byAllAsked(context);
    return found === 'nothing' ? home(context) : found;
  }
  const named = termsAsked(query)[0];
  if (named) return byTermsAsked(context, named);
  const format = query.get('post_format');
  if (format) return byFormat(context, format);
  // Without people who have no page nothing is left out: it is the site's own list, whether there are such accounts or not.
  if (query.get('author_name') || query.get('author'))
    return (await byAuthorsAsked(context)) ?? (leavesOut(query) ? home(context) : undefined);
  if (dateParameters.some((name) => query.has(name))) return byDateAsked(context);
  const asked = query.get('post_type') ?? '';
  return asked === '' ? home(context) : byTypeAsked(context, postTypeNamed(asked));
}

/** As in WordPress, what is no type, or has no archive, counts for nothing. */
async function byTypeAsked(context: ResolveContext, type: PostType): Promise<Found | undefined> {
  const found = await byType(context, type);
  if (found || (type.isRegistered && type.archive)) return found;
  const { page, ...front } = await home(context);
  // An import may bring posts of a type that is none yet.
  return { page: { ...page, aboveTags: [...(page.aboveTags ?? []), `list:${type.name}`] }, ...front };
}

async function home({ content, settings }: ResolveContext): Promise<Found> {
  const frontId = frontPageOf(settings);
  const front = frontId > 0 ? await findPost(content.database.read, frontId) : undefined;
  const title = siteTypography(settings).text(settings.blogname);
  if (front && isPublic(front))
    return { page: { kind: 'page', title, post: front }, path: '/', listing: false };
  // A page that is not published yet takes this one's place once it is.
  return {
    page: { kind: 'home', title, ...(front && { aboveTags: [`post:${front.id}` as const] }) },
    path: '/',
    listing: true,
  };
}
