import { readerText } from '../../content/settings/definitions/translations.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/comment-content',
  attributes: {},
  load: async (_settings, context) => {
    const { comment } = context.inherited;
    if (!comment) return undefined;
    return { html: comment.html, held: comment.isHeld ? readerText(await context.content.settings.current(), 'comment_held') : undefined };
  },
  View: ({ settings, data: { html, held } }) => (
    <div {...wrapperProps('core/comment-content', settings, 'comment-content')}>
      {held !== undefined && <p role="status"><em className="comment-awaiting-moderation">{held}</em></p>}
      {/* Cleaned by the loader of the discussion. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  ),
});
