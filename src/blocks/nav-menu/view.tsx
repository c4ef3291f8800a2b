import type { CSSProperties } from 'react';
import type { Audience } from '../../modules/menus/model.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import { audienceOf, hasAddress, holdsCurrent, isCurrent, submenuAudience } from './data.ts';
import type { MegaMenu, MenuLink, NavMenuData } from './data.ts';
import { Arrow, audienceClass, ItemLink, ItemText } from './menu-link.tsx';

export function View({ settings, data, blockId }: ViewProps<Settings, NavMenuData>) {
  const acting = useActing();
  const words = useWords();
  const list = (
    <Items links={data.links} path={data.path} top={settings.style === 'bar' ? blockId : undefined} />
  );
  if (settings.style !== 'bar') {
    return (
      <nav className={`nav-${settings.style}`} aria-label={settings.label}>
        {settings.show_label && <h2 className="nav-label">{settings.label}</h2>}
        {list}
      </nav>
    );
  }
  const style = {
    '--submenu-min': `${data.submenuWidth.min}em`,
    '--submenu-max': `${data.submenuWidth.max}em`,
    '--more': `${roomOf(words.menu_more)}ch`,
  } as CSSProperties;
  return (
    <nav className="nav-menu" aria-label={settings.label} style={style} {...acting.now('nav-menu')}>
      {list}
      {data.links.length > 1 && <More panel={`${blockId}-more`} />}
    </nav>
  );
}

/** CJK characters, which are twice as wide as a digit. */
const wide = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/gu;
/** Width of an item in digits, with its arrow and padding. */
const roomOf = (word: string) => word.length + (word.match(wide)?.length ?? 0) + 4;

/** Holds the items that don't fit the row (reader/behaviours/menus/run-menu.ts); CSS shows it if needed, before the first paint. */
function More({ panel }: { readonly panel: string }) {
  const words = useWords();
  return (
    <ul className="menu menu-more">
      <li className="menu-item menu-item-has-children menu-item-mega">
        <button type="button" className="menu-toggle menu-text" aria-expanded="false" aria-controls={panel}>
          {words.menu_more}
          <Arrow />
        </button>
        <div className="mega-menu is-bare" id={panel} />
      </li>
    </ul>
  );
}

interface ItemsProps {
  readonly links: readonly MenuLink[];
  readonly path: string;
  /** Prefix of submenu ids; undefined in lists, where all items are visible. */
  readonly top: string | undefined;
  readonly id?: string | undefined;
  /** The readers who see any of the items; undefined at the top level. */
  readonly audience?: Audience;
}

function Items({ links, path, top, id, audience }: ItemsProps) {
  return (
    <ul className={audience === undefined ? 'menu' : classes('sub-menu', audienceClass(audience))} id={id}>
      {links.map((link) => (
        <Item key={link.id} link={link} path={path} top={top} />
      ))}
    </ul>
  );
}

function Item({ link, path, top }: { readonly link: MenuLink } & Pick<ItemsProps, 'path' | 'top'>) {
  const opens = link.children.length > 0 || link.mega !== undefined;
  const panel = top === undefined ? undefined : `${top}-${link.id}`;
  const audience = audienceOf(link);
  const below = submenuAudience(link.children);
  const hidden = below === audience ? '' : below;
  return (
    <li
      className={classes(
        'menu-item',
        opens && 'menu-item-has-children',
        link.mega && 'menu-item-mega',
        isCurrent(link.url, path) && 'current-menu-item',
        holdsCurrent(link, path) && 'current-menu-ancestor',
        audienceClass(audience),
        link.classes.join(' '),
      )}
    >
      {(hasAddress(link) || !opens || top === undefined) && <ItemLink link={link} path={path} />}
      {opens && panel !== undefined && (
        <Toggle link={link} controls={panel} audience={link.mega ? '' : hidden} />
      )}
      {link.mega && panel !== undefined ? (
        <MegaPanel mega={link.mega} more={link.children} path={path} id={panel} />
      ) : (
        link.children.length > 0 && (
          <Items links={link.children} path={path} top={top} id={panel} audience={hidden} />
        )
      )}
    </li>
  );
}

/** Opens a submenu. For an item without an address it contains the text. */
function Toggle({
  link,
  controls,
  audience,
}: {
  readonly link: MenuLink;
  readonly controls: string;
  readonly audience: Audience;
}) {
  const words = useWords();
  const named = !hasAddress(link);
  return (
    <button
      type="button"
      className={classes('menu-toggle', named && 'menu-text', audienceClass(audience))}
      aria-expanded="false"
      aria-controls={controls}
      aria-label={named ? undefined : fillIn(words.submenu_of, link.label)}
      title={(named && link.titleAttribute) || undefined}
    >
      {named && <ItemText {...link} />}
      <Arrow />
    </button>
  );
}

/** A panel as wide as the menu. Scripts fill it if it is lazy; until then, and without scripts, it holds links. */
function MegaPanel({
  mega,
  more,
  path,
  id,
}: {
  readonly mega: MegaMenu;
  readonly more: readonly MenuLink[];
  readonly path: string;
  readonly id: string;
}) {
  const bare = mega.html === undefined && mega.links.length === 0 && more.length === 0;
  return (
    <div
      className={classes('mega-menu', bare && 'is-bare')}
      id={id}
      data-mega={mega.kind}
      data-mega-id={mega.id}
      data-lazy={mega.html === undefined ? '' : undefined}
    >
      {mega.html === undefined ? (
        <div className="mega-content">
          {mega.links.length > 0 && (
            <ul className="mega-links">
              {mega.links.map((link) => (
                <li key={link.id}>
                  <a href={link.url}>{link.name}</a>
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : (
        <div className="mega-content" dangerouslySetInnerHTML={{ __html: mega.html }} />
      )}
      {more.length > 0 && (
        <ul className={classes('mega-links', audienceClass(submenuAudience(more)))}>
          {more.map((link) => (
            <li key={link.id} className={audienceClass(link.audience) || undefined}>
              <ItemLink link={link} path={path} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
