import { searchFiles, previewFile } from '../../../modules/media/picture.ts';
import type { PictureFile } from '../../../modules/media/picture.ts';
import { isDrawing } from '../../../modules/media/reader.ts';
import type { Post } from '../../../modules/posts/model.ts';
import { siteTypography } from '../../../modules/settings/site-facts.ts';
import { profilesOf } from '../../../modules/users/user-fields.ts';
import { contentToText, countLetters, countsLetters } from '../../../lib/content-text.ts';
import { shortened } from '../../../lib/cut-text.ts';
import type { HeadFacts } from './head-facts.ts';
import { describeProduct } from './product-thing.ts';
import { describeItem } from './ready-things.ts';
import { isArticlePage } from './texts.ts';
import { postTypeNamed } from '../../../modules/types/registry.ts';
import { utcIso } from '../../../lib/dates.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';

type Thing = Readonly<Record<string, unknown>>;

/** Characters of a headline that search engines accept. */
const maxHeadlineLength = 110;

/** A page's schema.org graph, with references between its items. Undefined for pages that search engines don't index. */
export function structuredData(facts: HeadFacts): Thing | undefined {
  const { page, canonical, settings } = facts;
  if (canonical === undefined || page.search !== undefined || !settings.blog_public) return undefined;
  const isFront = page.path === '/' && page.pageNumber === 1;
  const graph = [
    website(facts, isFront),
    organization(facts),
    ...(isArticlePage(page) ? article(facts, canonical) : []),
    ...readyItem(facts, canonical),
    ...product(facts, canonical),
    ...(page.author ? [profile(facts, canonical)] : []),
    ...(page.term || page.kind === 'date' || page.format || (page.kind === 'home' && !isFront)
      ? [collection(facts, canonical)]
      : []),
    ...(isFront || facts.trail.length === 0 ? [] : [breadcrumbs(facts, canonical)]),
  ];
  return { '@context': 'https://schema.org', '@graph': graph };
}

const sameAs = (addresses: readonly string[] = []) => (addresses.length > 0 ? { sameAs: addresses } : {});

const siteId = (siteUrl: string) => ({ '@id': `${siteUrl}/#website` });
const publisherId = (siteUrl: string) => ({ '@id': `${siteUrl}/#organization` });

function website({ siteUrl, settings, siteName }: HeadFacts, isFront: boolean): Thing {
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/?s={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    ...siteId(siteUrl),
    url: `${siteUrl}/`,
    name: siteName,
    ...(settings.blogdescription
      ? { description: siteTypography(settings).text(settings.blogdescription) }
      : {}),
    inLanguage: settings.site_language,
    publisher: publisherId(siteUrl),
    ...(isFront ? { potentialAction: search } : {}),
  };
}

function organization({ siteUrl, settings, siteName, logo, icon }: HeadFacts): Thing {
  const profiles = settings.social_profiles.filter(Boolean);
  const drawn = { url: `${siteUrl}/icon-512.png`, width: 512, height: 512 };
  return {
    '@type': 'Organization',
    ...publisherId(siteUrl),
    name: siteName,
    url: `${siteUrl}/`,
    logo: imageObject((logo ?? (icon && !isDrawing(icon) ? icon : undefined))?.original ?? drawn),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  };
}

function imageObject({ url, width, height }: Omit<PictureFile, 'mime'>): Thing {
  return { '@type': 'ImageObject', url, ...(width > 0 && height > 0 ? { width, height } : {}) };
}

/** Reveals nothing about a protected text. */
function article(facts: HeadFacts, canonical: string): Thing[] {
  const {
    page: { post, title },
    siteUrl,
    language,
    siteName,
    picture,
    sections,
    tagNames,
    description,
  } = facts;
  if (!post || post.isProtected) return [];
  return [
    {
      '@type': 'NewsArticle',
      '@id': `${canonical}#article`,
      mainEntityOfPage: canonical,
      url: canonical,
      isPartOf: siteId(siteUrl),
      headline: shortened(title || siteName, maxHeadlineLength),
      ...(description ? { description } : {}),
      ...(picture ? { image: searchFiles(picture).map(imageObject) } : {}),
      datePublished: machineTime(post.publishedAt),
      dateModified: machineTime(Math.max(post.modifiedAt, post.publishedAt)),
      author: people(facts),
      publisher: publisherId(siteUrl),
      ...(sections.length > 0 ? { articleSection: sections } : {}),
      ...(tagNames.length > 0 ? { keywords: tagNames } : {}),
      ...(post.content.length > maxCounted ? {} : { wordCount: wordCount(post, language) }),
      commentCount: post.commentCount,
      isAccessibleForFree: true,
      inLanguage: language,
      ...facts.fieldValues,
    },
  ];
}

const people = ({ authors, profiles, siteUrl }: HeadFacts): Thing[] =>
  authors.map(({ id, name, url }) => ({
    '@type': 'Person',
    name,
    ...(url !== undefined && { url: siteUrl + url }),
    ...sameAs(profiles.get(id)),
  }));

/**
 * An item of a ready type. A review is an article as well, so that it has both. The site's default picture doesn't show
 * the dish, the event or the reviewed product, so an item without a picture has no image.
 */
function readyItem(facts: HeadFacts, canonical: string): Thing[] {
  const {
    page: { post, title },
    item,
    siteUrl,
    ownPicture,
    siteName,
    description,
    language,
    settings,
  } = facts;
  if (!post || post.isProtected || !item) return [];
  const archive = postTypeNamed(post.type).archive?.slug ?? '';
  const thing = describeItem({
    type: post.type,
    ...item,
    siteUrl,
    canonical,
    title: title || siteName,
    description,
    language,
    timeZone: settings.timezone_string,
    shared: {
      ...(ownPicture ? { image: searchFiles(ownPicture).map(imageObject) } : {}),
      author: people(facts),
      publisher: publisherId(siteUrl),
      datePublished: machineTime(post.publishedAt),
    },
    show: {
      name: settings.podcast_title || siteName,
      url: `${siteUrl}/${archive === '' ? '' : `${archive}/`}`,
    },
  });
  return thing ? [thing] : [];
}

function product(facts: HeadFacts, canonical: string): Thing[] {
  const { products, page, siteUrl, siteName, settings, picture, description, now } = facts;
  if (!products || page.post === undefined || page.post.isProtected) return [];
  return [
    describeProduct({
      products,
      currency: settings.shop_currency,
      canonical,
      name: page.title || siteName,
      description,
      images: page.post.featuredMediaId > 0 && picture ? searchFiles(picture).map(imageObject) : [],
      seller: publisherId(siteUrl),
      now,
    }),
  ];
}

/** UTF-16 units of text whose words are counted; a megabyte takes 60 ms. */
const maxCounted = 200_000;

/** Words of the text as written, or letters. */
function wordCount({ content }: Post, language: string): number {
  const text = contentToText(content);
  if (countsLetters(language)) return countLetters(text);
  let words = text === '' ? 0 : 1;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) words++;
  return words;
}

function profile({ page, siteUrl, description }: HeadFacts, canonical: string): Thing {
  const person = {
    '@type': 'Person',
    name: page.title,
    url: siteUrl + page.path,
    ...(description ? { description } : {}),
    ...sameAs(page.author && profilesOf(page.author)),
  };
  return {
    '@type': 'ProfilePage',
    '@id': canonical,
    url: canonical,
    name: page.title,
    isPartOf: siteId(siteUrl),
    mainEntity: person,
  };
}

function collection({ page, siteUrl, settings, siteName, description }: HeadFacts, canonical: string): Thing {
  return {
    '@type': 'CollectionPage',
    '@id': canonical,
    url: canonical,
    name: page.title || siteName,
    ...(description ? { description } : {}),
    isPartOf: siteId(siteUrl),
    inLanguage: settings.site_language,
  };
}

function breadcrumbs({ siteName, trail, siteUrl }: HeadFacts, canonical: string): Thing {
  return {
    '@type': 'BreadcrumbList',
    '@id': `${canonical}#breadcrumb`,
    itemListElement: trail.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: name || siteName,
      item: siteUrl + url,
    })),
  };
}

/** `2026-11-20T17:56:00Z`. */
const machineTime = (milliseconds: number): string => `${utcIso(milliseconds)}Z`;

/** Tags for social networks: Open Graph and X. Omits empty values. */
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
  // A logo is not shown as a large picture.
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
