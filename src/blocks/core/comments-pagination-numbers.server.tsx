import { commentPagePath } from '../../modules/types/permalinks.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentDiscussion } from './discussion.tsx';
import { PageNumbers } from './page-numbers.tsx';

export const block = defineCoreBlock({
  name: 'core/comments-pagination-numbers',
  attributes: {},
  load: async (_settings, context) => {
    const discussion = await currentDiscussion(context);
    return discussion && discussion.pages > 1
      ? { path: discussion.path, page: discussion.page, pages: discussion.pages }
      : undefined;
  },
  View: ({ settings, data: { path, page, pages } }) => (
    <div {...wrapperProps('core/comments-pagination-numbers', settings)}>
      <PageNumbers current={page} pages={pages} urlOf={(n) => `${commentPagePath(path, n)}#comments`} />
    </div>
  ),
});
