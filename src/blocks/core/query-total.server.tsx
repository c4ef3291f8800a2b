import { fillIn } from '../../lib/messages.ts';
import { useLanguage, useWords } from '../../ui/language.ts';
import { word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { queriedSize } from './queried-posts.server.ts';

export const block = defineCoreBlock({
  name: 'core/query-total',
  attributes: { displayType: word(['total-results', 'range-display']) },
  load: (_settings, context) => queriedSize(context),
  View: ({ settings, data: { total, page, perPage } }) => {
    const words = useWords();
    const { number, counted } = useLanguage();
    const from = total === 0 ? 0 : (page - 1) * perPage + 1;
    const to = Math.min(from + perPage - 1, total);
    const range =
      from >= to
        ? fillIn(words.core_query_range_one, number(Math.min(from, total)), number(total))
        : fillIn(words.core_query_range, number(from), number(to), number(total));
    return (
      <div {...wrapperProps('core/query-total', settings)}>
        {settings.displayType === 'range-display' ? range : counted(words.core_query_found, total)}
      </div>
    );
  },
});
