import { readerText, numberedText } from '../../modules/settings/definitions/translations.ts';
import { countListedPosts } from '../../modules/posts/list.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { isPublic } from '../../modules/posts/policy.ts';
import { postFormats } from '../../lib/post-formats.ts';
import { siteTypography, frontPageOf, siteDates } from '../../modules/settings/site-facts.ts';
import { findUserBySlug } from '../../modules/users/reader.ts';
import type { PostType } from '../../modules/types/model.ts';
import { postTypeNamed, taxonomyAt, typeWithArchiveAt, taxonomyNamed } from '../../modules/types/registry.ts';
import type { Found, ResolveContext } from './resolution.ts';
import { byAuthor, byAuthorsAsked, leavesOut } from './resolve-authors.ts';
import { byNamedTaxonomy, byTermSlugs, byTermsAsked, termsAsked, areLeftOut } from './resolve-terms.ts';
import { fromLocal, weekBounds } from '../../lib/dates.ts';
import { formatAs, formatDate, formatMonth } from '../../ui/language.ts';
import { searchedTypes } from '../../modules/search/results.ts';
import { fillIn } from '../../lib/messages.ts';
import { startOf } from '../../lib/cut-text.ts';
import type { Narrowed } from '../../blocks/load-context.ts';
import { permalinks } from '../../modules/types/permalinks.ts';
import type { Tag } from '../../modules/content/tags.ts';

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
 * `/review/`, `/shop/`: all posts of a type; `/type/gallery/`: all articles of a format; `/genre/noir/`: a term of an
 * undefined taxonomy. Comes last, since any first segment may match.
 */
export async function resolveCustomArchive(context: ResolveContext): Promise<Found | undefined> {
  const [name = '', ...rest] = context.segments;
  if (rest.length === 0) return byType(context, typeWithArchiveAt(name));
  const format = name === 'type' && rest.length === 1 ? byFormat(context, rest[0]) : undefined;
  if (format) return format;
  return taxonomyAt(name) ? undefined : byNamedTaxonomy(context, name, rest.at(-1) ?? '');
}

/** All posts of a type; undefined for the shop, and for types known only from an import, if none is listed. */
async function byType({ content }: ResolveContext, type: PostType | undefined): Promise<Found | undefined> {
  if (!type?.archive) return undefined;
  // As in WordPress, the archive of a type that the site has is a page even before its first item.
  const mayBeEmpty = type.isRegistered && type.archive.kind === 'cpt_tax';
  if (!mayBeEmpty && (await countListedPosts(content.database.read, { type: type.name })) === 0)
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

/** Resolves a query. Empty parameters (`?tag=`) are ignored. */
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
  // Excluding unknown authors excludes nothing: it is the site's own list, which doesn't reveal whether such accounts
  // exist.
  if (query.get('author_name') || query.get('author'))
    return (await byAuthorsAsked(context)) ?? (leavesOut(query) ? home(context) : undefined);
  if (dateParameters.some((name) => query.has(name))) return byDateAsked(context);
  const requested = query.get('post_type') ?? '';
  return requested === '' ? home(context) : byTypeAsked(context, postTypeNamed(requested));
}

/** As in WordPress, unknown types and types without an archive are ignored. */
async function byTypeAsked(context: ResolveContext, type: PostType): Promise<Found | undefined> {
  const found = await byType(context, type);
  if (found || (type.isRegistered && type.archive)) return found;
  const { page, ...front } = await home(context);
  // An import may add posts of a type that doesn't exist yet.
  return { page: { ...page, aboveTags: [...(page.aboveTags ?? []), `list:${type.name}`] }, ...front };
}

async function home({ content, settings }: ResolveContext): Promise<Found> {
  const frontId = frontPageOf(settings);
  const front = frontId > 0 ? await findPost(content.database.read, frontId) : undefined;
  const title = siteTypography(settings).text(settings.blogname);
  if (front && isPublic(front))
    return { page: { kind: 'page', title, post: front }, path: '/', listing: false };
  // The static front page, once it is published, replaces this one.
  return {
    page: { kind: 'home', title, ...(front && { aboveTags: [`post:${front.id}` as const] }) },
    path: '/',
    listing: true,
  };
}

const dateParameters = ['w', 'm', 'year', 'monthnum', 'day'] as const;

/**
 * The archive of a date in a query: `m=202603`, `year=2026&monthnum=3`, a week. Undefined for a month or day without a
 * year, since no index has the Januaries of all years; a day without a month is ignored.
 */
function byDateAsked(context: ResolveContext): Found | undefined {
  const { query } = context.request;
  const [week, whole, year, month, day] = dateParameters.map((name) => query.get(name) || undefined);
  if (week !== undefined) return byWeek(context, whole ?? year ?? '', week);
  if (whole !== undefined) {
    return /^\d{4}(\d{2}){0,2}$/.test(whole)
      ? byDate(context, [whole.slice(0, 4), whole.slice(4, 6), whole.slice(6, 8)].filter(Boolean).map(Number))
      : undefined;
  }
  if (year === undefined) return undefined;
  return byDate(
    context,
    (month === undefined ? [year] : [year, month, day]).filter((part) => part !== undefined).map(Number),
  );
}

/** A week in WordPress' form (`m=2026&w=48`), or in one field (`w=202648`). */
function byWeek({ links, settings }: ResolveContext, inYear: string, number: string): Found | undefined {
  const [, year = inYear, week = ''] = /^(\d{4})?(\d{1,2})$/.exec(number) ?? [];
  const bounds = /^\d{4}$/.test(year) ? weekBounds(Number(year), Number(week)) : undefined;
  if (!bounds) return undefined;
  const { timezone_string: zone } = settings;
  return {
    page: {
      kind: 'date',
      title: numberedText(settings, 'archive_week', Number(week), Number(year)),
      dates: { from: fromLocal(bounds.from, zone), to: fromLocal(bounds.to, zone) },
    },
    path: links.week(Number(year), Number(week)),
    listing: true,
  };
}

function byDate(
  { links, settings }: ResolveContext,
  [year = 0, month, day]: readonly number[],
): Found | undefined {
  // Query values may not be numbers.
  if (!Number.isInteger(year)) return undefined;
  const from = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
  const start = new Date(from);
  const real =
    (month === undefined || start.getUTCMonth() === month - 1) &&
    (day === undefined || start.getUTCDate() === day);
  if (!real || year < 1900 || year > 9998) return undefined;
  const to =
    day !== undefined
      ? Date.UTC(year, (month ?? 1) - 1, day + 1)
      : month !== undefined
        ? Date.UTC(year, month, 1)
        : Date.UTC(year + 1, 0, 1);
  const dates = { ...siteDates(settings), zone: 'UTC' };
  const title =
    day !== undefined
      ? formatDate(from, 'full', dates)
      : month !== undefined
        ? formatMonth(from, dates)
        : formatAs('Y', from, dates);
  return {
    page: {
      kind: 'date',
      title,
      dates: { from: fromLocal(from, settings.timezone_string), to: fromLocal(to, settings.timezone_string) },
    },
    path: links.date(year, month, day),
    listing: true,
  };
}

/** Characters. */
const maxSearchLength = 200;

/**
 * `post_type` limits a search to comma-separated types, if valid; searches for products have their own kind of page.
 * Terms, authors and a date restrict it, as in WordPress; undefined if one doesn't exist.
 */
async function bySearch(context: ResolveContext, search: string): Promise<Found | undefined> {
  const {
    content,
    links,
    settings,
    request: { query },
  } = context;
  const text = startOf(search, maxSearchLength);
  const requested = query.get('post_type') ?? '';
  const { searchKind: kind } = postTypeNamed(requested);
  const all = kind !== 'search' || requested === '' ? [] : await searchedTypes(content);
  const named = all.filter((type) => requested.split(',').includes(type));
  const postType =
    kind !== 'search' ? requested : named.length === all.length ? undefined : named.join(',') || undefined;
  const together = await askedTogether(context);
  if (!together) return undefined;
  const { narrowed, aboveTags } = together;
  return {
    page: {
      kind,
      title: [fillIn(readerText(settings, 'search_title'), text), narrowed?.name].filter(Boolean).join(' – '),
      search: text,
      ...(postType !== undefined && { postType }),
      ...(narrowed && { narrowed, aboveTags }),
    },
    path: links.search(search, postType, narrowed?.query),
    listing: true,
  };
}

interface Together {
  /** One archive each; exclusions of missing items are left out. */
  readonly found: readonly Found[];
  /** Undefined without any. */
  readonly narrowed?: Narrowed;
  readonly aboveTags: readonly Tag[];
}

const namesPeople = (query: URLSearchParams) => Boolean(query.get('author_name') || query.get('author'));
const namesDate = (query: URLSearchParams) => dateParameters.some((name) => query.get(name));

/** Whether a query combines several taxonomies, authors or a date. */
function namesSeveral(query: URLSearchParams): boolean {
  return termsAsked(query).length + Number(namesPeople(query)) + Number(namesDate(query)) > 1;
}

/** All restrictions in a query; undefined if one of them doesn't exist. */
async function askedTogether(context: ResolveContext): Promise<Together | undefined> {
  const { query } = context.request;
  // Combined as query parameters, whatever the site's permalinks are.
  const asking = { ...context, links: permalinks('plain') };
  const parts = await Promise.all([
    ...termsAsked(query).map(
      async (terms) => (await byTermsAsked(asking, terms)) ?? (areLeftOut(terms.ids) ? 'nothing' : undefined),
    ),
    ...(namesPeople(query)
      ? [byAuthorsAsked(asking).then((found) => found ?? (leavesOut(query) ? 'nothing' : undefined))]
      : []),
    ...(namesDate(query) ? [byDateAsked(asking)] : []),
  ]);
  if (parts.includes(undefined)) return undefined;
  const found = parts.filter((part) => part !== undefined && part !== 'nothing');
  if (found.length === 0) return { found, aboveTags: [] };
  const pages = found.map(({ page }) => page);
  const author = pages.find((page) => page.kind === 'author');
  const authorIds = author?.author ? [author.author.id] : author?.several?.authorIds;
  const names = pages
    .filter((page) => !page.several || page.several.groups.length > 0 || page.several.authorIds)
    .map(({ title }) => title);
  return {
    found,
    narrowed: {
      groups: pages.flatMap((page) => (page.term ? [[page.term.id]] : (page.several?.groups ?? []))),
      without: pages.flatMap((page) => page.several?.without ?? []),
      ...(authorIds && { authorIds }),
      withoutAuthorIds: author?.several?.withoutAuthorIds ?? [],
      between: pages.find((page) => page.dates)?.dates,
      query: found.map(({ path }) => path.slice(path.indexOf('?') + 1)).join('&'),
      name: names.join(' – '),
    },
    aboveTags: pages.flatMap(({ aboveTags = [], term, author: person }) => [
      ...aboveTags,
      ...(term ? [`term:${term.id}` as const] : []),
      ...(person ? [`user:${person.id}` as const] : []),
    ]),
  };
}

/**
 * `/?cat=3&author=5&m=2026`: the posts that match all of these, as in WordPress, as a page of the first one's kind.
 * Undefined if one doesn't exist, `nothing` if no restriction remains.
 */
async function byAllAsked(context: ResolveContext): Promise<Found | 'nothing' | undefined> {
  const together = await askedTogether(context);
  if (!together) return undefined;
  const {
    found: [only, ...others],
    narrowed,
    aboveTags,
  } = together;
  if (!only || !narrowed) return 'nothing';
  if (others.length === 0) return only;
  const { groups, without, authorIds, withoutAuthorIds, between, query, name } = narrowed;
  const of = { groups, without, authorIds, withoutAuthorIds, between };
  const shared = {
    title: name || siteTypography(context.settings).line(context.settings.blogname),
    aboveTags,
  };
  const taxonomy = only.page.term?.taxonomy ?? only.page.several?.taxonomy;
  return {
    page:
      taxonomy === undefined
        ? { kind: 'author', several: of, ...shared }
        : {
            kind: taxonomyNamed(taxonomy).pageKind,
            several: { taxonomy, ...of },
            postType: only.page.postType,
            ...shared,
          },
    path: `/?${query}`,
    listing: true,
  };
}
