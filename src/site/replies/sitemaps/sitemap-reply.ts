import type { TagWeight } from '../../../blocks/load-context.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { permalinks } from '../../../modules/settings/permalinks.ts';
import { chainOf } from '../../../modules/terms/term.ts';
import { findPostPaths } from '../../../modules/posts/page-path.ts';
import { frontPageOf } from '../../../modules/settings/front-pages.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import {
  findFileChanges,
  findFilePosts,
  findFileTermIds,
  findFileUserIds,
  findFiles,
  listedTypes,
  usedTaxonomies,
} from '../../../modules/sitemaps/reader.ts';
import type { SitemapKind } from '../../../modules/sitemaps/reader.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import { postTypeNamed, taxonomyNamed } from '../../../modules/types/registry.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { redirectReply } from '../moved-reply.ts';
import { newsSitemap } from './news-sitemap.ts';
import { sitemapFile, sitemapIndex, sitemapReply } from './sitemap-xml.ts';
import type { SitemapUrl } from './sitemap-xml.ts';
import { styleSheet, styleSheetPath } from './style-sheet.ts';
import { articleType, formatTaxonomy, pageType } from '../../../modules/types/names.ts';

const indexPath = '/wp-sitemap.xml';
const newsPath = '/news-sitemap.xml';
/** Where other systems have theirs, and files of theirs that say nothing of what they hold. */
const otherIndexes =
  /^\/sitemap(?:[_-]index|-(?:misc|home|authors|archives|externals|(?:pt|tax)-[\w-]{1,60}))?\.xml(?:\.gz)?$/;
/** Files of theirs for what our index names elsewhere or nowhere: places, videos, pictures, single addresses, dates. */
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

/** How long what no tag tells of (the first post of a type) may be missing, in milliseconds. */
const longest = 60 * 60_000;

/** The sitemap at an address; `missing` where there is none or the site is not for search engines, undefined for other addresses. */
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
 * `/post-sitemap.xml`, `/category-sitemap2.xml`, `/author-sitemap.xml`: files of the well-known SEO plugins. The first leads to our first; the others, which
 * hold other portions than ours or something else, to the index.
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

/** Posts come first, then pages, then whatever else there is. */
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

/** The front page stands with the pages, as in WordPress; one that is a page is there already. */
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
    // Ids that other things have leave gaps between files.
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
