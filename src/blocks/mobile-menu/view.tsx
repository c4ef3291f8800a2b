import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import { audienceOf, hasAddress, holdsCurrent, isCurrent, submenuAudience } from '../nav-menu/data.ts';
import type { MenuLink } from '../nav-menu/data.ts';
import { Arrow, audienceClass, ItemLink, ItemText } from '../nav-menu/menu-link.tsx';
import type { Settings } from './block.ts';
import type { MobileMenuData } from './loader.server.ts';

/**
 * A button and a menu as a native popover, so that opening, closing and focus need no script. If the site disables it,
 * neither is rendered: phones then get the header's main menu and tools.
 */
export function View({ settings, data, blockId, children }: ViewProps<Settings, MobileMenuData>) {
  const words = useWords();
  const acting = useActing();
  const id = `${blockId}-panel`;
  return (
    <>
      <button type="button" className="mobile-menu-button" popoverTarget={id}>
        <span className="mobile-menu-mark" aria-hidden="true" />
        {settings.label}
      </button>
      <nav
        className="mobile-menu"
        id={id}
        popover="auto"
        aria-label={settings.label}
        {...acting.late('mobile-menu')}
      >
        <button type="button" className="mobile-menu-close" popoverTarget={id} popoverTargetAction="hide">
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="m2.5 2.5 11 11m0-11-11 11" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
          {words.menu_close}
        </button>
        <Items links={data.links} path={data.path} />
        <div className="mobile-menu-foot">{children}</div>
      </nav>
    </>
  );
}

function Items({ links, path }: Pick<MobileMenuData, 'links' | 'path'>) {
  return (
    <ul className="mobile-menu-items">
      {links.map((link) => (
        <Item key={link.id} link={link} path={path} />
      ))}
    </ul>
  );
}

/** A parent with an address has an arrow next to its link; one without opens by its own text. */
function Item({ link, path }: { readonly link: MenuLink; readonly path: string }) {
  const words = useWords();
  const parent = link.children.length > 0;
  const current = holdsCurrent(link, path);
  const linked = hasAddress(link);
  const audience = audienceOf(link);
  const below = submenuAudience(link.children);
  return (
    <li
      className={classes(
        'menu-item',
        parent && 'menu-item-has-children',
        isCurrent(link.url, path) && 'current-menu-item',
        current && 'current-menu-ancestor',
        audienceClass(audience),
        link.classes.join(' '),
      )}
    >
      {(linked || !parent) && <ItemLink link={link} path={path} />}
      {parent && (
        <details
          open={current}
          className={classes(linked && 'is-beside', below !== audience && audienceClass(below)) || undefined}
        >
          <summary aria-label={linked ? fillIn(words.submenu_of, link.label) : undefined}>
            {!linked && <ItemText {...link} />}
            <Arrow />
          </summary>
          <Items links={link.children} path={path} />
        </details>
      )}
    </li>
  );
}
