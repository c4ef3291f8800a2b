import type { PictureFiles } from '../../../modules/media/picture.ts';
import type { EpisodeFile } from '../../../modules/podcasts/episodes.ts';
import { previewFile } from '../../../modules/media/picture.ts';
import { cdata, element, emptyElement, xmlText } from '../../../lib/xml.ts';
import { utcIso } from '../../../lib/dates.ts';

export interface Enclosure {
  readonly url: string;
  /** Bytes; 0 if unknown. */
  readonly length: number;
  readonly type: string;
  /** Episode details from the post's meta; undefined for a picture. */
  readonly episode?: EpisodeFile;
}

/** An article or comment. URLs are absolute, times in milliseconds. */
export interface FeedEntry {
  /** Permanent even if the entry's address changes: the imported id, else a generated one. */
  readonly id: string;
  readonly url: string;
  /** Plain text; empty for posts without a title. */
  readonly title: string;
  readonly authors: readonly { readonly name: string; readonly url?: string }[];
  /** Language tag, if it differs from the feed's. */
  readonly language?: string | undefined;
  readonly publishedAt: number;
  readonly updatedAt: number;
  readonly categories: readonly string[];
  /** HTML. */
  readonly summary: string;
  /** HTML; undefined if feeds hold excerpts only. */
  readonly content: string | undefined;
  /** Comments as a page and as a feed, and their count; undefined for comments and for posts without comments. */
  readonly comments?: { readonly url: string; readonly feedUrl: string; readonly count: number } | undefined;
  readonly picture?: PictureFiles | undefined;
  readonly enclosures: readonly Enclosure[];
}

export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** URLs of the page that the feed belongs to, and of the feed. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly siteTitle: string;
  readonly siteUrl: string;
  readonly language: string;
  /** Milliseconds of the latest change of an entry; 0 without entries. */
  readonly updatedAt: number;
  readonly icon: string | undefined;
  readonly entries: readonly FeedEntry[];
}

/** Headers of every feed. `updatedAt`: milliseconds of the latest change; 0 if unknown. */
export const feedHeaders = (siteUrl: string, updatedAt: number): Readonly<Record<string, string>> => ({
  'content-security-policy': `default-src 'none'`,
  'x-robots-tag': 'noindex, follow',
  link: `<${siteUrl}/wp-json/>; rel="https://api.w.org/"`,
  ...(updatedAt > 0 ? { 'last-modified': new Date(updatedAt).toUTCString() } : {}),
});

/** Value of the `generator` element, for aggregators' statistics. */
export const generator = 'Broadsheet';

const namespaces = [
  ['content', 'http://purl.org/rss/1.0/modules/content/'],
  ['wfw', 'http://wellformedweb.org/CommentAPI/'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['atom', 'http://www.w3.org/2005/Atom'],
  ['sy', 'http://purl.org/rss/1.0/modules/syndication/'],
  ['slash', 'http://purl.org/rss/1.0/modules/slash/'],
  ['media', 'http://search.yahoo.com/mrss/'],
]
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

/** RSS' date format: `Fri, 20 Nov 2026 07:56:00 GMT`. */
export const rssTime = (milliseconds: number) => new Date(milliseconds).toUTCString();

/** RSS 2.0 with the modules that WordPress sends. */
export function rss(feed: Feed): string {
  const image =
    feed.icon === undefined
      ? []
      : [
          `<image>${element('url', feed.icon)}${element('title', feed.title)}${element('link', feed.pageUrl)}</image>`,
        ];
  return [
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"${namespaces}>`,
    '<channel>',
    element('title', feed.title),
    emptyElement('atom:link', { href: feed.feedUrl, rel: 'self', type: 'application/rss+xml' }),
    element('link', feed.pageUrl),
    `<description>${cdata(feed.subtitle)}</description>`,
    ...(feed.updatedAt > 0 ? [element('lastBuildDate', rssTime(feed.updatedAt))] : []),
    element('language', feed.language),
    '<sy:updatePeriod>hourly</sy:updatePeriod>',
    '<sy:updateFrequency>1</sy:updateFrequency>',
    element('generator', generator),
    ...image,
    ...feed.entries.map(item),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function item(entry: FeedEntry): string {
  const { comments, content } = entry;
  return [
    '<item>',
    element('title', entry.title),
    element('link', entry.url),
    ...(comments ? [element('comments', comments.url)] : []),
    ...entry.authors.map(({ name }) => element('dc:creator', name)),
    element('dc:language', entry.language ?? ''),
    element('pubDate', rssTime(entry.publishedAt)),
    ...entry.categories.map((name) => element('category', name)),
    element('guid', entry.id, { isPermaLink: 'false' }),
    `<description>${cdata(entry.summary)}</description>`,
    ...(content === undefined ? [] : [`<content:encoded>${cdata(content)}</content:encoded>`]),
    ...(comments
      ? [element('wfw:commentRss', comments.feedUrl), element('slash:comments', String(comments.count))]
      : []),
    ...entry.enclosures.map(enclosureElement),
    ...(entry.picture ? [media(entry.picture)] : []),
    '</item>',
  ]
    .filter(Boolean)
    .join('\n');
}

export const enclosureElement = ({ url, length, type }: Enclosure): string =>
  emptyElement('enclosure', { url, length: String(length), type });

function media(picture: NonNullable<FeedEntry['picture']>): string {
  const file = previewFile(picture);
  const attributes = {
    url: file.url,
    medium: 'image',
    type: file.mime,
    ...(file.width > 0 ? { width: String(file.width), height: String(file.height) } : {}),
    ...(file === picture.original && picture.bytes > 0 ? { fileSize: String(picture.bytes) } : {}),
  };
  const description = element('media:description', picture.alt, { type: 'plain' });
  return description === ''
    ? emptyElement('media:content', attributes)
    : `${emptyElement('media:content', attributes).slice(0, -'/>'.length)}>${description}</media:content>`;
}

const atomTime = (milliseconds: number) => `${utcIso(milliseconds)}Z`;
const html = (name: string, text: string) => `<${name} type="html">${cdata(text)}</${name}>`;

export function atom(feed: Feed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0" ' +
      `xml:lang="${feed.language}">`,
    element('title', feed.title),
    element('subtitle', feed.subtitle),
    element('updated', atomTime(feed.updatedAt)),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: feed.pageUrl }),
    element('id', feed.feedUrl),
    emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: feed.feedUrl }),
    `<author>${element('name', feed.siteTitle)}${element('uri', `${feed.siteUrl}/`)}</author>`,
    element('generator', generator),
    ...(feed.icon === undefined ? [] : [element('icon', feed.icon)]),
    ...feed.entries.map(entryElement),
    '</feed>',
    '',
  ]
    .filter(Boolean)
    .join('\n');
}

function entryElement({ authors, comments, content, enclosures, ...entry }: FeedEntry): string {
  return [
    `<entry${entry.language === undefined ? '' : ` xml:lang="${entry.language}"`}>`,
    ...authors.map(({ name, url = '' }) => `<author>${element('name', name)}${element('uri', url)}</author>`),
    `<title>${xmlText(entry.title)}</title>`, // required, even if empty
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    element('id', entry.id),
    element('updated', atomTime(Math.max(entry.updatedAt, entry.publishedAt))),
    element('published', atomTime(entry.publishedAt)),
    ...entry.categories.map((term) => emptyElement('category', { term })),
    html('summary', entry.summary),
    ...(content === undefined ? [] : [html('content', content)]),
    ...enclosures.map(({ url, length, type }) =>
      emptyElement('link', { rel: 'enclosure', href: url, length: String(length), type }),
    ),
    ...(comments
      ? [
          emptyElement('link', {
            rel: 'replies',
            type: 'text/html',
            href: comments.url,
            'thr:count': String(comments.count),
          }),
          emptyElement('link', {
            rel: 'replies',
            type: 'application/atom+xml',
            href: comments.feedUrl,
            'thr:count': String(comments.count),
          }),
          element('thr:total', String(comments.count)),
        ]
      : []),
    '</entry>',
  ].join('\n');
}
