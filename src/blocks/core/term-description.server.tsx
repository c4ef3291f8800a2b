import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { safeAutop } from '../document/classic-content.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentTerm } from './current-term.server.ts';

export const block = defineCoreBlock({
  name: 'core/term-description',
  attributes: {},
  load: async (_settings, context) => {
    const html = cleanHtml(safeAutop((await currentTerm(context))?.description ?? '')).trim();
    return html === '' ? undefined : { html };
  },
  View: ({ settings, data: { html } }) => <div {...wrapperProps('core/term-description', settings)} dangerouslySetInnerHTML={{ __html: html }} />,
});
