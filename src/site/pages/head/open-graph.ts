import { previewFile } from '../../../modules/media/picture-files.ts';
import { utcIso } from '../../../lib/site-time.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';
import type { HeadFacts } from './head-facts.ts';
import { isArticlePage } from './texts.ts';

/** A moment as machines read it: `2026-11-20T17:56:00Z`. */
export const machineTime = (milliseconds: number): string => `${utcIso(milliseconds)}Z`;

/** What social networks show of a page: Open Graph, and what X wants besides. Empty values are left out. */
export function openGraph(facts: HeadFacts): string[] {
  const { page, settings, canonical, siteName } = facts;
  if (canonical === undefined) return [];
  const isArticle = isArticlePage(page);
  const details = page.post?.details;
  const named: (readonly [string, string])[] = [
    ['og:type', isArticle ? 'article' : page.author ? 'profile' : 'website'],
    ['og:title', details?.socialTitle || details?.seoTitle || page.title || siteName],
    ['og:description', (page.post?.isProtected ? '' : details?.socialDescription) || facts.description],
    ['og:url', canonical],
    ['og:site_name', siteName],
    ['og:locale', facts.language.replaceAll('-', '_')],
    ...pictureTags(facts),
    ...(isArticle ? articleTags(facts) : []),
  ];
  // A logo is no picture to show large.
  const hasPicture =
    named.some(([property]) => property === 'og:image') && (!facts.preview || facts.preview !== facts.logo);
  return [
    ...named
      .filter(([, value]) => value !== '')
      .map(([property, value]) => `<meta property="${property}" content="${escapeHtml(value)}">`),
    `<meta name="twitter:card" content="${hasPicture ? 'summary_large_image' : 'summary'}">`,
    ...(settings.twitter_site
      ? [`<meta name="twitter:site" content="${escapeHtml(settings.twitter_site)}">`]
      : []),
  ];
}

function pictureTags({ page, preview, siteUrl }: HeadFacts): (readonly [string, string])[] {
  const social = page.post?.isProtected ? '' : (page.post?.details.socialImage ?? '');
  if (social !== '' && URL.canParse(social, siteUrl)) return [['og:image', new URL(social, siteUrl).href]];
  if (!preview) return [];
  const { url, width, height, mime } = previewFile(preview);
  const size =
    width > 0 && height > 0
      ? ([
          ['og:image:width', String(width)],
          ['og:image:height', String(height)],
        ] as const)
      : [];
  return [['og:image', url], ...size, ['og:image:type', mime], ['og:image:alt', preview.alt]];
}

function articleTags({
  page,
  authors,
  sections,
  tagNames,
  siteUrl,
}: HeadFacts): (readonly [string, string])[] {
  if (!page.post) return [];
  return [
    ['article:published_time', machineTime(page.post.publishedAt)],
    ['article:modified_time', machineTime(Math.max(page.post.modifiedAt, page.post.publishedAt))],
    ...authors.flatMap(({ url }) => (url === undefined ? [] : [['article:author', siteUrl + url] as const])),
    ['article:section', sections.at(-1) ?? ''],
    ...tagNames.map((name) => ['article:tag', name] as const),
  ];
}
