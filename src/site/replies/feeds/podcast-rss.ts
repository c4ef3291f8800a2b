import { cdata, element, emptyElement } from '../../../lib/xml.ts';
import { startOf } from '../../../lib/start-of.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { playerKind } from '../../../modules/podcasts/episode-files.ts';
import type { EpisodeFile } from '../../../modules/podcasts/episode-files.ts';
import { generator } from './feed.ts';
import type { Enclosure, Feed, FeedEntry } from './feed.ts';
import { enclosureElement, rssTime } from './rss.ts';

/** A feed for podcast apps. */
export interface PodcastFeed extends Omit<Feed, 'icon' | 'entries'> {
  readonly artwork: string;
  /** One of Apple's categories. */
  readonly category: string;
  readonly episodes: readonly Episode[];
}

/** An entry with the one file that apps play. */
export interface Episode {
  readonly entry: FeedEntry;
  readonly file: Enclosure & { readonly episode: EpisodeFile };
}

/** The entries that have something to play, each with its first audio or video file. */
export function episodesOf(entries: readonly FeedEntry[]): Episode[] {
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

/** Characters of a description that Apple Podcasts takes. */
const maxDescription = 4000;

/** RSS 2.0 with the elements that Apple Podcasts requires: https://podcasters.apple.com/support/823-podcast-requirements */
export function podcastRss(feed: PodcastFeed): string {
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
