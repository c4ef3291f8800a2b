import { flag, word } from './attributes.ts';
import { currentAuthor } from '../authors.server.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

export const block = defineCoreBlock({
  name: 'core/post-author-name',
  attributes: { isLink: flag(false), linkTarget: word(['_self', '_blank']) },
  load: async (_settings, context) => currentAuthor(context),
  View: ({ settings, data: { name, url } }) => (
    <div {...wrapperProps('core/post-author-name', settings)}>
      {settings.isLink && url !== undefined ? (
        <a href={url} target={settings.linkTarget} className="wp-block-post-author-name__link">
          {name}
        </a>
      ) : (
        name
      )}
    </div>
  ),
});
