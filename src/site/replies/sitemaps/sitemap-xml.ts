import { utcIso } from '../../../lib/site-time.ts';
import { element } from '../../../lib/xml.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { styleSheetPath } from './style-sheet.ts';

/** A page as a sitemap names it. Addresses are absolute. */
export interface SitemapUrl {
  readonly url: string;
  /** Milliseconds; undefined when not known. */
  readonly modifiedAt?: number | undefined;
  /** Addresses of pictures. */
  readonly pictures?: readonly string[];
  /** Given in news sitemaps only. */
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

/** The list of all sitemaps. */
export function sitemapIndex(files: readonly SitemapUrl[]): string {
  const lines = files.map(
    ({ url, modifiedAt }) => `<sitemap>${element('loc', url)}${changed(modifiedAt)}</sitemap>`,
  );
  return `${head}<sitemapindex xmlns="${protocol}">\n${lines.join('\n')}\n</sitemapindex>\n`;
}

/** One sitemap. */
export function sitemapFile(urls: readonly SitemapUrl[]): string {
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

/** How every sitemap is answered. */
export function sitemapReply(body: string, tags: RenderedReply['tags'], expiresAt?: number): RenderedReply {
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
