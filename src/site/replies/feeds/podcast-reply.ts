import type { TagWeight } from '../../../blocks/load-context.ts';
import { findPictureFiles } from '../../../modules/media/picture.ts';
import type { PictureFiles } from '../../../modules/media/picture.ts';
import { iconOf } from '../../../modules/media/reader.ts';
import {
  episodeFiles,
  playerKind,
  findEpisodeMeta,
  findEpisodes,
} from '../../../modules/podcasts/episodes.ts';
import { isListed } from '../../../modules/posts/policy.ts';
import { findPostsBySlug } from '../../../modules/posts/reader.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { nameOfSite, siteTypography } from '../../../modules/settings/site-facts.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import { findTermBySlug } from '../../../modules/terms/reader.ts';
import type { Term } from '../../../modules/terms/model.ts';
import { articleType } from '../../../modules/types/names.ts';
import { registeredTypes } from '../../../modules/types/registry.ts';
import { pageAsked } from '../../../lib/numbers.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { withQuery } from '../../../lib/urls.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { redirectReply } from '../moved-reply.ts';
import { postEntries } from './feed-entries.ts';
import type { NoteTag } from './feed-entries.ts';
import { cdata, element, emptyElement } from '../../../lib/xml.ts';
import { startOf } from '../../../lib/cut-text.ts';
import type { EpisodeFile } from '../../../modules/podcasts/episodes.ts';
import { generator, enclosureElement, rssTime } from './feed.ts';
import type { Enclosure, Feed, FeedEntry } from './feed.ts';

/** Large, because podcast apps drop episodes that a feed leaves out. */
const episodesPerPage = 100;
const highestPage = 1000;
/** Seriously Simple Podcasting's taxonomy of podcasts and its post type for episodes. */
const seriesTaxonomy = 'series';
const episodeType = 'podcast';

interface Show {
  /** Empty for all episodes. */
  readonly slug: string;
  readonly term?: Term;
  readonly channel?: string;
}

/**
 * The podcast feed at an address, or a redirect to it from its PowerPress or Seriously Simple Podcasting address;
 * `missing` without episodes, undefined for other addresses.
 */
export async function podcastReply(
  site: Site,
  request: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  const download = /^\/podcast-(?:player|download)\/\d{1,15}\/([^/]+)\.\w{1,5}\/?$/.exec(request.path)?.[1];
  if (download !== undefined) return fileReply(site, decoded(download));
  const feedSlug = /^\/podcast(?:-([^/]+))?\.xml$/.exec(request.path);
  if (feedSlug) {
    const show = await findShow(site, decoded(feedSlug[1] ?? ''));
    return show ? answer(site, request, show) : 'missing';
  }
  const slug = formerSlug(request);
  const show = slug === undefined ? undefined : await findShow(site, slug);
  if (!show) return slug === '' ? 'missing' : undefined;
  const page = pageAsked(request.query.get('paged')) ?? 1;
  return redirectReply(301, withQuery(addressOf(show), page > 1 ? `paged=${page}` : ''));
}

const addressOf = ({ slug }: Pick<Show, 'slug'>): string =>
  `/podcast${slug === '' ? '' : `-${encodeURIComponent(slug)}`}.xml`;

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

/** Undefined if it has no episodes. */
async function findShow({ content }: Site, slug: string): Promise<Show | undefined> {
  const { read } = content.database;
  const term = slug === '' ? undefined : await findTermBySlug(read, seriesTaxonomy, slug);
  const show: Show = slug === '' ? { slug } : term ? { slug, term } : { slug, channel: slug };
  const found = await findEpisodes(read, { termId: show.term?.id, channel: show.channel, limit: 1 });
  return found.length === 0 ? undefined : show;
}

async function answer(site: Site, request: PageAddress, show: Show): Promise<RenderedReply | 'missing'> {
  const { content } = site;
  const { siteUrl } = content;
  const settings = await content.settings.current();
  const page = pageAsked(request.query.get('paged')) ?? 1;
  const path = withQuery(addressOf(show), page > 1 ? `paged=${page}` : '');
  if ([...request.query.keys()].some((name) => name !== 'paged')) return redirectReply(301, path); // other parameters would only add cached copies
  const tags = new Map<Tag, TagWeight>();
  const note: NoteTag = (tag, weight = 'primary') =>
    void (tags.get(tag) === 'primary' || tags.set(tag, weight));
  let expiresAt = Infinity;
  let isLacking = false;
  const found =
    page > highestPage
      ? []
      : await findEpisodes(content.database.read, {
          termId: show.term?.id,
          channel: show.channel,
          limit: episodesPerPage,
          offset: (page - 1) * episodesPerPage,
        });
  const shown = registeredTypes()
    .filter(({ isPublic }) => isPublic)
    .map(({ name }) => name);
  for (const type of new Set([articleType, episodeType, ...shown, ...found.map(({ type: one }) => one)]))
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
  if (episodes.length === 0) return 'missing';
  const updatedAt = entries.reduce((latest, entry) => Math.max(latest, entry.updatedAt), 0);
  const siteTitle = siteTypography(settings).line(nameOfSite(settings, siteUrl));
  const name = show.term ? htmlToText(show.term.name) : (show.channel ?? '');
  return {
    status: 200,
    contentType: 'application/rss+xml; charset=UTF-8',
    body: podcastRss({
      title: [name, siteTitle].filter(Boolean).join(' – '),
      subtitle: htmlToText(show.term?.description ?? '') || settings.blogdescription,
      pageUrl: `${siteUrl}/`,
      feedUrl: siteUrl + path,
      siteTitle,
      siteUrl,
      language: settings.site_language,
      updatedAt,
      artwork: await artworkOf(site, settings, note),
      category: settings.podcast_category,
      episodes,
    }),
    headers: {
      'content-security-policy': `default-src 'none'`,
      'x-robots-tag': 'noindex, follow',
      link: `<${siteUrl}/wp-json/>; rel="https://api.w.org/"`,
      ...(updatedAt > 0 ? { 'last-modified': new Date(updatedAt).toUTCString() } : {}),
    },
    tags,
    expiresAt,
    isLacking,
    store: true,
  };
}

/** The site's icon, else its logo, else the drawn icon: podcast apps reject feeds without artwork. */
async function artworkOf({ content }: Site, settings: Settings, note: NoteTag): Promise<string> {
  const pictures = await findPictureFiles(content, [settings.site_icon, settings.site_logo]);
  const chosen = iconOf(pictures, settings) ?? pictures.get(settings.site_logo);
  if (!chosen) return `${content.siteUrl}/icon-512.png`;
  note(`post:${chosen.id}`, 'secondary');
  return largestPlain(chosen);
}

/** A picture's largest JPEG or PNG, the only formats that Apple Podcasts accepts. */
function largestPlain({ original, sizes }: PictureFiles): string {
  const plain = [original, ...sizes].filter(({ mime }) => mime === 'image/jpeg' || mime === 'image/png');
  return (plain.toSorted((a, b) => b.width - a.width)[0] ?? original).url;
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

interface PodcastFeed extends Omit<Feed, 'icon' | 'entries'> {
  readonly artwork: string;
  readonly category: string;
  readonly episodes: readonly Episode[];
}

interface Episode {
  readonly entry: FeedEntry;
  readonly file: Enclosure & { readonly episode: EpisodeFile };
}

/** Entries with something to play, each with its first audio or video file. */
function episodesOf(entries: readonly FeedEntry[]): Episode[] {
  return entries.flatMap((entry) => {
    for (const { episode, ...file } of entry.enclosures) {
      if (episode && playerKind(file.type)) return [{ entry, file: { ...file, episode } }];
    }
    return [];
  });
}

const namespaces = [
  ['itunes', 'http://www.itunes.com/dtds/podcast-1.0.dtd'],
  ['content', 'http://purl.org/rss/1.0/modules/content/'],
  ['atom', 'http://www.w3.org/2005/Atom'],
]
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

/** Apple Podcasts' limit, in characters. */
const maxDescription = 4000;

/** RSS 2.0 with the elements that Apple Podcasts requires: https://podcasters.apple.com/support/823-podcast-requirements */
function podcastRss(feed: PodcastFeed): string {
  const description = feed.subtitle || feed.title;
  return [
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"${namespaces}>`,
    '<channel>',
    element('title', feed.title),
    emptyElement('atom:link', { href: feed.feedUrl, rel: 'self', type: 'application/rss+xml' }),
    element('link', feed.pageUrl),
    `<description>${cdata(description)}</description>`,
    ...(feed.updatedAt > 0 ? [element('lastBuildDate', rssTime(feed.updatedAt))] : []),
    element('language', feed.language),
    element('generator', generator),
    element('itunes:summary', description),
    element('itunes:author', feed.siteTitle),
    `<itunes:owner>${element('itunes:name', feed.siteTitle)}</itunes:owner>`,
    emptyElement('itunes:image', { href: feed.artwork }),
    `<image>${element('url', feed.artwork)}${element('title', feed.title)}${element('link', feed.pageUrl)}</image>`,
    emptyElement('itunes:category', { text: feed.category }),
    element('itunes:explicit', String(feed.episodes.some(({ file }) => file.episode.isExplicit))),
    element('itunes:type', 'episodic'),
    ...feed.episodes.map(item),
    '</channel>',
    '</rss>',
    '',
  ]
    .filter(Boolean)
    .join('\n');
}

function item({ entry, file }: Episode): string {
  const { episode } = file;
  const title = entry.title || htmlToText(entry.summary) || entry.url;
  const summary = startOf(episode.summary || htmlToText(entry.summary), maxDescription);
  const number = (name: string, value: number) => element(name, value > 0 ? String(value) : '');
  return [
    '<item>',
    element('title', title),
    element('link', entry.url),
    element('pubDate', rssTime(entry.publishedAt)),
    element('guid', entry.id, { isPermaLink: 'false' }),
    ...(summary === '' ? [] : [`<description>${cdata(summary)}</description>`]),
    ...(entry.content === undefined ? [] : [`<content:encoded>${cdata(entry.content)}</content:encoded>`]),
    enclosureElement(file),
    element('itunes:title', title),
    element('itunes:subtitle', episode.subtitle),
    element('itunes:summary', summary),
    element('itunes:author', entry.authors.map(({ name }) => name).join(', ')),
    ...(episode.image === '' ? [] : [emptyElement('itunes:image', { href: episode.image })]),
    number('itunes:duration', episode.duration),
    number('itunes:season', episode.season),
    number('itunes:episode', episode.number),
    element('itunes:episodeType', episode.kind ?? ''),
    element('itunes:explicit', String(episode.isExplicit)),
    '</item>',
  ]
    .filter(Boolean)
    .join('\n');
}
