import { utcIso } from '../../../lib/site-time.ts';
import { cdata, element, emptyElement, xmlText } from '../../../lib/xml.ts';
import { generator } from './feed.ts';
import type { Feed, FeedEntry } from './feed.ts';

const atomTime = (milliseconds: number) => `${utcIso(milliseconds)}Z`;
const html = (name: string, text: string) => `<${name} type="html">${cdata(text)}</${name}>`;

/** Atom 1.0. */
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
    `<title>${xmlText(entry.title)}</title>`, // must be there, if empty
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
