import { useTextDirection } from '../../ui/language.ts';
import { flag, string, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/post-title',
  attributes: {
    level: whole(2, { min: 0, max: 6 }),
    isLink: flag(false),
    rel: string('', 200),
    linkTarget: word(['_self', '_blank']),
  },
  load: async (_settings, context) => {
    const item = await currentItem(context);
    return item && item.title !== '' ? { title: item.title, url: item.url } : undefined;
  },
  View: ({ settings, data: { title, url } }) => {
    const directionOf = useTextDirection();
    const { level, isLink, linkTarget, rel } = settings;
    const Heading = level === 0 ? 'p' : (`h${level}` as 'h2');
    return (
      <Heading {...wrapperProps('core/post-title', settings)} dir={directionOf(title)}>
        {isLink ? (
          <a href={url} target={linkTarget} rel={rel || undefined}>
            {title}
          </a>
        ) : (
          title
        )}
      </Heading>
    );
  },
});
