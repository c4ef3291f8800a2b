import type { PageInfo } from '../../../blocks/load-context.ts';
import { commentPagePath, partPath, permalinks } from '../../../modules/types/permalinks.ts';
import type { PermalinkStructure } from '../../../modules/types/permalinks.ts';
import { numberedText } from '../../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { siteTypography } from '../../../modules/settings/site-facts.ts';
import { htmlToText, trimWords } from '../../../lib/plain-text.ts';
import { postTypeNamed } from '../../../modules/types/registry.ts';

/** The document title: the editors' SEO title, else the names of page and site. */
export function documentTitle(page: PageInfo, settings: Settings): string {
  const typography = siteTypography(settings);
  const siteName = typography.text(settings.blogname);
  const { seoTitle } = page.post?.details ?? {};
  const commentPage = page.discussion?.page ?? 1;
  if (page.pageNumber === 1 && commentPage === 1) {
    if (seoTitle) return seoTitle;
    // The front page, a list or a page.
    if (page.path === '/')
      return [siteName, typography.text(settings.blogdescription)].filter(Boolean).join(' – ');
  }
  const name = seoTitle || page.title || siteName;
  const place = [
    ...(page.pageNumber > 1 ? [numberedText(settings, 'part', page.pageNumber)] : []),
    ...(commentPage > 1 ? [numberedText(settings, 'comment_page', commentPage)] : []),
  ];
  return typography.text(
    [name, ...place, siteName].filter((part, index, all) => all.indexOf(part) === index).join(' – '),
  );
}

const descriptionWords = 30;

/**
 * Meta description as plain text; may be empty, and is for protected posts. Editors' SEO descriptions stay as typed,
 * other text gets typographic marks.
 */
export function describePage(page: PageInfo, settings: Settings): string {
  const written = page.post?.isProtected ? '' : (page.post?.details.seoDescription ?? '');
  return written || siteTypography(settings).text(describe(page, settings));
}

function describe(
  { kind, post, term, author }: PageInfo,
  { blogdescription }: Pick<Settings, 'blogdescription'>,
): string {
  if (post) {
    if (post.isProtected) return '';
    return trimWords(
      htmlToText(post.excerpt) || htmlToText(post.details.subtitle) || post.opening,
      descriptionWords,
    );
  }
  if (term) return trimWords(htmlToText(term.description), descriptionWords);
  if (author) return trimWords(htmlToText(author.bio), descriptionWords);
  return kind === 'home' ? blogdescription : '';
}

/** Canonical URL, absolute: the editors' one for a republished article, else the page's own. */
export function canonicalUrl(
  page: PageInfo,
  siteUrl: string,
  structure: PermalinkStructure,
): string | undefined {
  if (page.kind === '404') return undefined;
  const elsewhere = page.post?.details.canonicalUrl ?? '';
  if (URL.canParse(elsewhere, siteUrl) && elsewhere !== '' && page.pageNumber === 1)
    return new URL(elsewhere, siteUrl).href;
  const address = pageAddress(page, page.pageNumber, structure);
  // As in WordPress, a page of comments is its own canonical.
  return (
    siteUrl +
    (page.discussion && page.discussion.page > 1 ? commentPagePath(address, page.discussion.page) : address)
  );
}

/** Root-relative address of page `n` of a listing, or part `n` of an article. */
export function pageAddress(
  page: Pick<PageInfo, 'path' | 'parts'>,
  n: number,
  structure: PermalinkStructure,
): string {
  return page.parts ? partPath(page.path, n) : permalinks(structure).paged(page.path, n);
}

export function isArticlePage({ kind, post }: PageInfo): boolean {
  return post !== undefined && kind !== 'home' && postTypeNamed(post.type).isArticle;
}

/** Value of the robots meta tag. */
export function robots(page: PageInfo, { blog_public: isPublic }: Pick<Settings, 'blog_public'>): string {
  if (!isPublic) return 'noindex, nofollow';
  const turned = page.blockPage !== undefined || page.queryPages !== undefined;
  const hidden =
    page.kind === '404' || page.search !== undefined || page.several || turned || page.post?.details.noindex;
  return hidden ? 'noindex, follow' : 'max-image-preview:large';
}
