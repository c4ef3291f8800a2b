import { useWords } from '../../ui/language.ts';
import { flag, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/query-pagination',
  attributes: { paginationArrow: word(['none', 'arrow', 'chevron']), showLabel: flag(true) },
  container: 'loader',
  load: async ({ paginationArrow, showLabel }, context) => {
    const html = await context.renderInner({ paginationArrow, paginationLabels: showLabel });
    return html === undefined ? undefined : { html };
  },
  View: ({ settings: { layout, ...settings }, data: { html } }) => {
    const words = useWords();
    // Links are in a row by default.
    const props = wrapperProps('core/query-pagination', { ...settings, layout: { type: 'flex', ...layout } });
    return <nav {...props} aria-label={words.core_pagination} dangerouslySetInnerHTML={{ __html: html }} />;
  },
});
