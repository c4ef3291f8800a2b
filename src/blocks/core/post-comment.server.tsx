import { whole } from './attributes.ts';
import { defineCoreBlock } from './core-block.ts';
import { findShownComment } from './discussion.tsx';

export const block = defineCoreBlock({
  name: 'core/post-comment',
  container: 'loader',
  attributes: { commentId: whole(0) },
  load: async ({ commentId }, context) => {
    const comment = commentId > 0 ? await findShownComment(context, commentId) : undefined;
    return comment && context.renderInner({ comment }, `comment:${commentId}`);
  },
});
