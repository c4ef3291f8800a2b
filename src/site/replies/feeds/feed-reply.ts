import type { PageInfo, TagWeight } from '../../../blocks/load-context.ts';
import { listOfPage, tagsOfSeveral } from '../../../blocks/page-listing.server.ts';
import { conditionsOf } from '../../../blocks/search.server.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { ofDiscussedType } from '../../../modules/comments/policy.ts';
import { findNewestComments, listComments } from '../../../modules/comments/reader.ts';
import { fileAtLeast, findPictureFiles } from '../../../modules/media/picture.ts';
import { permalinks, commentFeedAddress, feedAddress } from '../../../modules/types/permalinks.ts';
import { searchPosts, typesNamed } from '../../../modules/search/results.ts';
import { readerText } from '../../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { nameOfSite, siteTypography } from '../../../modules/settings/site-facts.ts';
import { fillIn } from '../../../lib/messages.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { withQuery } from '../../../lib/urls.ts';
import type { PageAddress, Resolution } from '../../pages/resolution.ts';
import { resolvePage, sameAddress } from '../../pages/resolve-page.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { movedReply, redirectReply } from '../moved-reply.ts';
import { commentEntries, postEntries } from './feed-entries.ts';
import type { FeedDepends, NoteTag } from './feed-entries.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { rss, atom, feedHeaders } from './feed.ts';
import { articleType } from '../../../modules/types/names.ts';
import { postTypeNamed, taxonomyNamed, isAboveLists } from '../../../modules/types/registry.ts';
import type { FeedFormat } from '../../../modules/types/permalinks.ts';
import { pageAsked } from '../../../lib/numbers.ts';

const highestPage = 1000;
/** Pixels. */
const iconSize = 144;

interface Source {
  readonly pagePath: string;
  readonly path: string;
  /** Precedes the site's title in the feed's title; empty for the site's own feed. */
  readonly name: string;
  readonly subtitle: string;
  readonly entries: (
    window: { readonly limit: number; readonly offset: number },
    depends: FeedDepends,
  ) => Promise<FeedEntry[]>;
}

/** The feed at an address, or a redirect to its canonical address; `missing` if the page has no feed, undefined if the address asks for no feed. */
export async function feedReply(
  site: Site,
  request: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  const requested = feedRequest(request);
  if (!requested) return undefined;
  const settings = await site.content.settings.current();
  const structure = settings.permalink_structure;
  if (requested.mayBePage && (await isPage(site, request))) return undefined;
  const resolution = requested.allComments ? undefined : await resolvePage(site.content, requested.page);
  if (resolution && !isFound(resolution) && (await isCalledFeed(site, request))) return undefined;
  if (resolution && resolution.type !== 'page') {
    const isOurs = resolution.type === 'redirect' && /^\/(?!\/)/.test(resolution.location);
    return isOurs
      ? redirectReply(resolution.status, feedAddress(structure, resolution.location, requested.format))
      : movedReply(site, resolution);
  }
  const source = resolution
    ? sourceOf(site, settings, resolution.page, requested)
    : allComments(site, settings, requested);
  if (!source) return 'missing';
  const proper = withQuery(source.path, requested.pageNumber > 1 ? `paged=${requested.pageNumber}` : '');
  const wanted = new URLSearchParams(proper.split('?')[1] ?? '').get('feed') ?? '';
  if (!sameAddress(request, proper) || (request.query.get('feed') ?? '') !== wanted)
    return redirectReply(301, proper);
  return answer(site, settings, source, proper, requested);
}

const isFound = (resolution: Resolution) => resolution.type === 'page' && resolution.status === 200;

export async function isPage(site: Site, request: PageAddress): Promise<boolean> {
  return isFound(await resolvePage(site.content, request));
}

/** Whether this is a term or author with the slug `feed`, with or without a trailing slash; `/category/` before it is no page. */
async function isCalledFeed(site: Site, request: PageAddress): Promise<boolean> {
  const bare = request.path.replace(/\/$/, '');
  return (
    (await isPage(site, { ...request, path: `${bare}/` })) || (await isPage(site, { ...request, path: bare }))
  );
}

async function answer(
  site: Site,
  settings: Settings,
  source: Source,
  path: string,
  { format, pageNumber }: FeedRequest,
): Promise<RenderedReply | 'missing'> {
  const { siteUrl } = site.content;
  const tags = new Map<Tag, TagWeight>();
  const note: NoteTag = (tag, weight = 'primary') =>
    void (tags.get(tag) === 'primary' || tags.set(tag, weight));
  let expiresAt = Infinity;
  const expireAt = (time: number) => void (expiresAt = Math.min(expiresAt, time));
  let isLacking = false;
  const lack = () => void (isLacking = true);
  const limit = settings.posts_per_rss;
  const entries =
    pageNumber > highestPage
      ? []
      : await source.entries({ limit, offset: (pageNumber - 1) * limit }, { note, expireAt, lack });
  if (entries.length === 0 && pageNumber > 1) return 'missing';
  const icon = (await findPictureFiles(site.content, [settings.site_icon])).get(settings.site_icon);
  if (icon) note(`post:${icon.id}`, 'secondary');
  const updatedAt = entries.reduce((latest, entry) => Math.max(latest, entry.updatedAt), 0);
  const feed: Feed = {
    title: [source.name, siteTypography(settings).line(nameOfSite(settings, siteUrl))]
      .filter(Boolean)
      .join(' – '),
    subtitle: source.subtitle,
    pageUrl: siteUrl + source.pagePath,
    feedUrl: siteUrl + path,
    siteTitle: nameOfSite(settings, siteUrl),
    siteUrl,
    language: settings.site_language,
    updatedAt,
    icon: icon && fileAtLeast(icon, iconSize).url,
    entries,
  };
  return {
    status: 200,
    contentType: `application/${format === 'atom' ? 'atom' : 'rss'}+xml; charset=UTF-8`,
    body: format === 'atom' ? atom(feed) : rss(feed),
    headers: feedHeaders(siteUrl, updatedAt),
    tags,
    expiresAt,
    isLacking,
    store: true,
  };
}

function allComments(site: Site, settings: Settings, { format }: FeedRequest): Source {
  return {
    pagePath: '/',
    path: commentFeedAddress(settings.permalink_structure, format),
    name: readerText(settings, 'feed_comments'),
    subtitle: settings.blogdescription,
    entries: async ({ limit, offset }, { note }) => {
      note('list:comments');
      return commentEntries(
        site,
        await findNewestComments(site.content.database.read, limit, { offset }),
        false,
        note,
      );
    },
  };
}

/** The posts of a list, or the comments on the page's post. Undefined for pages without a feed. */
function sourceOf(
  site: Site,
  settings: Settings,
  page: PageInfo,
  { format }: FeedRequest,
): Source | undefined {
  const structure = settings.permalink_structure;
  const { read } = site.content.database;
  if (page.kind === '404' || page.post?.isProtected) return undefined;
  const isSite = page.kind === 'home' || permalinks(structure).paged(page.path, 1) === '/';
  const pagePath = isSite ? '/' : page.path;
  const path = feedAddress(structure, pagePath, format);
  const { post, term, several, author, search, narrowed, postType, aboveTags = [] } = page;
  const taxonomy = term?.taxonomy ?? several?.taxonomy;
  if (post && !isSite) {
    if (!ofDiscussedType.test(post)) return undefined;
    return {
      pagePath,
      path,
      name: fillIn(readerText(settings, 'feed_comments_on'), page.title),
      subtitle: settings.blogdescription,
      entries: async ({ limit, offset }, { note }) => {
        for (const tag of [`post:${post.id}`, `comments:${post.id}`, ...aboveTags] as const) note(tag);
        const { comments } = await listComments(read, {
          postIds: [post.id],
          types: ['comment'],
          onListedPosts: true,
          limit,
          offset,
        });
        return commentEntries(site, comments, true, note);
      },
    };
  }
  const type = postType ?? articleType;
  const hasFeed =
    taxonomy !== undefined
      ? taxonomyNamed(taxonomy).hasFeed
      : postType === undefined || search !== undefined || postTypeNamed(postType).hasFeed;
  if (!hasFeed) return undefined;
  return {
    pagePath,
    path,
    name: isSite || (several && several.groups.length === 0 && !several.authorIds) ? '' : page.title,
    subtitle: htmlToText(term?.description || author?.bio || '') || settings.blogdescription,
    entries: async (window, depends) => {
      const own: readonly Tag[] = term
        ? [`list:term:${term.id}`, `term:${term.id}`]
        : several
          ? tagsOfSeveral(several, type)
          : author
            ? [`list:author:${author.id}`, `user:${author.id}`]
            : [`list:${type}`];
      for (const tag of [...own, ...aboveTags]) depends.note(tag);
      const ids =
        search === undefined
          ? await listOfPage(read, page, window)
          : (
              await searchPosts(site.content, {
                query: search,
                types: typesNamed(postType),
                within: narrowed && conditionsOf(narrowed),
                ...window,
              })
            ).ids;
      return postEntries(site, ids, format, depends);
    },
  };
}

interface FeedRequest {
  readonly format: FeedFormat;
  readonly allComments: boolean;
  readonly page: PageAddress;
  /** 1 for the newest entries. */
  readonly pageNumber: number;
  /** The address may also be a page's: one in the root (`/rss/`), or a list with the slug `feed`. */
  readonly mayBePage: boolean;
}

/** Spellings of formats; RDF and RSS 0.92 requests get RSS 2.0, which every reader supports. */
const formats: ReadonlyMap<string, FeedFormat> = new Map([
  ['feed', 'rss2'],
  ['rss', 'rss2'],
  ['rss2', 'rss2'],
  ['rdf', 'rss2'],
  ['atom', 'atom'],
]);
/** Feed files of WordPress versions without permalinks. */
const files = /^\/wp-(feed|rss|rss2|rdf|atom|comments(?=rss2))(?:rss2)?\.php$/;

/** Parses a feed's address; undefined for other addresses. */
export function feedRequest({ path, query }: PageAddress): FeedRequest | undefined {
  const requested = query.get('feed') ?? '';
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'feed' && name !== 'paged'));
  const pageNumber = pageAsked(query.get('paged')) ?? 1;
  const make = (
    format: FeedFormat | undefined,
    basePath: string,
    more: Partial<FeedRequest> = {},
  ): FeedRequest | undefined =>
    format && {
      format,
      allComments: basePath === '/comments/',
      page: pageOf(basePath, others),
      pageNumber,
      mayBePage: false,
      ...more,
    };

  const [, base, name] = /^(\/(?:.*\/)?)feed(?:\/(feed|rss2?|rdf|atom))?\/?$/.exec(path) ?? [];
  if (base !== undefined)
    return make(formats.get(name ?? 'feed'), base, { mayBePage: name === undefined && isAboveLists(base) });
  const file = files.exec(path)?.[1];
  if (file !== undefined) return make(formats.get(file) ?? 'rss2', '/', { allComments: file === 'comments' });
  const short = /^\/(rss2?|rdf|atom)\/?$/.exec(path)?.[1];
  if (short !== undefined) return make(formats.get(short), '/', { mayBePage: true });
  if (requested.startsWith('comments-'))
    return make(formats.get(requested.slice('comments-'.length)), '/', { allComments: true });
  return requested === '' ? undefined : make(formats.get(requested), path);
}

/** `/search/{text}/` is a search page, as in WordPress' feed addresses. */
function pageOf(path: string, query: URLSearchParams): PageAddress {
  const text = /^\/search\/([^/]+)\/$/.exec(path)?.[1];
  return text === undefined
    ? { path, query }
    : { path: '/', query: new URLSearchParams([...query, ['s', decode(text)]]) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // not UTF-8: searched for as sent
  }
}
