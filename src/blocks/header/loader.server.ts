import type { LoadContext } from '../load-context.ts';

export interface HeaderData {
  /** `header`: the whole header, compact, once it is scrolled past; `menu`: the part of it that holds the menu. */
  readonly sticks: 'none' | 'header' | 'menu';
  /** Screens on which it appears only while scrolling up. */
  readonly smart: 'never' | 'phone' | 'always';
  /** Pixels to scroll past the header before it reappears. */
  readonly gap: number;
}

export async function load(_settings: unknown, context: LoadContext): Promise<HeaderData> {
  const {
    sticky_header: sticky,
    sticky_header_smart: isSmart,
    sticky_header_offset: gap,
    menu_snap: snap,
  } = await context.content.settings.current();
  if (sticky) return { sticks: 'header', smart: isSmart ? 'always' : 'never', gap };
  const smart = snap === 'smart_snap_always' ? 'always' : snap === 'smart_snap_mobile' ? 'phone' : 'never';
  return { sticks: snap === 'none' ? 'none' : 'menu', smart, gap: 0 };
}
