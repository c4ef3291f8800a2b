import { useTextDirection } from '../../ui/language.ts';
import { flag, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { isFrontPage, writtenText } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/site-title',
  attributes: {
    level: whole(1, { min: 0, max: 6 }),
    isLink: flag(true),
    linkTarget: word(['_self', '_blank']),
  },
  load: async (settings, context) => {
    const blogname = await writtenText((await context.content.settings.current()).blogname, context);
    return blogname.trim() === ''
      ? undefined
      : { name: blogname, isCurrent: settings.isLink && isFrontPage(context.page) };
  },
  View: ({ settings, data: { name, isCurrent } }) => {
    const directionOf = useTextDirection();
    const Heading = settings.level === 0 ? 'p' : (`h${settings.level}` as 'h1');
    return (
      <Heading {...wrapperProps('core/site-title', settings)} dir={directionOf(name)}>
        {settings.isLink ? (
          <a href="/" target={settings.linkTarget} rel="home" aria-current={isCurrent ? 'page' : undefined}>
            {name}
          </a>
        ) : (
          name
        )}
      </Heading>
    );
  },
});
