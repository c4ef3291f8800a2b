import { episodeType } from '../../../modules/types/names.ts';
import type { Reader } from '../../../kernel/db/open-database.ts';
import type { TagWeight } from '../../../blocks/load-context.ts';
import { findPictureFiles } from '../../../modules/media/picture.ts';
import { iconOf } from '../../../modules/media/reader.ts';
import {
  episodeFiles,
  playerKind,
  findEpisodeMeta,
  findEpisodes,
} from '../../../modules/podcasts/episodes.ts';
import { hasReadyEpisodes } from '../../../modules/podcasts/ready-episodes.ts';
import { listFilteredIds } from '../../../modules/posts/list-filtered.ts';
import { isListed } from '../../../modules/posts/policy.ts';
import { findPostsBySlug } from '../../../modules/posts/reader.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { nameOfSite, siteTypography } from '../../../modules/settings/site-facts.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { findTermBySlug } from '../../../modules/terms/reader.ts';
import type { Term } from '../../../modules/terms/model.ts';
import { articleType } from '../../../modules/types/names.ts';
import { feedAddress, listAddress } from '../../../modules/types/permalinks.ts';
import { registeredTypes } from '../../../modules/types/registry.ts';
import { pageAsked } from '../../../lib/numbers.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { queryOf, withQuery } from '../../../lib/urls.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { redirectReply } from '../moved-reply.ts';
import { postEntries } from './feed-entries.ts';
import type { NoteTag } from './feed-entries.ts';
import { findFeedSubject } from './feed-subject.ts';
import { feedHeaders } from './feed.ts';
import { episodesOf, podcastRss, showGuid } from './podcast-rss.ts';
import { largestPlain } from './ready-enclosures.ts';

/** Large, because podcast apps drop episodes that a feed leaves out. */
const episodesPerPage = 100;
const highestPage = 1000;
/** Seriously Simple Podcasting's taxonomy of podcasts and its post type for episodes. */
const seriesTaxonomy = 'series';
const importedType = 'podcast';

interface Show {
  /** Empty for all episodes. */
  readonly slug: string;
  readonly term?: Term;
  readonly channel?: string;
  /** Episodes of the ready type alone, at this address. */
  readonly readyPath?: string;
}

/**
 * The podcast feed at an address, or a redirect to it from its PowerPress or Seriously Simple Podcasting address;
 * `missing` without episodes of plugins, undefined for other addresses.
 */
export async function podcastReply(
  site: Site,
  request: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  const download = /^\/podcast-(?:player|download)\/\d{1,15}\/([^/]+)\.\w{1,5}\/?$/.exec(request.path)?.[1];
  if (download !== undefined) return fileReply(site, decoded(download));
  const page = pageAsked(request.query.get('paged')) ?? 1;
  const subject = hasReadyEpisodes()
    ? await findFeedSubject(site, request, 'podcast', episodeType, page)
    : undefined;
  if (subject && 'status' in subject) return subject;
  if (subject) return subject.kind === 'list' ? answer(site, request, await readyShow(site)) : 'missing';
  const feedSlug = /^\/podcast(?:-([^/]+))?\.xml$/.exec(request.path);
  if (feedSlug) {
    const show = await findShow(site, decoded(feedSlug[1] ?? ''));
    if (show?.readyPath !== undefined) return movedTo(show, page);
    return show ? answer(site, request, show) : 'missing';
  }
  const slug = formerSlug(request);
  const show = slug === undefined ? undefined : await findShow(site, slug);
  if (!show) return slug === '' ? 'missing' : undefined;
  return movedTo(show, page);
}

const movedTo = (show: Show, page: number): RenderedReply =>
  redirectReply(301, withQuery(addressOf(show), page > 1 ? `paged=${page}` : ''));

async function readyShow({ content }: Site): Promise<Show> {
  const { permalink_structure: structure } = await content.settings.current();
  return { slug: '', readyPath: feedAddress(structure, listAddress(episodeType), 'podcast') };
}

const addressOf = ({ slug, readyPath }: Show): string =>
  readyPath ?? `/podcast${slug === '' ? '' : `-${encodeURIComponent(slug)}`}.xml`;

/** Feed formats, which are not channels: `/feed/atom/`. */
const formats: ReadonlySet<string> = new Set(['feed', 'rss', 'rss2', 'rdf', 'atom']);

/** The podcast slug in a plugin's address: `/feed/podcast/`, `/feed/podcast/{series}/`, `/feed/{channel}/`, `/?feed=podcast`. */
function formerSlug({ path, query }: PageAddress): string | undefined {
  if (path === '/' && query.get('feed') === 'podcast') return '';
  const [, first, second] = /^\/feed\/([^/]+)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  if (first === undefined) return undefined;
  if (first === 'podcast') return decoded(second ?? '');
  return second === undefined && !formats.has(first) ? decoded(first) : undefined;
}

/** Undefined if it has no episodes. Without imported files, the show has episodes of the ready type alone. */
async function findShow(site: Site, slug: string): Promise<Show | undefined> {
  const { read } = site.content.database;
  const term = slug === '' ? undefined : await findTermBySlug(read, seriesTaxonomy, slug);
  const show: Show = slug === '' ? { slug } : term ? { slug, term } : { slug, channel: slug };
  const found = await findEpisodes(read, { termId: show.term?.id, channel: show.channel, limit: 1 });
  if (found.length > 0) return show;
  return slug === '' && hasReadyEpisodes() ? readyShow(site) : undefined;
}

/** Posts of one page of the feed, newest first. */
async function episodesOn(
  read: Reader,
  { term, channel, readyPath }: Show,
  page: number,
): Promise<{ id: number; type: string }[]> {
  const window = { limit: episodesPerPage, offset: (page - 1) * episodesPerPage };
  if (readyPath === undefined) {
    const isWhole = !term && channel === undefined && hasReadyEpisodes();
    return findEpisodes(read, {
      type: isWhole ? episodeType : undefined,
      termId: term?.id,
      channel,
      ...window,
    });
  }
  const ids = await listFilteredIds(read, {
    type: episodeType,
    order: 'published_at',
    descending: true,
    ...window,
  });
  return ids.map((id) => ({ id, type: episodeType }));
}

async function answer(site: Site, request: PageAddress, show: Show): Promise<RenderedReply | 'missing'> {
  const { content } = site;
  const { siteUrl } = content;
  const settings = await content.settings.current();
  const page = pageAsked(request.query.get('paged')) ?? 1;
  const path = withQuery(addressOf(show), page > 1 ? `paged=${page}` : '');
  const own = new URLSearchParams(queryOf(path));
  if ([...request.query.keys()].some((name) => name !== 'paged' && !own.has(name)))
    return redirectReply(301, path); // other parameters would only add cached copies
  const tags = new Map<Tag, TagWeight>();
  const note: NoteTag = (tag, weight = 'primary') =>
    void (tags.get(tag) === 'primary' || tags.set(tag, weight));
  let expiresAt = Infinity;
  let isLacking = false;
  const found = page > highestPage ? [] : await episodesOn(content.database.read, show, page);
  const shown = registeredTypes()
    .filter(({ isPublic }) => isPublic)
    .map(({ name }) => name);
  for (const type of new Set([articleType, importedType, ...shown, ...found.map(({ type: one }) => one)]))
    note(`list:${type}`);
  if (show.term) note(`term:${show.term.id}`);
  const entries = await postEntries(
    site,
    found.map(({ id }) => id),
    'rss2',
    {
      note,
      expireAt: (time) => void (expiresAt = Math.min(expiresAt, time)),
      lack: () => void (isLacking = true),
    },
    show.channel,
  );
  const episodes = episodesOf(entries);
  // As in WordPress, the feed of a type that the site has exists before its first episode.
  if (episodes.length === 0 && (show.readyPath === undefined || page > 1)) return 'missing';
  const updatedAt = entries.reduce((latest, entry) => Math.max(latest, entry.updatedAt), 0);
  const siteTitle = siteTypography(settings).line(nameOfSite(settings, siteUrl));
  const name = show.term ? htmlToText(show.term.name) : (show.channel ?? '');
  return {
    status: 200,
    contentType: 'application/rss+xml; charset=UTF-8',
    body: podcastRss({
      title: [name, settings.podcast_title || siteTitle].filter(Boolean).join(' – '),
      subtitle:
        htmlToText(show.term?.description ?? '') || settings.podcast_description || settings.blogdescription,
      pageUrl: `${siteUrl}${show.readyPath === undefined ? '/' : listAddress(episodeType)}`,
      feedUrl: siteUrl + path,
      siteTitle,
      siteUrl,
      language: settings.site_language,
      updatedAt,
      artwork: await artworkOf(site, settings, note),
      category: settings.podcast_category,
      author: settings.podcast_author || siteTitle,
      ownerEmail: settings.podcast_owner_email,
      isExplicit: settings.podcast_explicit,
      isLocked: settings.podcast_locked,
      type: settings.podcast_type,
      guid: settings.podcast_guid.toLowerCase() || showGuid(siteUrl + addressOf(show)),
      episodes,
    }),
    headers: feedHeaders(siteUrl, updatedAt),
    tags,
    expiresAt,
    isLacking,
    store: true,
  };
}

/** The cover, else the site's icon, else its logo, else the drawn icon: podcast apps reject feeds without artwork. */
async function artworkOf({ content }: Site, settings: Settings, note: NoteTag): Promise<string> {
  const { podcast_cover: cover, site_icon: icon, site_logo: logo } = settings;
  const pictures = await findPictureFiles(content, [cover, icon, logo]);
  for (const picture of [pictures.get(cover), iconOf(pictures, settings), pictures.get(logo)]) {
    const url = largestPlain(picture);
    if (!picture || url === undefined) continue;
    note(`post:${picture.id}`, 'secondary');
    return url;
  }
  return `${content.siteUrl}/icon-512.png`;
}

/** `/podcast-download/12/episode-one.mp3`: Seriously Simple Podcasting's file addresses, which apps still request. */
async function fileReply({ content }: Site, slug: string): Promise<RenderedReply | 'missing'> {
  const { read } = content.database;
  const posts = (await findPostsBySlug(read, slug)).filter((post) => isListed(post));
  const meta = await findEpisodeMeta(
    read,
    posts.map(({ id }) => id),
  );
  const files = posts.flatMap(({ id }) => episodeFiles(meta.get(id), content.siteUrl));
  const file = files.find(({ type }) => playerKind(type));
  return file ? redirectReply(302, file.url) : 'missing';
}

/** Returns a segment with invalid percent-encoding unchanged. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('\0', '\ufffd'); // PostgreSQL rejects NUL
  } catch {
    return segment;
  }
}
