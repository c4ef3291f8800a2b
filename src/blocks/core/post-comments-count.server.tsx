import { useLanguage } from '../../ui/language.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/post-comments-count',
  attributes: {},
  load: async (_settings, context) => {
    const item = await currentItem(context);
    return item && { count: item.commentCount };
  },
  View: ({ settings, data: { count } }) => (
    <div {...wrapperProps('core/post-comments-count', settings)}>{useLanguage().number(count)}</div>
  ),
});
