import { numberedText, readerText } from '../content/settings/definitions/translations.ts';
import { fillIn } from '../lib/fill-in.ts';
import { positive } from '../lib/numbers.ts';
import { weekBounds } from '../lib/iso-week.ts';
import { fromLocal } from '../lib/site-time.ts';
import { startOf } from '../lib/start-of.ts';
import { countListedPosts } from '../content/posts/list.ts';
import { findPost } from '../content/posts/reader.ts';
import { isPublic } from '../content/posts/policy.ts';
import { postFormats } from '../content/posts/post.ts';
import { searchedTypes } from '../content/search/reader.ts';
import { frontPageOf } from '../content/settings/front-pages.ts';
import { siteDates } from '../content/settings/site-dates.ts';
import { siteTypography } from '../content/settings/site-typography.ts';
import { findUserBySlug, findUsers } from '../content/users/reader.ts';
import type { User } from '../content/users/user.ts';
import { tagTaxonomy } from '../content/types/names.ts';
import type { PostType } from '../content/types/post-type.ts';
import { postTypeNamed, registeredTaxonomies, taxonomyAt, taxonomyNamed, typeWithArchiveAt } from '../content/types/registry.ts';
import { formatAs, formatDate, formatMonth } from '../ui/dates.ts';
import type { Found, ResolveContext } from './resolution.ts';
import { byTermIds, byTermSlugs } from './resolve-terms.ts';

/** Longest search text that is looked up, in characters. */
const longestSearch = 200;

/** Home, search, term, author and date archives, by path or by plain query. */
export async function resolveArchive(context: ResolveContext): Promise<Found | undefined> {
  const { segments, request: { query } } = context;
  if (segments.length === 0) return resolveRoot(context, query);
  const [base = '', ...rest] = segments;
  const taxonomy = rest.length > 0 ? taxonomyAt(base) : undefined;
  if (taxonomy) return byTermSlugs(context, taxonomy.name, rest.at(-1) ?? '');
  if (base === 'author' && rest.length === 1) return byAuthor(context, await findUserBySlug(context.content.database.read, rest[0] ?? ''));
  if (/^\d{4}$/.test(base) && rest.length <= 2 && rest.every((part) => /^\d{1,2}$/.test(part))) return byDate(context, segments.map(Number));
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
  if (!type?.archive || (await countListedPosts(content.database.read, { type: type.name })) === 0) return undefined;
  return {
    page: { kind: type.archive.kind, title: type.labels.archive, postType: type.name }, path: `/${encodeURIComponent(type.archive.slug)}/`, listing: true,
  };
}

/** All articles of a format, by its name or, as WordPress stores it, `post-format-gallery`. */
function byFormat({ settings }: ResolveContext, name = ''): Found | undefined {
  const format = postFormats.find((one) => one !== 'standard' && (one === name || `post-format-${one}` === name));
  if (format === undefined || format === 'standard') return undefined;
  return { page: { kind: 'cpt_tax', title: readerText(settings, `format_${format}`), format }, path: `/type/${format}/`, listing: true };
}

/** A term of a public taxonomy by the taxonomy's own name. */
async function byNamedTaxonomy(context: ResolveContext, taxonomy: string, slug: string): Promise<Found | undefined> {
  return taxonomyNamed(taxonomy).isPublic ? byTermSlugs(context, taxonomy, slug) : undefined;
}

async function resolveRoot(context: ResolveContext, query: URLSearchParams): Promise<Found | undefined> {
  const { read } = context.content.database;
  const search = query.get('s');
  if (search !== null) return bySearch(context, search);
  if (['p', 'page_id', 'attachment_id', 'name', 'pagename'].some((name) => query.has(name))) return undefined;
  for (const { name, idParameter, slugParameter } of registeredTaxonomies()) {
    const id = idParameter === undefined ? null : query.get(idParameter);
    if (id !== null) return byTermIds(context, name, id);
    const slug = slugParameter === undefined ? null : query.get(slugParameter);
    if (slug !== null) return byTermSlugs(context, name, slug.split('/').findLast((part) => part !== '') ?? '');
  }
  const tagId = query.get('tag_id');
  if (tagId !== null) return byTermIds(context, tagTaxonomy, tagId);
  const format = query.get('post_format');
  if (format !== null) return byFormat(context, format);
  const taxonomy = query.get('taxonomy');
  if (taxonomy !== null) return byNamedTaxonomy(context, taxonomy, query.get('term') ?? '');
  const authorName = query.get('author_name');
  if (authorName !== null) return byAuthor(context, await findUserBySlug(read, authorName));
  const author = positive(query.get('author'));
  if (query.has('author')) return author ? byAuthor(context, (await findUsers(read, [author])).get(author)) : undefined;
  const week = query.get('w');
  if (week !== null) return byWeek(context, query.get('m') ?? query.get('year') ?? '', week);
  const month = query.get('m');
  if (month !== null) {
    return /^\d{4}(\d{2}){0,2}$/.test(month)
      ? byDate(context, [month.slice(0, 4), month.slice(4, 6), month.slice(6, 8)].filter(Boolean).map(Number))
      : undefined;
  }
  if (query.has('year')) {
    // A day without its month is none.
    const named = query.has('monthnum') ? ['year', 'monthnum', 'day'] : ['year'];
    return byDate(context, named.map((name) => query.get(name)).filter((part) => part !== null).map(Number));
  }
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
  if (front && isPublic(front)) return { page: { kind: 'page', title, post: front }, path: '/', listing: false };
  // A page that is not published yet takes this one's place once it is.
  return { page: { kind: 'home', title, ...(front && { aboveTags: [`post:${front.id}` as const] }) }, path: '/', listing: true };
}

/** `post_type` names types that are searched, with commas between them, else it counts for nothing; among products a search has a kind of page of its own. */
async function bySearch({ content, links, settings, request: { query } }: ResolveContext, search: string): Promise<Found> {
  const text = startOf(search, longestSearch);
  const asked = query.get('post_type') ?? '';
  const { searchKind: kind } = postTypeNamed(asked);
  const all = kind !== 'search' || asked === '' ? [] : await searchedTypes(content);
  const named = all.filter((type) => asked.split(',').includes(type));
  const postType = kind !== 'search' ? asked : named.length === all.length ? undefined : named.join(',') || undefined;
  return {
    page: { kind, title: fillIn(readerText(settings, 'search_title'), text), search: text, ...(postType !== undefined && { postType }) },
    path: links.search(search, postType), listing: true,
  };
}

/** People who wrote nothing that is public have no page: an account is nobody's business. */
async function byAuthor({ content, links }: ResolveContext, author: User | undefined): Promise<Found | undefined> {
  if (!author || (await countListedPosts(content.database.read, { authorId: author.id })) === 0) return undefined;
  return { page: { kind: 'author', title: author.displayName, author }, path: links.author(author), listing: true };
}

/** A week as WordPress addresses it (`m=2026&w=48`), or as a form does that has one field (`w=202648`). */
function byWeek({ links, settings }: ResolveContext, inYear: string, number: string): Found | undefined {
  const [, year = inYear, week = ''] = /^(\d{4})?(\d{1,2})$/.exec(number) ?? [];
  const bounds = /^\d{4}$/.test(year) ? weekBounds(Number(year), Number(week)) : undefined;
  if (!bounds) return undefined;
  const { timezone_string: zone } = settings;
  return {
    page: {
      kind: 'date', title: numberedText(settings, 'archive_week', Number(week), Number(year)),
      dates: { from: fromLocal(bounds.from, zone), to: fromLocal(bounds.to, zone) },
    },
    path: links.week(Number(year), Number(week)), listing: true,
  };
}

function byDate({ links, settings }: ResolveContext, [year = 0, month, day]: readonly number[]): Found | undefined {
  // What a query names may be no number at all.
  if (!Number.isInteger(year)) return undefined;
  const from = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
  const start = new Date(from);
  const real = (month === undefined || start.getUTCMonth() === month - 1) && (day === undefined || start.getUTCDate() === day);
  if (!real || year < 1900 || year > 9998) return undefined;
  const to = day !== undefined ? Date.UTC(year, (month ?? 1) - 1, day + 1) : month !== undefined ? Date.UTC(year, month, 1) : Date.UTC(year + 1, 0, 1);
  const dates = { ...siteDates(settings), zone: 'UTC' };
  const title = day !== undefined ? formatDate(from, 'full', dates) : month !== undefined ? formatMonth(from, dates) : formatAs('Y', from, dates);
  return {
    page: { kind: 'date', title, dates: { from: fromLocal(from, settings.timezone_string), to: fromLocal(to, settings.timezone_string) } },
    path: links.date(year, month, day), listing: true,
  };
}
