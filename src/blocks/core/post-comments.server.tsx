import { claimDiscussion } from '../post-comments/loader.server.ts';
import { Legacy } from './comments.server.tsx';
import { defineCoreBlock } from './core-block.ts';
import { currentDiscussion } from './discussion.tsx';

/** Earlier name of `core/comments`, from before it had inner blocks. */
export const block = defineCoreBlock({
  name: 'core/post-comments',
  attributes: {},
  stylesOf: ['broadsheet/post-comments'],
  load: async (_settings, context) => {
    if (!claimDiscussion(context)) return undefined;
    const discussion = await currentDiscussion(context);
    return discussion && { discussion };
  },
  View: ({ settings, data }) => <Legacy settings={settings} data={data} />,
});
