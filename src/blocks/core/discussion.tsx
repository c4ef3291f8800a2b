import type { LoadContext } from '../load-context.ts';
import type { SupportSettings } from './block-supports.ts';
import { StepLink } from './page-numbers.tsx';
import type { PostCommentsData, ShownComment } from '../post-comments/data.ts';
import { discussionOfPage, loadDiscussion } from '../post-comments/loader.server.ts';

interface Step {
  readonly url: string;
  readonly words: string;
  readonly arrow: string | undefined;
}

/** The chronologically previous or next page of comments, if any. */
export async function loadStep(side: 'previous' | 'next', context: LoadContext): Promise<Step | undefined> {
  const discussion = await currentDiscussion(context);
  const url = side === 'previous' ? discussion?.older : discussion?.newer;
  if (!discussion || url === undefined) return undefined;
  const words = (side === 'previous' ? discussion.texts.comment_older : discussion.texts.comment_newer) ?? '';
  return { url, words, arrow: context.inherited.paginationArrow };
}

interface StepProps {
  readonly side: 'previous' | 'next';
  readonly settings: SupportSettings & { readonly label: string };
  readonly data: Step;
}

export function CommentsStep({ side, settings, data: { url, words, arrow } }: StepProps) {
  return (
    <StepLink
      block="comments-pagination"
      side={side}
      settings={settings}
      url={url}
      words={words}
      arrow={arrow}
      rel="nofollow"
    />
  );
}

/** The discussion of the block's post; for one in a list, its first page. Undefined if it has no comments and accepts none. Cached per page. */
export async function currentDiscussion(context: LoadContext): Promise<PostCommentsData | undefined> {
  const { postId } = context.inherited;
  if (postId === undefined || postId === context.page.post?.id) return discussionOfPage(context);
  const [card] = await context.cards([postId]);
  return card && discussionAt(context, postId, card.url);
}

function discussionAt(
  context: LoadContext,
  postId: number,
  path: string,
): Promise<PostCommentsData | undefined> {
  return context.cache(`discussion ${postId} in a list`, async (inner) => {
    const [post] = await inner.posts([postId]);
    return post ? loadDiscussion(inner, { post, path, asked: { page: 1, replyTo: 0 } }) : undefined;
  });
}

/** A comment of any post, if visitors can see it. */
export async function findShownComment(context: LoadContext, id: number): Promise<ShownComment | undefined> {
  const comment = (await context.together.comments([id])).get(id);
  if (!comment) return undefined;
  context.tag(`comments:${comment.postId}`);
  const [card] = await context.cards([comment.postId]);
  const discussion = card && (await discussionAt(context, comment.postId, card.url));
  return discussion?.comments.find((shown) => shown.id === id);
}
