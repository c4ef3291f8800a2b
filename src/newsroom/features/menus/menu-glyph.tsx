import { menuIcons } from '../../../lib/menu-icons.ts';
import type { MenuIcon } from '../../../lib/menu-icons.ts';

export const MenuGlyph = ({ icon, size = 18 }: { readonly icon: MenuIcon; readonly size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={menuIcons[icon]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
  </svg>
);
