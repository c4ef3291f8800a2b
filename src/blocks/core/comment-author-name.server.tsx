import { flag, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/comment-author-name',
  attributes: { isLink: flag(true), linkTarget: word(['_self', '_blank']) },
  load: async (_settings, context) => context.inherited.comment,
  View: ({ settings, data: { authorName, authorUrl } }) => (
    <div {...wrapperProps('core/comment-author-name', settings)}>
      {authorUrl !== '' && settings.isLink ? (
        <a rel="external nofollow ugc" href={authorUrl} target={settings.linkTarget}>
          {authorName}
        </a>
      ) : (
        authorName
      )}
    </div>
  ),
});
