import { siteTypography } from '../../content/settings/site-typography.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { safeAutop } from '../document/classic-content.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentTerm } from './current-term.server.ts';

export const block = defineCoreBlock({
  name: 'core/term-description',
  attributes: {},
  load: async (_settings, context) => {
    const typography = siteTypography(await context.content.settings.current());
    const html = cleanHtml(safeAutop(typography.html((await currentTerm(context))?.description ?? ''))).trim();
    return html === '' ? undefined : { html };
  },
  View: ({ settings, data: { html } }) => <div {...wrapperProps('core/term-description', settings)} dangerouslySetInnerHTML={{ __html: html }} />,
});
