import { labelProfile } from '../../lib/clean-html/profiles.ts';
import { fillIn } from '../../lib/messages.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { useWords } from '../../ui/language.ts';
import { string, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem, writtenHtml } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/read-more',
  attributes: {
    content: string('', 1000),
    linkTarget: word(['_self', '_blank']),
    justifyContent: word(['', 'left', 'center', 'right', 'space-between']),
  },
  load: async ({ content }, context) => {
    const item = await currentItem(context);
    return (
      item && {
        url: item.url,
        title: item.title,
        id: item.id,
        words: (await writtenHtml(content, labelProfile, context)).trim(),
      }
    );
  },
  View: ({ settings, data: { url, title, id, words: own } }) => {
    const words = useWords();
    const { justifyContent: justified, linkTarget } = settings;
    const html =
      `${own || escapeHtml(words.core_read_more)}<span class="screen-reader-text visually-hidden">` +
      `${escapeHtml(`: ${title || fillIn(words.core_untitled, id)}`)}</span>`;
    const props = wrapperProps('core/read-more', settings, justified !== '' && `is-justified-${justified}`);
    return <a {...props} href={url} target={linkTarget} dangerouslySetInnerHTML={{ __html: html }} />;
  },
});
