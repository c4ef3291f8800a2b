import type { Settings } from './settings.ts';

/** What programs call the site: its title, and where it has none its host; they take nothing without a name. */
export function nameOfSite({ blogname }: Pick<Settings, 'blogname'>, siteUrl: string): string {
  return blogname.trim() || new URL(siteUrl).host;
}
