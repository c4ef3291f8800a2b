import type { TagWeight } from '../../../blocks/load-context.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { permalinks } from '../../../modules/types/permalinks.ts';
import { chainOf } from '../../../modules/terms/model.ts';
import { findPostPaths } from '../../../modules/posts/addresses.ts';
import { frontPageOf, nameOfSite, siteTypography } from '../../../modules/settings/site-facts.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import {
  findFileChanges,
  findFilePosts,
  findFileTermIds,
  findFileUserIds,
  findFiles,
  listedTypes,
  usedTaxonomies,
} from '../../../modules/sitemaps/store.ts';
import type { SitemapKind } from '../../../modules/sitemaps/store.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import { postTypeNamed, taxonomyNamed, articleTypes } from '../../../modules/types/registry.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { redirectReply } from '../moved-reply.ts';
import { articleType, formatTaxonomy, pageType } from '../../../modules/types/names.ts';
import { utcIso } from '../../../lib/dates.ts';
import { element } from '../../../lib/xml.ts';
import { findPictureFiles } from '../../../modules/media/picture.ts';
import { listNewestIds } from '../../../modules/posts/list-filtered.ts';
import { findVisiblePosts } from '../../../modules/posts/reader.ts';

const styleSheetPath = '/wp-sitemap.css';

/** Shows sitemaps as a table in browsers. CSS, because browsers are dropping XSLT; addresses can be read but not clicked. */
const styleSheet = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;display:block;max-width:70rem;margin:0 auto;padding:2rem 1rem}
:root::before{content:"Sitemap";display:block;font-size:1.75rem;font-weight:700;margin-bottom:1rem}
url,sitemap{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 2rem;border-top:1px solid rgba(128,128,128,.35);padding:.5rem 0}
loc{overflow-wrap:anywhere}
lastmod{opacity:.75;font-variant-numeric:tabular-nums}
news{grid-column:1/-1;opacity:.75}
title{display:block}
image,publication,publication_date{display:none}
@media(max-width:40rem){url,sitemap{grid-template-columns:minmax(0,1fr)}}
`;

const indexPath = '/wp-sitemap.xml';
const newsPath = '/news-sitemap.xml';
/** Sitemap indexes of other systems, and their files whose names don't reveal the content. */
const otherIndexes =
  /^\/sitemap(?:[_-]index|-(?:misc|home|authors|archives|externals|(?:pt|tax)-[\w-]{1,60}))?\.xml(?:\.gz)?$/;
/** Other systems' files whose content our index lists elsewhere or not at all: places, videos, pictures, single addresses, dates. */
const otherNames: ReadonlySet<string> = new Set([
  'addl',
  'attachment',
  'date',
  'geo',
  'image',
  'local',
  'post-archive',
  formatTaxonomy,
  'video',
]);

/** Milliseconds for which changes without a tag (the first post of a type) may be missing. */
const longest = 60 * 60_000;

/** The sitemap at an address; `missing` if not found or the site discourages search engines, undefined for other addresses. */
export async function sitemapOf(
  site: Site,
  { path }: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  if (path === styleSheetPath)
    return { ...sitemapReply(styleSheet, new Map()), contentType: 'text/css; charset=UTF-8' };
  if (otherIndexes.test(path)) return redirectReply(301, indexPath);
  if (path === '/sitemap.rss') return redirectReply(301, '/feed/');
  const [, plugin, part] = /^\/([\w-]{1,60})-sitemap([1-9]\d{0,3})?\.xml$/.exec(path) ?? [];
  if (plugin !== undefined && path !== indexPath && path !== newsPath)
    return otherFile(site, plugin, Number(part ?? 1));
  const [, name = '', number = '1'] =
    /^\/wp-sitemap(?:-((?:posts|taxonomies)-[\w-]{1,60}|users)-([1-9]\d{0,8}))?\.xml$/.exec(path) ?? [];
  if (path !== indexPath && name === '' && path !== newsPath) return undefined;
  const settings = await site.content.settings.current();
  if (!settings.blog_public) return 'missing';
  if (path === indexPath) return index(site, settings);
  if (name === '') return newsSitemap(site, settings);
  const [, what = '', of = ''] = /^(posts|taxonomies|users)-?(.*)$/.exec(name) ?? [];
  const kind: SitemapKind =
    what === 'users' ? { users: true } : what === 'posts' ? { type: of } : { taxonomy: of };
  if (
    ('type' in kind && !postTypeNamed(of).inSitemap) ||
    ('taxonomy' in kind && !taxonomyNamed(of).inSitemap)
  )
    return 'missing';
  return file(site, settings, kind, Number(number));
}

function nameOf(kind: SitemapKind): string {
  return 'type' in kind ? `posts-${kind.type}` : 'taxonomy' in kind ? `taxonomies-${kind.taxonomy}` : 'users';
}

/**
 * Redirects files of SEO plugins (`/post-sitemap.xml`, `/category-sitemap2.xml`, `/author-sitemap.xml`): the first of a
 * kind to our first, the others, whose portions differ from ours, to the index.
 */
async function otherFile(
  {
    content: {
      database: { read },
      settings,
    },
  }: Site,
  name: string,
  number: number,
): Promise<RenderedReply | 'missing' | undefined> {
  const [types, taxonomies] = await Promise.all([listedTypes(read), usedTaxonomies(read)]);
  const kind: SitemapKind | undefined =
    name === 'author'
      ? { users: true }
      : [...firstTypes, ...types].includes(name) && postTypeNamed(name).inSitemap
        ? { type: name }
        : taxonomies.includes(name) && taxonomyNamed(name).inSitemap
          ? { taxonomy: name }
          : undefined;
  if (!kind && !otherNames.has(name)) return undefined;
  return (await settings.current()).blog_public
    ? redirectReply(301, kind && number === 1 ? fileUrl(kind, 1) : indexPath)
    : 'missing';
}

const fileUrl = (kind: SitemapKind, number: number) => `/wp-sitemap-${nameOf(kind)}-${number}.xml`;

/** Posts first, then pages, then all others. */
const firstTypes = [articleType, pageType];

async function index(site: Site, settings: Settings): Promise<RenderedReply> {
  const {
    content: {
      database: { read },
      siteUrl,
    },
  } = site;
  const [types, taxonomies] = await Promise.all([listedTypes(read), usedTaxonomies(read)]);
  const shown = [...new Set([...firstTypes, ...types])].filter((type) => postTypeNamed(type).inSitemap);
  const kinds: SitemapKind[] = [
    ...shown.map((type) => ({ type })),
    ...taxonomies.filter((name) => taxonomyNamed(name).inSitemap).map((taxonomy) => ({ taxonomy })),
    { users: true },
  ];
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const [numbers, changes] = await Promise.all([
        findFiles(read, kind),
        'type' in kind ? findFileChanges(read, kind.type) : new Map<number, number>(),
      ]);
      const all = holdsFront(settings, kind, 1) ? [...new Set([1, ...numbers])] : numbers;
      return all.map(
        (number): SitemapUrl => ({ url: siteUrl + fileUrl(kind, number), modifiedAt: changes.get(number) }),
      );
    }),
  );
  const tags = new Map<Tag, TagWeight>([
    ...shown.map((type) => [`list:${type}`, 'secondary'] as const),
    ...taxonomies.map((name) => [`terms:${name}`, 'secondary'] as const),
  ]);
  return sitemapReply(sitemapIndex(lists.flat()), tags, Date.now() + longest);
}

/** The front page is listed with the pages, as in WordPress; a static front page is one of them already. */
function holdsFront(settings: Settings, kind: SitemapKind, number: number): boolean {
  return 'type' in kind && kind.type === pageType && number === 1 && frontPageOf(settings) === 0;
}

async function file(
  site: Site,
  settings: Settings,
  kind: SitemapKind,
  number: number,
): Promise<RenderedReply | 'missing'> {
  const { content } = site;
  const urls =
    'type' in kind
      ? await postUrls(site, settings, kind.type, number)
      : 'taxonomy' in kind
        ? await termUrls(site, settings, kind.taxonomy, number)
        : await userUrls(site, settings, number);
  if (holdsFront(settings, kind, number)) urls.unshift({ url: `${content.siteUrl}/` });
  if (urls.length === 0) {
    // Ids of other content leave gaps between files.
    const [next] = await findFiles(content.database.read, kind, number + 1, 1);
    return next === undefined ? 'missing' : redirectReply(302, fileUrl(kind, next));
  }
  const list = 'type' in kind ? kind.type : articleType;
  const tags = new Map<Tag, TagWeight>([
    [`list:${list}`, 'secondary'],
    ...('taxonomy' in kind
      ? [[`terms:${kind.taxonomy}`, 'secondary'] as const]
      : 'users' in kind
        ? [['names', 'secondary'] as const]
        : []),
  ]);
  return sitemapReply(sitemapFile(urls), tags, 'type' in kind ? undefined : Date.now() + longest);
}

async function postUrls(
  { content }: Site,
  settings: Settings,
  type: string,
  number: number,
): Promise<SitemapUrl[]> {
  const { permalink_structure: structure } = settings;
  const frontId = frontPageOf(settings);
  const posts = await findFilePosts(content, type, number);
  const paths = await findPostPaths(content.database.read, posts, structure);
  return posts.flatMap(({ id, modifiedAt, pictureUrl, canonicalUrl }) => {
    const url = content.siteUrl + (id === frontId ? '/' : (paths.get(id) ?? `/?p=${id}`));
    const isElsewhere =
      canonicalUrl !== '' &&
      URL.canParse(canonicalUrl, url) &&
      new URL(canonicalUrl, url).href !== new URL(url).href;
    return isElsewhere ? [] : [{ url, modifiedAt, pictures: pictureUrl === '' ? [] : [pictureUrl] }];
  });
}

async function termUrls(
  { content }: Site,
  { permalink_structure: structure }: Settings,
  taxonomy: string,
  number: number,
): Promise<SitemapUrl[]> {
  const ids = await findFileTermIds(content.database.read, taxonomy, number);
  const terms = await content.terms.withAncestors(ids);
  return ids.flatMap((id) => {
    const term = terms.get(id);
    return term ? [{ url: content.siteUrl + permalinks(structure).term(chainOf(term, terms)) }] : [];
  });
}

async function userUrls(
  { content }: Site,
  { permalink_structure: structure }: Settings,
  number: number,
): Promise<SitemapUrl[]> {
  const users = await content.users.byIds(await findFileUserIds(content.database.read, number));
  return [...users.values()]
    .toSorted((a, b) => a.id - b.id)
    .map((user) => ({ url: content.siteUrl + permalinks(structure).author(user) }));
}

/** URLs are absolute. */
interface SitemapUrl {
  readonly url: string;
  /** Milliseconds; undefined if unknown. */
  readonly modifiedAt?: number | undefined;
  readonly pictures?: readonly string[];
  /** News sitemaps only. */
  readonly news?: {
    readonly name: string;
    readonly language: string;
    readonly publishedAt: number;
    readonly title: string;
  };
}

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const head = `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/css" href="${styleSheetPath}"?>\n`;
const time = (milliseconds: number) => `${utcIso(milliseconds)}+00:00`;
const changed = (modifiedAt: number | undefined) => (modifiedAt ? element('lastmod', time(modifiedAt)) : '');

function sitemapIndex(files: readonly SitemapUrl[]): string {
  const lines = files.map(
    ({ url, modifiedAt }) => `<sitemap>${element('loc', url)}${changed(modifiedAt)}</sitemap>`,
  );
  return `${head}<sitemapindex xmlns="${protocol}">\n${lines.join('\n')}\n</sitemapindex>\n`;
}

function sitemapFile(urls: readonly SitemapUrl[]): string {
  const lines = urls.map(
    ({ url, modifiedAt, pictures = [], news }) =>
      `<url>${element('loc', url)}${changed(modifiedAt)}` +
      pictures.map((picture) => `<image:image>${element('image:loc', picture)}</image:image>`).join('') +
      (news
        ? `<news:news><news:publication>${element('news:name', news.name)}${element('news:language', news.language)}</news:publication>` +
          `${element('news:publication_date', time(news.publishedAt))}${element('news:title', news.title)}</news:news>`
        : '') +
      '</url>',
  );
  return (
    `${head}<urlset xmlns="${protocol}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" ` +
    `xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n${lines.join('\n')}\n</urlset>\n`
  );
}

const policy = `default-src 'none'; style-src 'self'`;

function sitemapReply(body: string, tags: RenderedReply['tags'], expiresAt?: number): RenderedReply {
  return {
    status: 200,
    contentType: 'application/xml; charset=UTF-8',
    body,
    headers: { 'content-security-policy': policy, 'x-robots-tag': 'noindex, follow' },
    tags,
    store: true,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** Limits of news search engines: articles of two days, a thousand at most. */
const newsAge = 2 * 24 * 60 * 60_000;
const maxNews = 1000;

/** Articles of the last two days, of all article types; expires when the oldest one leaves that period. */
async function newsSitemap({ content }: Site, settings: Settings): Promise<RenderedReply> {
  const { read } = content.database;
  const now = Date.now();
  const types = articleTypes();
  const ids = (await listNewestIds(read, types, maxNews, { from: now - newsAge, to: now + 1 })).slice(
    0,
    maxNews,
  );
  const found = await findVisiblePosts(read, ids);
  const posts = ids
    .map((id) => found.get(id))
    .filter((post) => post !== undefined)
    .filter(({ details }) => !details.noindex && details.canonicalUrl === '');
  const [paths, pictures] = await Promise.all([
    findPostPaths(read, posts, settings.permalink_structure),
    findPictureFiles(
      content,
      posts.map(({ featuredMediaId }) => featuredMediaId),
    ),
  ]);
  const name = settings.news_publication_name || nameOfSite(settings, content.siteUrl);
  const oldest = posts.at(-1);
  const body = sitemapFile(
    posts.map((post) => {
      const picture = pictures.get(post.featuredMediaId);
      return {
        url: content.siteUrl + (paths.get(post.id) ?? `/?p=${post.id}`),
        modifiedAt: Math.max(post.modifiedAt, post.publishedAt),
        pictures: picture ? [picture.original.url] : [],
        news: {
          name,
          language: newsLanguage(settings.site_language),
          publishedAt: post.publishedAt,
          title: siteTypography(settings).line(post.title) || name,
        },
      };
    }),
  );
  return sitemapReply(
    body,
    new Map(types.map((type) => [`list:${type}`, 'primary'])),
    oldest && oldest.publishedAt + newsAge,
  );
}

/** Two-letter codes, except for the two variants of Chinese. */
function newsLanguage(tag: string): string {
  const [language = 'en', region = ''] = tag.toLowerCase().split('-');
  return language === 'zh'
    ? region === 'tw' || region === 'hk' || region === 'hant'
      ? 'zh-tw'
      : 'zh-cn'
    : language;
}
