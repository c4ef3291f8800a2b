import { findPictures } from '../../content/media/reader.ts';
import { fillIn } from '../../lib/fill-in.ts';
import { useWords } from '../../ui/words.ts';
import { flag, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { isFrontPage } from './front-page.ts';

/** Widest logo that an attribute may ask for, in CSS pixels. */
const widest = 4000;

export const block = defineCoreBlock({
  name: 'core/site-logo',
  // Whether the site's icon is the same picture is for who saves the block.
  attributes: { width: whole(0, { max: widest }), isLink: flag(true), linkTarget: word(['_self', '_blank']), shouldSyncIcon: flag(false) },
  load: async ({ isLink }, context) => {
    const { site_logo: id, blogname } = await context.content.settings.current();
    if (id <= 0) return undefined;
    const picture = await context.keep(`logo ${id}`, async (inner) => {
      const { content } = inner;
      inner.tag(`post:${id}`);
      inner.tag(`media:${id}`);
      return (await findPictures(content, [id])).get(id);
    });
    return picture && { picture, name: blogname, isCurrent: isLink && isFrontPage(context.page) };
  },
  View: ({ settings, data: { picture, name, isCurrent } }) => {
    const words = useWords();
    const { width, isLink, linkTarget } = settings;
    const shown = width > 0 ? width : picture.width;
    const image = <img
      className="custom-logo" src={picture.src} srcSet={picture.srcset || undefined} sizes={picture.srcset === '' || shown <= 0 ? undefined : `${shown}px`}
      width={shown > 0 ? shown : undefined} height={shown > 0 && picture.width > 0 ? Math.round((shown * picture.height) / picture.width) : undefined}
      alt={picture.alt || name} decoding="async"
    />;
    const opensTab = linkTarget === '_blank';
    return (
      <div {...wrapperProps('core/site-logo', settings, width <= 0 && 'is-default-size')}>
        {isLink
          ? <a
            href="/" className="custom-logo-link" rel="home" aria-current={isCurrent ? 'page' : undefined} target={opensTab ? linkTarget : undefined}
            aria-label={opensTab ? fillIn(words.home_new_tab, picture.alt || name) : undefined}
          >{image}</a>
          : image}
      </div>
    );
  },
});
