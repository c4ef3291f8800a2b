import { commentTexts } from '../post-comments/comment-form.server.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/comment-reply-link',
  attributes: {},
  load: async (_settings, context) => {
    const { comment } = context.inherited;
    return comment && comment.replyUrl !== ''
      ? { comment, texts: commentTexts(await context.content.settings.current()) }
      : undefined;
  },
  View: ({
    settings,
    data: {
      comment: { id, authorName, replyUrl },
      texts,
    },
  }) => (
    <div {...wrapperProps('core/comment-reply-link', settings)}>
      <a
        className="comment-reply-link"
        href={replyUrl}
        rel="nofollow"
        data-held=""
        data-commentid={id}
        data-name={authorName}
        aria-label={texts.comment_reply_to?.replace('%s', () => authorName)}
      >
        {texts.comment_reply}
      </a>
    </div>
  ),
});
