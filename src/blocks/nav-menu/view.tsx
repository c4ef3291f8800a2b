import type { CSSProperties } from 'react';
import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import { holdsCurrent, isCurrent } from './data.ts';
import type { MenuLink, NavMenuData } from './data.ts';

/** Levels that are shown; deeper links are left out. */
const deepest = 4;

export function View({ settings, data, blockId }: ViewProps<Settings, NavMenuData>) {
  if (data.links.length === 0) return null;
  if (settings.style === 'list') return <nav className="nav-list" aria-label={settings.label}><Links links={data.links} path={data.path} level={1} /></nav>;
  const toggle = `${blockId}-toggle`;
  const style = { '--submenu-min': `${data.submenuWidth.min}em`, '--submenu-max': `${data.submenuWidth.max}em` } as CSSProperties;
  return (
    <nav className="nav-menu" aria-label={settings.label} style={style}>
      {/* A checkbox folds the menu on phones without a script. */}
      <input type="checkbox" id={toggle} className="nav-toggle" aria-label="Menu" autoComplete="off" />
      <label htmlFor={toggle} className="nav-toggle-label" aria-hidden="true">Menu</label>
      <Links links={data.links} path={data.path} level={1} />
    </nav>
  );
}

function Links({ links, path, level }: { readonly links: readonly MenuLink[]; readonly path: string; readonly level: number }) {
  return (
    <ul className={level === 1 ? 'menu' : 'sub-menu'}>
      {links.map((link) => {
        const below = level < deepest ? link.children : [];
        const current = isCurrent(link.url, path);
        return (
          <li key={link.id} className={classes('menu-item', below.length > 0 && 'menu-item-has-children', current && 'current-menu-item', holdsCurrent(link, path) && 'current-menu-ancestor', link.classes.join(' '))}>
            <a href={link.url === '' ? undefined : link.url} title={link.titleAttribute || undefined} target={link.target || undefined} rel={link.rel || (link.target === '_blank' ? 'noopener' : undefined)} aria-current={current ? 'page' : undefined} tabIndex={link.url === '' ? 0 : undefined}>
              {link.label}
              {below.length > 0 && <svg className="menu-arrow" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><path d="m1.5 3.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.4" /></svg>}
            </a>
            {below.length > 0 && <Links links={below} path={path} level={level + 1} />}
          </li>
        );
      })}
    </ul>
  );
}
