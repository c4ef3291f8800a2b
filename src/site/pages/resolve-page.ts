import { resultsPerPage, searchPosts, typesNamed } from '../../modules/search/results.ts';
import { idParameters, slugParameters } from '../../modules/types/built-in.ts';
import { maxParts } from '../../blocks/document/text-parts.ts';
import { filterOf } from '../../blocks/post-list/settings.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { listingLength, listOfPage } from '../../blocks/page-listing.server.ts';
import { conditionsOf } from '../../blocks/search.server.ts';
import type { Content } from '../../modules/content/content.ts';
import { partPath, permalinks } from '../../modules/types/permalinks.ts';
import { segmentInsteadOf } from '../../modules/types/registry.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { findIdByOldSlug, findPost } from '../../modules/posts/reader.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import { isPublic, mayBeOpened } from '../../modules/posts/policy.ts';
import { findFirstRedirect, findPattern, findQueryRedirects } from '../../modules/redirects/store.ts';
import type { Redirect } from '../../modules/redirects/model.ts';
import { lowerCased, safeDecode, spellings } from '../../modules/redirects/model.ts';
import { anybody } from '../../modules/content/viewer.ts';
import type { Viewer } from '../../modules/content/viewer.ts';
import { formerSites } from '../../modules/settings/site-facts.ts';
import { pageAsked, positive } from '../../lib/numbers.ts';
import { queryPagesOf } from '../../lib/pagination.ts';
import { parametersOf, withQuery, ownPath } from '../../lib/urls.ts';
import { resolveArchive, resolveCustomArchive } from './resolve-archive.ts';
import type { Found, PageAddress, Resolution, ResolveContext } from './resolution.ts';
import { resolveOldAddress, searchAt } from './resolve-old-address.ts';
import { resolveSingular } from './resolve-singular.ts';

/** Higher page numbers are not found. */
const highestPage = 1_000_000;

/** Resolves a path for `viewer`: a page, a redirect to its canonical address, or the 404 page. Reads the database, never throws for client input. */
export async function resolvePage(
  content: Content,
  request: PageAddress,
  viewer: Viewer = anybody,
): Promise<Resolution> {
  const settings = await content.settings.current();
  const links = permalinks(settings.permalink_structure);
  const parsed = parsePath(request.path);
  if (!parsed || [...parsed.segments, ...request.query.values()].some((text) => text.includes('\0')))
    return notFound();
  const paged = pageAsked(request.query.get('paged'));
  const pageNumber = parsed.pageNumber > 1 ? parsed.pageNumber : (paged ?? 1);
  const context: ResolveContext = {
    content,
    settings,
    links,
    request,
    viewer,
    segments: parsed.segments,
    pageNumber,
  };
  const found =
    (await resolveYearNamed(context)) ??
    (await resolveArchive(context)) ??
    (await resolveSingular(context)) ??
    (await resolveCustomArchive(context));
  if (found) return (await resolveFormerRoot(context, found)) ?? present(context, found);
  const elsewhere = (await resolveMoved(context)) ?? (await resolveLowerCased(context));
  return elsewhere && !leadsBack(content, request, elsewhere) ? elsewhere : notFound();
}

/**
 * `/blog/?p=12`, `/blog/page/2/` of a former site in the folder `blog`, if a page here has that address: resolved as
 * the former front page. The page itself has other addresses: its parts are `/blog/2/`, and a list has its own pages.
 */
async function resolveFormerRoot(
  { content, settings, request, viewer, segments, pageNumber }: ResolveContext,
  found: Found,
): Promise<Resolution | undefined> {
  const isNamed = ofFrontPage.some((name) => request.query.has(name));
  if (segments.length === 0 || viewer.preview || (!isNamed && (pageNumber === 1 || found.listing)))
    return undefined;
  const rest = formerSites(settings).belowFolder(request.path);
  if (rest === undefined || !/^\/(?:page\/\d+\/?)?$/.test(rest)) return undefined;
  const meant = await resolvePage(content, { path: rest, query: request.query }, viewer);
  if (meant.type !== 'page') return meant;
  const { path, pageNumber: number, kind } = meant.page;
  if (meant.status !== 200 || (kind === 'home' && number === 1)) return undefined;
  return {
    type: 'redirect',
    status: 301,
    location: withOtherParameters(request, permalinks(settings.permalink_structure).paged(path, number)),
  };
}

/** Parameters by which WordPress shows other content at the front page's address. */
const ofFrontPage = [
  ...idParameters,
  ...slugParameters,
  'tag_id',
  'name',
  'pagename',
  'attachment',
  'author',
  'author_name',
  'm',
  'year',
  'monthnum',
  'day',
  's',
  'post_type',
];

/** `/2026/`: a post with that slug precedes the year's archive, which is still reachable by its months. */
async function resolveYearNamed(context: ResolveContext): Promise<Found | undefined> {
  return context.segments.length === 1 && /^\d{4}$/.test(context.segments[0] ?? '')
    ? resolveSingular(context)
    : undefined;
}

/** Addresses with capitals redirect to lower case, as in WordPress. */
async function resolveLowerCased({
  content,
  request,
  viewer,
}: ResolveContext): Promise<Resolution | undefined> {
  const path = lowerCased(request.path);
  if (path === undefined) return undefined;
  const found = await resolvePage(content, { path, query: request.query }, viewer);
  if (found.type !== 'page') return found;
  const query = request.query.toString();
  return found.status === 200
    ? { type: 'redirect', status: 301, location: query === '' ? path : `${path}?${query}` }
    : undefined;
}

/** Decoded segments and the number of a trailing `/page/{n}/`; undefined for invalid percent-encoding. */
function parsePath(path: string): { segments: string[]; pageNumber: number } | undefined {
  let segments: string[];
  try {
    segments = path
      .split('/')
      .filter((part) => part !== '')
      .map((part) => decodeURIComponent(part));
  } catch {
    return undefined; // malformed percent-encoding is not found
  }
  const number = segments.at(-2) === 'page' ? positive(segments.at(-1)) : undefined;
  return number === undefined
    ? { segments, pageNumber: 1 }
    : { segments: segments.slice(0, -2), pageNumber: number };
}

/** Redirects to the canonical address, or returns the page. */
async function present(context: ResolveContext, found: Found): Promise<Resolution> {
  const { links, request, viewer, pageNumber } = context;
  if (found.listing && pageNumber > highestPage) return (await resolveRedirect(context)) ?? notFound();
  const part = found.listing ? 1 : partAsked(request, found);
  const proper = found.listing ? links.paged(found.path, pageNumber) : partPath(found.path, part);
  // An unpublished post has no address but its id.
  const isAhead = found.page.post !== undefined && !mayBeOpened(found.page.post);
  if (!viewer.preview && !isAhead && !sameAddress(request, proper))
    return { type: 'redirect', status: 301, location: withOtherParameters(request, proper) };
  // As in WordPress, an empty month is not found, since there is no end of months; nor a format without articles, or a
  // combination of terms without posts.
  const mayBeEmpty =
    pageNumber > 1 ||
    found.page.kind === 'date' ||
    found.page.format !== undefined ||
    found.page.several !== undefined;
  if (
    found.listing &&
    mayBeEmpty &&
    !(await hasPage(context.content, context.settings, found.page, pageNumber))
  ) {
    return (await resolveRedirect(context)) ?? notFound();
  }
  const page: PageInfo = {
    ...found.page,
    path: found.path,
    pageNumber: found.listing ? pageNumber : part,
    blockPage: readBlockPage(request.query),
    ...turnedLists(request.query),
  };
  return { type: 'page', page, status: 200 };
}

/**
 * The requested part of a text: `slide`, or WordPress' `page`, else the last path segment. A text with one part has one
 * address, as in WordPress.
 */
function partAsked({ query }: PageAddress, { part = 1, path, page: { post } }: Found): number {
  return path === '/' || !post || maxParts(post) === 1
    ? 1
    : (pageAsked(query.get('slide') ?? query.get('page')) ?? part);
}

/** Parameters that identify the item; redirects carry all others over. */
const naming = new Set([
  ...idParameters,
  ...slugParameters,
  'tag_id',
  'name',
  'pagename',
  'attachment',
  'post_format',
  'taxonomy',
  'term',
  'author',
  'author_name',
  'm',
  'year',
  'monthnum',
  'day',
  'paged',
  'page',
  'slide',
  's',
  'post_type',
  'amp',
]);

/** Whether an address is the canonical one, ignoring other parameters. */
export function sameAddress(request: PageAddress, proper: string): boolean {
  const [path = '/', query = ''] = proper.split('?');
  if (request.query.has('amp') || encodeURI(decodeURI(path)) !== encodeURI(safeDecode(request.path)))
    return false;
  const wanted = new URLSearchParams(query);
  return [...naming].every(
    (name) => (request.query.get(name) ?? '') === (wanted.get(name) ?? '') || name === 'post_type',
  );
}

function withOtherParameters(request: PageAddress, proper: string): string {
  const there = parametersOf(proper);
  const others = new URLSearchParams(
    [...request.query].filter(([name]) => !naming.has(name) && !there.has(name)),
  ).toString();
  return withQuery(proper, others);
}

function turnedLists(query: URLSearchParams): Pick<PageInfo, 'queryPages'> {
  const queryPages = queryPagesOf(query);
  return queryPages.size === 0 ? {} : { queryPages };
}

function readBlockPage(query: URLSearchParams): PageInfo['blockPage'] {
  const [, blockId, digits] = /^([\w-]{1,64})(?:\.([1-9]\d{0,9}))?$/.exec(query.get('td_block') ?? '') ?? [];
  const page = positive(query.get('td_page'));
  const filter = filterOf(query.get('td_filter_value'));
  return blockId && (page || filter || digits)
    ? { blockId, page: page ?? 1, filter, ...(digits && { seed: Number(digits) }) }
    : undefined;
}

async function hasPage(
  content: Content,
  settings: Settings,
  page: Found['page'],
  pageNumber: number,
): Promise<boolean> {
  if (page.search !== undefined) {
    return (
      (
        await searchPosts(content, {
          query: page.search,
          types: typesNamed(page.postType),
          limit: 1,
          offset: (pageNumber - 1) * resultsPerPage(settings),
          within: page.narrowed && conditionsOf(page.narrowed),
        })
      ).ids.length > 0
    );
  }
  const ids = await listOfPage(content.database.read, page, {
    limit: 1,
    offset: (pageNumber - 1) * listingLength(settings),
  });
  return ids.length > 0;
}

/** Redirects created by editors or imports: of the address, else the longest pattern that matches it. */
export async function resolveRedirect({
  content,
  request,
}: Pick<ResolveContext, 'content' | 'request'>): Promise<Resolution | undefined> {
  const search = request.query.toString();
  const paths = spellings(request.path);
  const { read } = content.database;
  const redirect =
    (await findFirstRedirect(read, [
      ...(search === '' ? [] : paths.map((path) => `${path}?${search}`)),
      ...paths,
    ])) ?? (await findPattern(read, request.path));
  const found =
    redirect &&
    (redirect.source.includes('?') ? followed(redirect) : carryingOn(request, followed(redirect)));
  return found && !leadsBack(content, request, found) ? found : undefined;
}

/** Redirects, former slugs, and former WordPress addresses. */
async function resolveMoved(context: ResolveContext): Promise<Resolution | undefined> {
  const { content, settings, request, segments, viewer } = context;
  const { read } = content.database;
  const redirect = await resolveRedirect(context);
  if (redirect) return redirect;
  const moved = await resolveFormerSlug(context);
  if (moved) return carryingOn(request, moved);
  const searched = searchAt(context);
  if (searched !== undefined)
    return carryingOn(request, { type: 'redirect', status: 301, location: searched });
  const slug = segments.at(-1);
  const id = slug === undefined ? undefined : await findIdByOldSlug(read, slug);
  const post = id === undefined ? undefined : await findPost(read, id);
  if (!post || !isPublic(post))
    return carryingOn(
      request,
      await resolveOldAddress(context, (path) => resolvePage(content, { ...request, path }, viewer)),
    );
  const path = (await findPostPaths(read, [post], settings.permalink_structure)).get(post.id);
  return path === undefined
    ? undefined
    : carryingOn(request, { type: 'redirect', status: 301, location: path });
}

/** Addresses below a former slug of a post type or taxonomy: its items, archive and terms. */
async function resolveFormerSlug({
  content,
  request,
  segments: [first, ...rest],
  viewer,
}: ResolveContext): Promise<Resolution | undefined> {
  const current = first === undefined ? undefined : segmentInsteadOf(first, rest.length === 0);
  if (current === undefined || request.isMoved) return undefined;
  const path = request.path.replace(/^\/+[^/]+/, `/${encodeURIComponent(current)}`);
  const found = await resolvePage(content, { ...request, path, isMoved: true }, viewer);
  if (found.type !== 'page') return found;
  return found.status === 200 ? { type: 'redirect', status: 301, location: path } : undefined;
}

/** Redirects within the site keep the parameters that don't identify the page. */
function carryingOn<Result extends Resolution | undefined>(request: PageAddress, found: Result): Result {
  return found?.type === 'redirect' && found.location.startsWith('/')
    ? { ...found, location: withOtherParameters(request, found.location) }
    : found;
}

/**
 * A redirect of an address with undeclared parameters (`/old.php?id=5`), which pages never see: the exact address, else
 * the one that names most parameters, if the callback accepts the others (`utm_source`). `rest`: those, as sent.
 */
export async function resolveWholeAddress(
  content: Pick<Content, 'database' | 'siteUrl'>,
  address: string,
  beside: (name: string) => boolean,
): Promise<{ readonly resolution: Resolution; readonly rest: string } | undefined> {
  const mark = address.indexOf('?');
  if (mark < 0) return undefined;
  const { read } = content.database;
  const requested: PageAddress = {
    path: address.slice(0, mark),
    query: new URLSearchParams(address.slice(mark + 1)),
  };
  const exact = await findFirstRedirect(read, [...new Set([address, safeDecode(address)])]);
  if (exact && !leadsBack(content, requested, followed(exact)))
    return { resolution: followed(exact), rest: '' };
  const matches = (await findQueryRedirects(read, spellings(requested.path))).flatMap((redirect) => {
    const rest = withoutParameters(
      address.slice(mark + 1),
      redirect.source.slice(redirect.source.indexOf('?') + 1),
    );
    if (
      !rest?.every((pair) => beside(nameOf(pair))) ||
      leadsBack(content, requested, takingAlong(rest, followed(redirect)))
    )
      return [];
    return [{ resolution: followed(redirect), rest: rest.join('&'), length: rest.length }];
  });
  return matches.toSorted((a, b) => a.length - b.length)[0];
}

/** The parameters of a query, as sent, that another one lacks; undefined if the other one has a parameter or value that this one lacks. */
function withoutParameters(query: string, other: string): string[] | undefined {
  const rest = query.split('&').filter((pair) => pair !== '');
  for (const [name, value] of new URLSearchParams(other)) {
    const place = rest.findIndex((pair) => new URLSearchParams(pair).get(name) === value);
    if (place < 0) return undefined;
    rest.splice(place, 1);
  }
  return rest;
}

/** Appends parameters that the redirect does not name. */
function takingAlong(rest: readonly string[], found: Resolution): Resolution {
  if (found.type !== 'redirect') return found;
  const there = parametersOf(found.location);
  return {
    ...found,
    location: withQuery(found.location, rest.filter((pair) => !there.has(nameOf(pair))).join('&')),
  };
}

const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';

function followed({ status, target }: Redirect): Resolution {
  return status === 410 ? { type: 'gone' } : { type: 'redirect', status, location: target };
}

/** Whether a redirect would loop: found by another spelling than its own, or pointing to the same address with this site's origin. */
function leadsBack(
  { siteUrl }: Pick<Content, 'siteUrl'>,
  { path, query }: PageAddress,
  found: Resolution,
): boolean {
  const own = found.type === 'redirect' ? ownPath(found.location, siteUrl) : undefined;
  if (own === undefined) return false;
  const { pathname, searchParams } = new URL(own, siteUrl);
  return safeDecode(pathname) === safeDecode(path) && inOrder(searchParams) === inOrder(query);
}

function inOrder(query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.toString();
}

/** The 404 page; has no address of its own, so that one copy serves all. */
export const absentPage: PageInfo = { kind: '404', path: '/404/', pageNumber: 1, title: 'Page not found' };

function notFound(): Resolution {
  return { type: 'page', page: absentPage, status: 404 };
}
