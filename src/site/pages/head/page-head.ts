import { ofDiscussedType } from '../../../modules/comments/policy.ts';
import { pageFeed } from '../../../blocks/page-feed.server.ts';
import { commentFeedAddress, feedAddress } from '../../../modules/types/permalinks.ts';
import { fileAtLeast } from '../../../modules/media/picture.ts';
import { isDrawing } from '../../../modules/media/reader.ts';
import { readerText } from '../../../modules/settings/definitions/translations.ts';
import { fillIn } from '../../../lib/messages.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';
import { scriptJson } from '../../../lib/json.ts';
import { lookOf } from '../../../theme/look/look-css.server.ts';
import { partHeadCode } from './head-code.ts';
import type { HeadFacts } from './head-facts.ts';
import { structuredData, openGraph } from './structured-data.ts';
import { isArticlePage, pageAddress, robots } from './texts.ts';
import { postTypeNamed, taxonomyNamed } from '../../../modules/types/registry.ts';
import { isListed } from '../../../modules/posts/policy.ts';

export interface PageHead {
  /** For the start of `<head>`: title, description, canonical and the like. */
  readonly html: string;
  /** For its end: structured data and custom code. */
  readonly late: string;
  /** Whether the custom code has scripts, which reader/behaviours/head-code.ts inserts. */
  readonly hasScripts: boolean;
  readonly foreign: readonly string[];
  /** Sources for `script-src`, and origins that scripts may connect to. */
  readonly scriptHashes: readonly string[];
  readonly hosts: readonly string[];
  /** The `Link` header with the page's REST address. */
  readonly link: string;
}

/** `hasNext`: whether the listing or text has another page. */
export function pageHead(facts: HeadFacts, hasNext: boolean): PageHead {
  const { page, settings, canonical, siteUrl } = facts;
  const step = (n: number) => siteUrl + pageAddress(page, n, settings.permalink_structure);
  const code = partHeadCode(settings.head_code);
  const graph = structuredData(facts);
  return {
    html: [
      `<title>${escapeHtml(facts.title)}</title>`,
      ...(facts.description ? [meta('description', facts.description)] : []),
      meta('robots', robots(page, settings)),
      ...(canonical === undefined ? [] : [link('canonical', canonical)]),
      ...(page.pageNumber > 1 ? [link('prev', step(page.pageNumber - 1))] : []),
      ...(hasNext ? [link('next', step(page.pageNumber + 1))] : []),
      ...facts.alternates.map(
        ({ language, url }) =>
          `<link rel="alternate" hreflang="${escapeHtml(language)}" href="${escapeHtml(url)}">`,
      ),
      ...icons(facts),
      ...openGraph(facts),
      ...feeds(facts),
      ...discoveries(facts),
      ...verifications.flatMap(([name, key]) => (settings[key] ? [meta(name, settings[key])] : [])),
    ].join('\n'),
    late: [
      ...(graph ? [`<script type="application/ld+json">${scriptJson(graph)}</script>`] : []),
      code.markup,
      ...(code.scripts ? [`<template id="head-code">${code.scripts}</template>`] : []),
    ]
      .filter(Boolean)
      .join('\n'),
    hasScripts: code.scripts !== '',
    scriptHashes: code.hashes,
    foreign: code.scripts === '' ? [] : [...code.origins, ...settings.head_code_hosts],
    hosts: settings.head_code_hosts,
    link: restLinks(facts),
  };
}

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const link = (relation: string, url: string) => `<link rel="${relation}" href="${escapeHtml(url)}">`;
const alternate = (type: string, title: string, url: string) =>
  `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(url)}">`;

const verifications = [
  ['google-site-verification', 'verify_google'],
  ['msvalidate.01', 'verify_bing'],
  ['yandex-verification', 'verify_yandex'],
  ['p:domain_verify', 'verify_pinterest'],
  ['facebook-domain-verification', 'verify_facebook'],
] as const;

/** Pixels. */
const touchIcon = 180;

function icons({ icon, settings }: HeadFacts): string[] {
  if (!icon) return [`<link rel="icon" href="${drawnIcon(lookOf(settings).accent)}">`];
  if (isDrawing(icon))
    return [`<link rel="icon" type="${icon.original.mime}" href="${escapeHtml(icon.original.url)}">`];
  return [
    link('icon', fileAtLeast(icon, 32).url),
    link('apple-touch-icon', fileAtLeast(icon, touchIcon).url),
  ];
}

function feeds({ page, settings, siteName, siteUrl }: HeadFacts): string[] {
  const { permalink_structure: structure } = settings;
  const rss = (title: string, path: string) => alternate('application/rss+xml', title, siteUrl + path);
  const isArchive =
    page.format !== undefined || (page.postType !== undefined && postTypeNamed(page.postType).hasFeed);
  const isListing =
    isArchive || [page.term, page.several, page.author, page.search].some((subject) => subject !== undefined);
  const own = isListing
    ? [rss(`${siteName} – ${page.title}`, feedAddress(structure, page.path))]
    : page.kind === 'home'
      ? [rss(`${siteName} – ${readerText(settings, 'feed_comments')}`, commentFeedAddress(structure))]
      : isArticlePage(page) && page.post && !page.post.isProtected && ofDiscussedType.test(page.post)
        ? [
            rss(
              fillIn(readerText(settings, 'feed_comments_on'), page.title),
              feedAddress(structure, page.path),
            ),
          ]
        : [];
  return [
    rss(siteName, feedAddress(structure, '/')),
    ...own,
    ...readyFeeds({ page, settings, siteName, siteUrl }),
  ];
}

type FeedFacts = Pick<HeadFacts, 'page' | 'settings' | 'siteName' | 'siteUrl'>;

/** The calendar of events, of one event, and the podcast feed of episodes. */
function readyFeeds({ page, settings, siteName, siteUrl }: FeedFacts): string[] {
  const feed = pageFeed(page, settings.permalink_structure);
  if (!feed) return [];
  const title = `${siteName} – ${page.title}`;
  if (feed.kind !== 'podcast') return [alternate('text/calendar', title, siteUrl + feed.path)];
  return page.post
    ? []
    : [alternate('application/rss+xml', settings.podcast_title || title, siteUrl + feed.path)];
}

/** Links to the site's APIs, and to an article's oEmbed data. */
function discoveries({ page, siteUrl, canonical, siteName, settings }: HeadFacts): string[] {
  const rsd = `<link rel="EditURI" type="application/rsd+xml" href="${escapeHtml(siteUrl)}/xmlrpc.php?rsd">`;
  const apis = [link('https://api.w.org/', `${siteUrl}/wp-json/`), ...(settings.xmlrpc_enabled ? [rsd] : [])];
  const { post } = page;
  if (
    !post ||
    !isListed(post) ||
    canonical === undefined ||
    page.kind === 'home' ||
    postTypeNamed(post.type).restBase === undefined
  )
    return apis;
  const encodedUrl = encodeURIComponent(siteUrl + page.path);
  const oembed = (format: 'json' | 'xml') =>
    alternate(
      `${format === 'json' ? 'application/json' : 'text/xml'}+oembed`,
      page.title || siteName,
      `${siteUrl}/wp-json/oembed/1.0/embed?url=${encodedUrl}${format === 'xml' ? '&format=xml' : ''}`,
    );
  return [...apis, oembed('json'), oembed('xml')];
}

function restLinks({ page, siteUrl }: HeadFacts): string {
  const base =
    page.kind === 'home'
      ? undefined
      : page.post
        ? postTypeNamed(page.post.type).restBase
        : page.term
          ? taxonomyNamed(page.term.taxonomy).restBase
          : page.author && 'users';
  const id = page.post?.id ?? page.term?.id ?? page.author?.id;
  const own =
    base !== undefined && id !== undefined
      ? [`<${siteUrl}/wp-json/wp/v2/${base}/${id}>; rel="alternate"; title="JSON"; type="application/json"`]
      : [];
  const short = page.post ? [`<${siteUrl}/?p=${page.post.id}>; rel=shortlink`] : [];
  return [`<${siteUrl}/wp-json/>; rel="https://api.w.org/"`, ...own, ...short].join(', ');
}

/** A square in the theme's colour with three lines, as an escaped data URL: needs no request and no file. */
function drawnIcon(color: string): string {
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='${color}' d='M0 0h16v16H0z'/>` +
    `<path stroke='#fff' stroke-width='2' d='M3 5h10M3 8.5h10M3 12h6'/></svg>`;
  const address = encodeURIComponent(svg)
    .replaceAll('%20', ' ')
    .replaceAll('%3D', '=')
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/');
  return `data:image/svg+xml,${address.replaceAll("'", '&#39;')}`;
}
