import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import { loadLogo } from '../logo.server.ts';
import { Logo } from '../logo.tsx';
import { flag, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { isFrontPage } from './block-context.server.ts';

/** CSS pixels. */
const widest = 4000;

export const block = defineCoreBlock({
  name: 'core/site-logo',
  // `shouldSyncIcon` only matters when the block is saved.
  attributes: {
    width: whole(0, { max: widest }),
    isLink: flag(true),
    linkTarget: word(['_self', '_blank']),
    shouldSyncIcon: flag(false),
  },
  load: async ({ isLink }, context) => {
    const logo = await loadLogo(context);
    const { blogname } = await context.content.settings.current();
    return logo && { logo, name: blogname, isCurrent: isLink && isFrontPage(context.page) };
  },
  View: ({ settings, data: { logo, name, isCurrent } }) => {
    const words = useWords();
    const { width, isLink, linkTarget } = settings;
    const shown = (own: number) => (width > 0 ? width : own);
    const image = (
      <Logo
        logo={logo}
        name={name}
        className="custom-logo"
        sizes={shown(logo.picture.width) > 0 ? `${shown(logo.picture.width)}px` : undefined}
        sized={(own) => ({
          width: shown(own.width),
          height: own.width > 0 ? Math.round((shown(own.width) * own.height) / own.width) : 0,
        })}
      />
    );
    const opensTab = linkTarget === '_blank';
    return (
      <div {...wrapperProps('core/site-logo', settings, width <= 0 && 'is-default-size')}>
        {isLink ? (
          <a
            href="/"
            className="custom-logo-link"
            rel="home"
            aria-current={isCurrent ? 'page' : undefined}
            target={opensTab ? linkTarget : undefined}
            aria-label={opensTab ? fillIn(words.home_new_tab, logo.picture.alt || name) : undefined}
          >
            {image}
          </a>
        ) : (
          image
        )}
      </div>
    );
  },
});
