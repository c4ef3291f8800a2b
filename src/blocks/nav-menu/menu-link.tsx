import type { ReactNode } from 'react';
import { withoutOpener } from '../../lib/clean-html/addresses.ts';
import { menuIcons } from '../../lib/menu-icons.ts';
import type { Audience } from '../../modules/menus/model.ts';
import { hasAddress, isCurrent } from './data.ts';
import type { MenuLink } from './data.ts';

/** Styles are inline, because few items have an icon or badge and every page carries the style sheet of menus. */
const iconStyle = { display: 'inline', marginInlineEnd: '.4em', verticalAlign: '-.2em' };
const badgeStyle = {
  marginInlineStart: '.25em',
  padding: '.1em .45em',
  borderRadius: 3,
  background: 'var(--blue)',
  color: 'var(--on-blue)',
  fontSize: '.72em',
};

/** An item's label with its icon and badge. */
export function ItemText({ label, icon, badge }: Pick<MenuLink, 'label' | 'icon' | 'badge'>): ReactNode {
  if (icon === '' && badge === '') return label;
  return (
    <span className="menu-label">
      {icon !== '' && (
        <svg
          className="menu-icon"
          style={iconStyle}
          viewBox="0 0 24 24"
          width="1.15em"
          height="1.15em"
          aria-hidden="true"
        >
          <path
            d={menuIcons[icon]}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
          />
        </svg>
      )}
      {label}
      {badge !== '' && (
        <>
          {' '}
          <bdi className="menu-badge" style={badgeStyle}>
            {badge}
          </bdi>
        </>
      )}
    </span>
  );
}

/** Class of an element that only some readers see (`reader/islands/head.ts`). */
export const audienceClass = (audience: Audience): string | false => audience !== '' && `for-${audience}`;

export function ItemLink({ link, path }: { readonly link: MenuLink; readonly path: string }) {
  if (!hasAddress(link))
    return (
      <span className="menu-text" title={link.titleAttribute || undefined}>
        <ItemText {...link} />
      </span>
    );
  return (
    <a
      href={link.url}
      title={link.titleAttribute || undefined}
      target={link.target || undefined}
      rel={withoutOpener(link.rel) || (link.target === '_blank' ? 'noopener' : undefined)}
      aria-current={isCurrent(link.url, path) ? 'page' : undefined}
    >
      <ItemText {...link} />
    </a>
  );
}

export function Arrow(): ReactNode {
  return (
    <svg className="menu-arrow" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      <path d="m1.5 3.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
