import { useContext } from 'react';
import { z } from 'zod';
import type { Comment } from '../../modules/comments/model.ts';
import { findCommentPages, findNewestComments, readingOrderOf } from '../../modules/comments/reader.ts';
import { commentPagePath } from '../../modules/types/permalinks.ts';
import { authorLink, findThoseWithPages } from '../../modules/posts/authors.ts';
import { findPortraits } from '../../modules/portraits/portraits.ts';
import { trimWords } from '../../lib/plain-text.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { Avatar } from '../../ui/byline.tsx';
import { DateScope, formatDate, isoIn, useWords } from '../../ui/language.ts';
import { fillInElements } from '../../ui/elements.tsx';
import type { LoadContext } from '../load-context.ts';
import { commentHtml, commentSite } from '../post-comments/comment-html.server.ts';
import { flag, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

/** Words of an excerpt, and pixels of a portrait, as in WordPress. */
const excerptWords = 20;
const portraitSize = 48;
/** Comments to load for lists of up to ten, and for longer ones. */
const shortList = 10;
const maxListLength = 100;

interface LatestComment {
  readonly id: number;
  readonly author: { readonly name: string; readonly url: string };
  readonly userId: number;
  readonly portrait: string | undefined;
  readonly at: number;
  readonly post: { readonly title: string; readonly url: string };
  /** Cleaned HTML. */
  readonly html: string;
  readonly excerpt: string;
}

export const block = defineCoreBlock({
  name: 'core/latest-comments',
  attributes: {
    commentsToShow: whole(5, { min: 1, max: maxListLength }),
    displayAvatar: flag(true),
    displayDate: flag(true),
    displayContent: word(['excerpt', 'full', 'none']),
    displayExcerpt: z.boolean().optional().catch(undefined), // older attribute, from before there were three choices
  },
  load: async ({ commentsToShow }, context): Promise<{ readonly comments: readonly LatestComment[] }> => {
    const { content } = context;
    const site = await content.settings.current();
    const typography = siteTypography(site);
    // Lists that differ only in their length share a cached one.
    const length = commentsToShow <= shortList ? shortList : maxListLength;
    const { newest, pages, authors } = await context.cache(`newest comments ${length}`, (inner) =>
      loadNewest(length, inner),
    );
    const found = newest.slice(0, commentsToShow);
    const cards = await context.cards([...new Set(found.map(({ postId }) => postId))]);
    const posts = new Map(cards.map((card) => [card.id, card]));
    return {
      comments: found.flatMap((comment) => {
        const post = posts.get(comment.postId);
        const { url, portrait } = authors.get(comment.userId) ?? {};
        return post === undefined
          ? []
          : [
              {
                id: comment.id,
                userId: comment.userId,
                portrait,
                at: comment.createdAt,
                html: commentHtml(comment.content, commentSite(content.siteUrl, site)),
                author: {
                  name: typography.line(comment.authorName) || readerText(site, 'comment_anonymous'),
                  url: /^https?:\/\//i.test(comment.authorUrl) ? comment.authorUrl : (url ?? ''),
                },
                post: {
                  title: post.title,
                  url: `${commentPagePath(post.url, pages.get(comment.id) ?? 1)}#comment-${comment.id}`,
                },
                excerpt: trimWords(typography.line(comment.content), excerptWords),
              },
            ];
      }),
    };
  },
  View: ({ settings, data: { comments } }) => {
    const words = useWords();
    const dates = useContext(DateScope);
    const { displayAvatar, displayDate } = settings;
    const shown =
      settings.displayExcerpt === undefined
        ? settings.displayContent
        : settings.displayExcerpt
          ? 'excerpt'
          : 'none';
    const props = wrapperProps(
      'core/latest-comments',
      settings,
      displayAvatar && 'has-avatars',
      displayDate && 'has-dates',
      shown !== 'none' && 'has-excerpts',
      comments.length === 0 && 'no-comments',
    );
    if (comments.length === 0) return <div {...props}>{words.comments_none}</div>;
    return (
      <ol {...props}>
        {comments.map(({ id, author, userId, portrait, at, post, html, excerpt }) => (
          <li key={id} className="wp-block-latest-comments__comment">
            {displayAvatar && (
              <span className="wp-block-latest-comments__comment-avatar">
                <Avatar name={author.name} id={userId || id} src={portrait} size={portraitSize} />
              </span>
            )}
            <article>
              <footer className="wp-block-latest-comments__comment-meta">
                {fillInElements(
                  words.comment_on_post,
                  author.url === '' ? (
                    <span className="wp-block-latest-comments__comment-author">{author.name}</span>
                  ) : (
                    <a
                      className="wp-block-latest-comments__comment-author"
                      href={author.url}
                      rel="nofollow ugc"
                    >
                      {author.name}
                    </a>
                  ),
                  <a className="wp-block-latest-comments__comment-link" href={post.url}>
                    {post.title || words.no_title}
                  </a>,
                )}
                {displayDate && (
                  <time dateTime={isoIn(at, dates)} className="wp-block-latest-comments__comment-date">
                    {formatDate(at, 'full', dates)}
                  </time>
                )}
              </footer>
              {shown === 'full' && (
                <div
                  className="wp-block-latest-comments__comment-excerpt"
                  dangerouslySetInnerHTML={{ __html: html }}
                />
              )}
              {shown === 'excerpt' && (
                <div className="wp-block-latest-comments__comment-excerpt">
                  <p>{excerpt}</p>
                </div>
              )}
            </article>
          </li>
        ))}
      </ol>
    );
  },
});

async function loadNewest(length: number, context: LoadContext) {
  context.tag('list:comments');
  const { content } = context;
  const newest = await findNewestComments(content.database.read, length);
  const [pages, authors] = await Promise.all([
    findCommentPages(content.database.read, newest, readingOrderOf(await content.settings.current())),
    authorsOf(newest, context),
  ]);
  return { newest, pages, authors };
}

async function authorsOf(
  comments: readonly Comment[],
  context: LoadContext,
): Promise<Map<number, { url: string | undefined; portrait: string | undefined }>> {
  const { content } = context;
  const { permalink_structure: structure } = await content.settings.current();
  const users = await content.users.byIds([
    ...new Set(comments.map(({ userId }) => userId).filter((id) => id > 0)),
  ]);
  const ids = [...users.keys()];
  const [withPages, portraits] = await Promise.all([
    findThoseWithPages(content.database.read, ids),
    findPortraits(content, ids),
  ]);
  return new Map(
    [...users.values()].map((user) => {
      const portrait = portraits.get(user.id);
      const ofPicture = portrait && portrait.mediaId > 0 ? [`media:${portrait.mediaId}` as const] : [];
      for (const tag of [`user:${user.id}`, `list:author:${user.id}`, ...ofPicture] as const)
        context.tag(tag);
      return [
        user.id,
        {
          url: withPages.includes(user.id) ? authorLink(user, structure).url : undefined,
          portrait: portrait?.url,
        },
      ];
    }),
  );
}
