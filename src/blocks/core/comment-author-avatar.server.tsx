import { Avatar } from '../../ui/byline.tsx';
import { whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

/** Earlier name of `core/avatar` within comments. */
export const block = defineCoreBlock({
  name: 'core/comment-author-avatar',
  attributes: { width: whole(96, { min: 16, max: 512 }), height: whole(96, { min: 16, max: 512 }) },
  load: async (_settings, context) => context.inherited.comment,
  View: ({ settings, data: { authorName, authorColor, portrait } }) => (
    <div {...wrapperProps('core/comment-author-avatar', settings)}>
      <Avatar
        name={authorName}
        id={authorColor}
        src={portrait}
        size={settings.width}
        height={settings.height}
      />
    </div>
  ),
});
