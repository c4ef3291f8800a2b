import { findPictureFiles } from '../../../modules/media/picture-files.ts';
import { listNewestIds } from '../../../modules/posts/list-filtered.ts';
import { findPostPaths } from '../../../modules/posts/page-path.ts';
import { findVisiblePosts } from '../../../modules/posts/find-visible.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { nameOfSite } from '../../../modules/settings/site-name.ts';
import { siteTypography } from '../../../modules/settings/site-typography.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { sitemapFile, sitemapReply } from './sitemap-xml.ts';
import { articleTypes } from '../../../modules/types/registry.ts';

/** News search engines take the articles of two days, a thousand at most. */
const newsAge = 2 * 24 * 60 * 60_000;
const mostNews = 1000;

/** The articles of the last two days, of all types that are read as such; kept until the oldest of them is none any more. */
export async function newsSitemap({ content }: Site, settings: Settings): Promise<RenderedReply> {
  const { read } = content.database;
  const now = Date.now();
  const types = articleTypes();
  const ids = (await listNewestIds(read, types, mostNews, { from: now - newsAge, to: now + 1 })).slice(
    0,
    mostNews,
  );
  const found = await findVisiblePosts(read, ids);
  const posts = ids
    .map((id) => found.get(id))
    .filter((post) => post !== undefined)
    .filter(({ details }) => !details.noindex && details.canonicalUrl === '');
  const [paths, pictures] = await Promise.all([
    findPostPaths(read, posts, settings.permalink_structure),
    findPictureFiles(
      content,
      posts.map(({ featuredMediaId }) => featuredMediaId),
    ),
  ]);
  const name = settings.news_publication_name || nameOfSite(settings, content.siteUrl);
  const oldest = posts.at(-1);
  const body = sitemapFile(
    posts.map((post) => {
      const picture = pictures.get(post.featuredMediaId);
      return {
        url: content.siteUrl + (paths.get(post.id) ?? `/?p=${post.id}`),
        modifiedAt: Math.max(post.modifiedAt, post.publishedAt),
        pictures: picture ? [picture.original.url] : [],
        news: {
          name,
          language: newsLanguage(settings.site_language),
          publishedAt: post.publishedAt,
          title: siteTypography(settings).line(post.title) || name,
        },
      };
    }),
  );
  return sitemapReply(
    body,
    new Map(types.map((type) => [`list:${type}`, 'primary'])),
    oldest && oldest.publishedAt + newsAge,
  );
}

/** Two letters, but for the two ways to write Chinese. */
function newsLanguage(tag: string): string {
  const [language = 'en', region = ''] = tag.toLowerCase().split('-');
  return language === 'zh'
    ? region === 'tw' || region === 'hk' || region === 'hant'
      ? 'zh-tw'
      : 'zh-cn'
    : language;
}
