import { excerptWords } from '../../modules/cards/cards.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { labelProfile } from '../../lib/clean-html/profiles.ts';
import type { LoadContext } from '../load-context.ts';
import { useTextDirection } from '../../ui/language.ts';
import { flag, string, whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem, writtenHtml, excerptOfWords } from './block-context.server.ts';
import type { Item } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/post-excerpt',
  attributes: {
    moreText: string('', 500),
    showMoreOnNewLine: flag(true),
    excerptLength: whole(excerptWords, { max: 1000 }),
  },
  load: async ({ moreText, excerptLength }, context) => {
    const item = await currentItem(context);
    if (!item) return undefined;
    const [excerpt, more] = [
      await excerptFor(item, excerptLength, context),
      (await writtenHtml(moreText, labelProfile, context)).trim(),
    ];
    return { excerpt, more, url: item.url };
  },
  View: ({ settings, data: { excerpt, more, url } }) => {
    const directionOf = useTextDirection();
    const onOneLine = !settings.showMoreOnNewLine;
    const link =
      more === '' ? null : (
        <a
          className="wp-block-post-excerpt__more-link"
          href={url}
          dangerouslySetInnerHTML={{ __html: more }}
        />
      );
    return (
      <div {...wrapperProps('core/post-excerpt', settings)}>
        <p className="wp-block-post-excerpt__excerpt" dir={directionOf(excerpt)}>
          {excerpt !== '' && onOneLine && link ? `${excerpt} ` : excerpt}
          {onOneLine && link}
        </p>
        {!onOneLine && link && <p className="wp-block-post-excerpt__more-text">{link}</p>}
      </div>
    );
  },
});

async function excerptFor(item: Item, words: number, context: LoadContext): Promise<string> {
  if (item.post?.isProtected && !context.viewer.unlocked.has(item.id))
    return readerText(await context.content.settings.current(), 'core_excerpt_protected');
  return excerptOfWords(item, words, context, item.post);
}
