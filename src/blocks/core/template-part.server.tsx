import { templatePartType } from '../../modules/types/names.ts';
import { string, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { findTemplatePart } from './find-template-part.ts';

/** Elements of template areas, as in WordPress. */
const areaTags: Readonly<Record<string, 'header' | 'footer' | 'aside'>> = {
  header: 'header',
  footer: 'footer',
  sidebar: 'aside',
};

export const block = defineCoreBlock({
  name: 'core/template-part',
  // Headers and footers are on every page, so their posts may appear again in the page's lists.
  showsPosts: ({ slug, area, tagName }) =>
    ![slug, area, tagName].some((name) => /^(?:header|footer)\b/.test(name)),
  attributes: {
    slug: string('', 200),
    theme: string('', 200),
    area: string('', 100),
    tagName: word(['', 'div', 'header', 'footer', 'main', 'section', 'article', 'aside', 'nav']),
  },
  load: async ({ slug, theme, area }, context) => {
    const part = await findTemplatePart(slug, theme, context);
    const html = await context.renderDocument({ part: part?.id ?? 0, type: templatePartType, name: slug });
    return html === undefined ? undefined : { html, area: part?.area || area };
  },
  View: ({ settings, data: { html, area } }) => {
    const Part = settings.tagName || areaTags[area] || 'div';
    return (
      <Part {...wrapperProps('core/template-part', settings)} dangerouslySetInnerHTML={{ __html: html }} />
    );
  },
});
