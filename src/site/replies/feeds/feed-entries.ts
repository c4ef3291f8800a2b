import { commentHtml, commentSite } from '../../../blocks/post-comments/comment-html.server.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import type { Comment } from '../../../modules/comments/model.ts';
import { ofDiscussedType } from '../../../modules/comments/policy.ts';
import { findCommentPages, readingOrderOf } from '../../../modules/comments/reader.ts';
import type { FeedFormat } from '../../../modules/types/permalinks.ts';
import { findFilesByUrls } from '../../../modules/media/attached.ts';
import type { FoundFile } from '../../../modules/media/attached.ts';
import { findPictureFiles } from '../../../modules/media/picture.ts';
import type { PictureFiles } from '../../../modules/media/picture.ts';
import { commentPagePath, feedAddress } from '../../../modules/types/permalinks.ts';
import { authorLinks, findAuthorsWithPages } from '../../../modules/posts/authors.ts';
import { excerptOf } from '../../../modules/cards/cards.ts';
import { findPostPaths } from '../../../modules/posts/addresses.ts';
import { languageOfPost } from '../../../modules/terms/model.ts';
import { isListed } from '../../../modules/posts/policy.ts';
import type { Post } from '../../../modules/posts/model.ts';
import { episodeFiles, findEpisodeMeta } from '../../../modules/podcasts/episodes.ts';
import type { EpisodeFile } from '../../../modules/podcasts/episodes.ts';
import { findSummaries, findVisiblePosts } from '../../../modules/posts/reader.ts';
import { longText } from '../../../modules/posts/prepare-text.ts';
import { readerText } from '../../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { siteTypography, formerSites } from '../../../modules/settings/site-facts.ts';
import { asIri } from '../../../lib/urls.ts';
import { fillIn } from '../../../lib/messages.ts';
import type { WorkerPool } from '../../../lib/worker-pool.ts';
import { feedHtml, feedTask } from '../../../lib/markup/feed-html.ts';
import { escapeHtml, htmlToText } from '../../../lib/plain-text.ts';
import { renderPostsHtml } from '../../pages/render-post-html.ts';
import type { Site } from '../../pages/site.ts';
import { readyEnclosures } from './ready-enclosures.ts';
import type { Enclosure, FeedEntry } from './feed.ts';
import { taxonomyNamed } from '../../../modules/types/registry.ts';

export type NoteTag = (tag: Tag, weight?: 'primary' | 'secondary') => void;

export interface FeedDepends {
  readonly note: NoteTag;
  /** Milliseconds since 1970 after which the feed expires. */
  readonly expireAt: (time: number) => void;
  /** Called when a list in a post's content could not be loaded in time. */
  readonly lack: () => void;
}

/** Posts as entries in the order of `ids`, without those that are not listed. `channel`: a PowerPress channel whose files to use. */
export async function postEntries(
  site: Site,
  ids: readonly number[],
  format: FeedFormat,
  depends: FeedDepends,
  channel?: string,
): Promise<FeedEntry[]> {
  const { note } = depends;
  const { content } = site;
  const settings = await content.settings.current();
  const { permalink_structure: structure, rss_use_excerpt: excerptsOnly } = settings;
  const typography = siteTypography(settings);
  const { read } = content.database;
  for (const id of ids) note(`post:${id}`);
  const found = await findVisiblePosts(read, ids);
  const posts = ids.map((id) => found.get(id)).filter((post) => post !== undefined);
  const [paths, withPages, terms, users, pictures, meta, contents] = await Promise.all([
    findPostPaths(read, posts, structure),
    findAuthorsWithPages(read, posts),
    content.terms.withAncestors(posts.flatMap(({ termIds }) => termIds)),
    content.users.byIds(posts.flatMap(({ authorIds }) => authorIds)),
    findPictureFiles(
      content,
      posts.map(({ featuredMediaId }) => featuredMediaId),
    ),
    findEpisodeMeta(
      read,
      posts.map(({ id }) => id),
      channel,
    ),
    excerptsOnly ? undefined : renderPostsHtml(site, posts, depends),
  ]);
  if (posts.some(({ holdsPatterns }) => holdsPatterns)) note('excerpts', 'secondary');
  for (const id of terms.keys()) note(`term:${id}`, 'secondary');
  for (const id of users.keys()) note(`user:${id}`, 'secondary');
  for (const id of pictures.keys()) note(`post:${id}`, 'secondary');
  const named = posts.map(({ id }) => episodeFiles(meta.get(id), content.siteUrl, channel));
  const [files, ready] = await Promise.all([
    ownFiles(site, settings, named.flat(), note),
    channel === undefined ? readyEnclosures(site, settings, { posts, paths, pictures, note }) : undefined,
  ]);
  const urlOf = ({ id }: Post) => content.siteUrl + (paths.get(id) ?? `/?p=${id}`);
  const bodies: string[] = [];
  // One after the other: many long texts would fill the workers' queue.
  if (contents)
    for (const [index, post] of posts.entries())
      bodies.push(await feedHtmlOf(content.textWorkers, contents[index] ?? '', urlOf(post)));
  return posts.map((post, index): FeedEntry => {
    const path = paths.get(post.id) ?? `/?p=${post.id}`;
    const url = urlOf(post);
    const picture = pictures.get(post.featuredMediaId);
    return {
      id: entryId(content.siteUrl, post),
      url,
      title: typography.line(post.title),
      language: languageOfPost(post, terms),
      publishedAt: post.publishedAt,
      updatedAt: Math.max(post.modifiedAt, post.publishedAt),
      authors: authorLinks(post.authorIds, users, structure, withPages).map(({ name, url: profile }) => ({
        name,
        ...(profile === undefined ? {} : { url: content.siteUrl + profile }),
      })),
      categories: post.termIds.flatMap((id) => {
        const term = terms.get(id);
        return term && taxonomyNamed(term.taxonomy).isTopic ? [htmlToText(term.name)] : [];
      }),
      summary: escapeHtml(typography.text(excerptOf(post))),
      content: contents && bodies[index],
      comments: ofDiscussedType.test(post)
        ? {
            url: `${url}#comments`,
            feedUrl: content.siteUrl + feedAddress(structure, path, format),
            count: post.commentCount,
          }
        : undefined,
      picture,
      enclosures:
        ready?.get(post.id) ??
        (named[index]?.length
          ? named[index].map((file) => withOwnFile(file, files))
          : pictureEnclosures(picture)),
    };
  });
}

export const feedHtmlOf = async (textWorkers: WorkerPool, html: string, pageUrl: string) =>
  html.length < longText ? feedHtml(html, pageUrl) : textWorkers.run(feedTask, { html, pageUrl });

/** Comments as entries, without those on posts that are missing or not listed. `ofPost`: the feed is of one post, so titles omit it. */
export async function commentEntries(
  { content }: Site,
  comments: readonly Comment[],
  ofPost: boolean,
  note: NoteTag,
): Promise<FeedEntry[]> {
  const settings = await content.settings.current();
  const typography = siteTypography(settings);
  const { read } = content.database;
  const summaries = await findSummaries(read, [...new Set(comments.map(({ postId }) => postId))]);
  const [paths, pages] = await Promise.all([
    findPostPaths(read, [...summaries.values()], settings.permalink_structure),
    findCommentPages(read, comments, readingOrderOf(settings)),
  ]);
  for (const id of summaries.keys()) note(`post:${id}`);
  return comments.flatMap((comment) => {
    const post = summaries.get(comment.postId);
    if (!post || !isListed(post) || !ofDiscussedType.test(post)) return [];
    const name = inertName(typography.line(comment.authorName)) || readerText(settings, 'comment_anonymous');
    const path = commentPagePath(paths.get(post.id) ?? `/?p=${post.id}`, pages.get(comment.id) ?? 1);
    const url = content.siteUrl + path;
    const html = feedHtml(commentHtml(comment.content, commentSite(content.siteUrl, settings)), url);
    return [
      {
        id: asIri(`${entryId(content.siteUrl, post)}#comment-${comment.id}`),
        url: `${url}#comment-${comment.id}`,
        title: ofPost
          ? fillIn(readerText(settings, 'feed_comment_by'), name)
          : fillIn(readerText(settings, 'feed_comment_on'), typography.line(post.title), name),
        authors: [{ name }],
        publishedAt: comment.createdAt,
        updatedAt: comment.createdAt,
        categories: [],
        summary: escapeHtml(htmlToText(html)),
        content: html,
        enclosures: [],
      },
    ];
  });
}

/** A visitor's name without angle brackets: feed readers disagree on whether titles and names are text or HTML. */
function inertName(name: string): string {
  return name.replaceAll('<', '‹').replaceAll('>', '›');
}

/** Uses an imported id that is a URL of any scheme, so that readers recognize old entries; escapes blanks as WordPress' feeds do. */
export function entryId(siteUrl: string, { id, guid }: Pick<Post, 'id' | 'guid'>): string {
  return URL.canParse(guid) ? asIri(guid) : `${siteUrl}/?p=${id}`;
}

/** Files of this site among `named`, keyed by the address in `named`, which may be of the former site. */
async function ownFiles(
  { content }: Site,
  settings: Settings,
  named: readonly EpisodeFile[],
  note: NoteTag,
): Promise<ReadonlyMap<string, FoundFile>> {
  const urls = named.map(({ url }) => url);
  const files =
    urls.length === 0
      ? new Map<string, FoundFile>()
      : await findFilesByUrls(content, urls, formerSites(settings));
  for (const { id } of files.values()) note(`media:${id}`, 'secondary');
  return files;
}

function withOwnFile(episode: EpisodeFile, files: ReadonlyMap<string, FoundFile>): Enclosure {
  const file = files.get(episode.url);
  return file
    ? { url: file.url, length: file.bytes || episode.length, type: file.mimeType || episode.type, episode }
    : { ...episode, episode };
}

function pictureEnclosures(picture: PictureFiles | undefined): Enclosure[] {
  return picture && picture.bytes > 0
    ? [{ url: picture.original.url, length: picture.bytes, type: picture.original.mime }]
    : [];
}
