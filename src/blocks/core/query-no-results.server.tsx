import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { queriedPosts } from './queried-posts.server.ts';

export const block = defineCoreBlock({
  name: 'core/query-no-results',
  showsPosts: true,
  attributes: {},
  container: 'loader',
  load: async (_settings, context) => {
    const html = (await queriedPosts(context)).length > 0 ? undefined : await context.renderInner();
    return html === undefined || html.trim() === '' ? undefined : { html };
  },
  View: ({ settings, data: { html } }) => (
    <div {...wrapperProps('core/query-no-results', settings)} dangerouslySetInnerHTML={{ __html: html }} />
  ),
});
