import { findTerms } from '../../modules/terms/reader.ts';
import { useLanguage } from '../../ui/language.ts';
import { word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentTerm } from './block-context.server.ts';

const brackets = {
  round: ['(', ')'],
  none: ['', ''],
  square: ['[', ']'],
  curly: ['{', '}'],
  angle: ['<', '>'],
} as const;

export const block = defineCoreBlock({
  name: 'core/term-count',
  attributes: { bracketType: word(['round', 'none', 'square', 'curly', 'angle']) },
  load: async (_settings, context) => {
    const { termCount } = context.inherited;
    if (termCount !== undefined) return { count: termCount };
    const term = await currentTerm(context);
    if (!term) return undefined;
    context.tag(`list:term:${term.id}`);
    // A cached term may have an outdated count.
    return { count: (await findTerms(context.content.database.read, [term.id])).get(term.id)?.count ?? 0 };
  },
  View: ({ settings, data: { count } }) => {
    const language = useLanguage();
    const [before, after] = brackets[settings.bracketType];
    return (
      <div {...wrapperProps('core/term-count', settings)}>{`${before}${language.number(count)}${after}`}</div>
    );
  },
});
