import { createHash } from 'node:crypto';
import { playerKind } from '../../../modules/podcasts/episodes.ts';
import type { EpisodeFile } from '../../../modules/podcasts/episodes.ts';
import { startOf } from '../../../lib/cut-text.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { cdata, element, emptyElement } from '../../../lib/xml.ts';
import { generator, enclosureElement, rssTime } from './feed.ts';
import type { Enclosure, Feed, FeedEntry } from './feed.ts';

interface PodcastFeed extends Omit<Feed, 'icon' | 'entries'> {
  readonly artwork: string;
  readonly category: string;
  readonly author: string;
  /** Empty if unknown. */
  readonly ownerEmail: string;
  readonly isExplicit: boolean;
  /** Other hosts must not import the show. */
  readonly isLocked: boolean;
  readonly type: 'episodic' | 'serial';
  readonly guid: string;
  readonly episodes: readonly Episode[];
}

interface Episode {
  readonly entry: FeedEntry;
  readonly file: Enclosure & { readonly episode: EpisodeFile };
}

/** Entries with something to play, each with its first audio or video file. */
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
  ['podcast', 'https://podcastindex.org/namespace/1.0'],
]
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

/** Apple Podcasts' limit, in characters. */
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
    element('itunes:author', feed.author),
    `<itunes:owner>${element('itunes:name', feed.author)}${element('itunes:email', feed.ownerEmail)}</itunes:owner>`,
    emptyElement('itunes:image', { href: feed.artwork }),
    `<image>${element('url', feed.artwork)}${element('title', feed.title)}${element('link', feed.pageUrl)}</image>`,
    emptyElement('itunes:category', { text: feed.category }),
    element(
      'itunes:explicit',
      String(feed.isExplicit || feed.episodes.some(({ file }) => file.episode.isExplicit)),
    ),
    element('itunes:type', feed.type),
    element('podcast:guid', feed.guid),
    element(
      'podcast:locked',
      feed.isLocked ? 'yes' : 'no',
      feed.ownerEmail ? { owner: feed.ownerEmail } : {},
    ),
    element('podcast:medium', 'podcast'),
    ...feed.episodes.map((episode) => item(episode, feed.language)),
    '</channel>',
    '</rss>',
    '',
  ]
    .filter(Boolean)
    .join('\n');
}

function item({ entry, file }: Episode, language: string): string {
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
    number('podcast:season', episode.season),
    number('podcast:episode', episode.number),
    ...(episode.chaptersUrl === undefined
      ? []
      : [emptyElement('podcast:chapters', { url: episode.chaptersUrl, type: 'application/json+chapters' })]),
    ...(episode.transcripts ?? []).map(({ url, type }) =>
      emptyElement('podcast:transcript', { url, type, language: entry.language ?? language }),
    ),
    ...entry.authors.map(({ name, url }) =>
      element('podcast:person', name, { role: 'host', ...(url === undefined ? {} : { href: url }) }),
    ),
    '</item>',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Namespace of `podcast:guid`: https://podcasting2.org/docs/podcast-namespace/tags/guid */
const guidNamespace = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/** The show's UUID (version 5) from the address of its feed, without the scheme and slashes at the end. */
export function showGuid(feedUrl: string): string {
  const name = feedUrl.replace(/^\w+:\/\//, '').replace(/\/$/, '');
  const bytes = createHash('sha1').update(guidNamespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
