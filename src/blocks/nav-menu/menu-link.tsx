import type { ReactNode } from 'react';
import { withoutOpener } from '../../lib/clean-html/addresses.ts';
import { hasAddress, isCurrent } from './data.ts';
import type { MenuLink } from './data.ts';

export function ItemLink({ link, path }: { readonly link: MenuLink; readonly path: string }) {
  if (!hasAddress(link))
    return (
      <span className="menu-text" title={link.titleAttribute || undefined}>
        {link.label}
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
      {link.label}
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
