import { escapeHtml } from '../../lib/plain-text.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/comment-content',
  attributes: {},
  load: async (_settings, context) => {
    const { comment } = context.inherited;
    if (!comment) return undefined;
    if (!comment.isHeld) return comment.html;
    const held = readerText(await context.content.settings.current(), 'comment_held');
    return `<p role="status"><em class="comment-awaiting-moderation">${escapeHtml(held)}</em></p>${comment.html}`;
  },
  // Cleaned by the discussion's loader.
  View: ({ settings, data }) => (
    <div
      {...wrapperProps('core/comment-content', settings, 'comment-content')}
      dangerouslySetInnerHTML={{ __html: data }}
    />
  ),
});
