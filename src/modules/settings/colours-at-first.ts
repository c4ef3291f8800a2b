import type { Settings } from './settings.ts';

/** In which colours readers see the site before they choose; `auto`: as their system is set. */
export function coloursAtFirst({
  default_color_scheme: scheme,
}: Pick<Settings, 'default_color_scheme'>): 'light' | 'dark' | 'auto' {
  return scheme;
}

/** What is saved for a site that begins in dark colours. */
export const darkAtFirst = { default_color_scheme: 'dark' } as const satisfies Partial<Settings>;
