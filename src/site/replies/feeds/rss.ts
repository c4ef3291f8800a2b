import { previewFile } from '../../../modules/media/picture-files.ts';
import { cdata, element, emptyElement } from '../../../lib/xml.ts';
import { generator } from './feed.ts';
import type { Enclosure, Feed, FeedEntry } from './feed.ts';

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

/** A moment as RSS writes it: `Fri, 20 Nov 2026 07:56:00 GMT`. */
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

/** The lead picture in a size for previews. */
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
