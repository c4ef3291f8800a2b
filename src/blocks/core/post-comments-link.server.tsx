import { closesAt, whyClosed } from '../../modules/comments/policy.ts';
import { fillIn } from '../../lib/messages.ts';
import { useLanguage, useWords } from '../../ui/language.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/post-comments-link',
  attributes: {},
  load: async (_settings, context) => {
    const item = await currentItem(context);
    const site = await context.content.settings.current();
    if (!item || whyClosed(item, site, context.now) === 'closed') return undefined;
    const closes = closesAt(item, site);
    if (Number.isFinite(closes)) context.expireIn(closes - context.now);
    return {
      url: `${item.url}#${item.commentCount === 0 ? 'respond' : 'comments'}`,
      count: item.commentCount,
      title: item.title,
    };
  },
  View: ({ settings, data: { url, count, title } }) => {
    const words = useWords();
    const { counted } = useLanguage();
    const text = count === 0 ? words.core_no_comments : counted(words.comment_count, count);
    return (
      <div {...wrapperProps('core/post-comments-link', settings)}>
        <a href={url}>
          {text}
          {title !== '' && (
            <span className="screen-reader-text visually-hidden">{` ${fillIn(words.core_on_post, title)}`}</span>
          )}
        </a>
      </div>
    );
  },
});
