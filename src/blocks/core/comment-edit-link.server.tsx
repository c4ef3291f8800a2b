import { mayModerate } from '../../modules/comments/policy.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

/** Link to the comment's editor, only on pages of users who can moderate. */
export const block = defineCoreBlock({
  name: 'core/comment-edit-link',
  attributes: { linkTarget: word(['_self', '_blank']) },
  load: async (_settings, context) => {
    const { comment } = context.inherited;
    if (!comment || !mayModerate(context.viewer.actor)) return undefined;
    return { id: comment.id, words: readerText(await context.content.settings.current(), 'comment_edit') };
  },
  View: ({ settings, data: { id, words } }) => (
    <div {...wrapperProps('core/comment-edit-link', settings)}>
      <a href={`/wp-admin/comment.php?action=editcomment&c=${id}`} target={settings.linkTarget}>
        {words}
      </a>
    </div>
  ),
});
