import { biographyOf, currentAuthor } from '../authors.server.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/post-author-biography',
  attributes: {},
  load: async (_settings, context) => {
    const author = await currentAuthor(context);
    const bio = author ? await biographyOf(author, context) : '';
    return bio === '' ? undefined : { bio };
  },
  View: ({ settings, data: { bio } }) => (
    <div {...wrapperProps('core/post-author-biography', settings)}>{bio}</div>
  ),
});
