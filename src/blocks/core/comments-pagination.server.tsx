import { useWords } from '../../ui/language.ts';
import { word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentDiscussion } from './discussion.tsx';

export const block = defineCoreBlock({
  name: 'core/comments-pagination',
  container: 'loader',
  attributes: { paginationArrow: word(['none', 'arrow', 'chevron']) },
  load: async ({ paginationArrow }, context) => {
    const discussion = await currentDiscussion(context);
    if (!discussion || discussion.pages < 2) return undefined;
    const html = await context.renderInner({ paginationArrow });
    return html === undefined ? undefined : { html };
  },
  View: ({ settings, data: { html } }) => {
    const words = useWords();
    return (
      <nav
        {...wrapperProps('core/comments-pagination', {
          ...settings,
          layout: { type: 'flex', ...settings.layout },
        })}
        aria-label={words.core_comments_pagination}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    );
  },
});
