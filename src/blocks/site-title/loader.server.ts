import { siteTypography } from '../../modules/settings/site-facts.ts';
import { fromLocal, zoneOffset } from '../../lib/dates.ts';
import type { LoadContext } from '../load-context.ts';
import { loadLogo } from '../logo.server.ts';
import type { Logo } from '../logo.server.ts';
import type { Settings } from './block.ts';

const day = 24 * 60 * 60_000;

export interface SiteTitleData {
  readonly name: string;
  readonly tagline: string;
  /** A time today in the site's zone, in milliseconds; undefined if no date is shown. */
  readonly today: number | undefined;
  /** Replaces the name. */
  readonly logo: Logo | undefined;
  /** On the front page the name is the main heading. */
  readonly isFront: boolean;
}

export async function load(settings: Settings, context: LoadContext): Promise<SiteTitleData> {
  const site = await context.content.settings.current();
  const { blogname, blogdescription, timezone_string: zone } = site;
  const typography = siteTypography(site);
  const midnight = Math.floor((context.now + zoneOffset(context.now, zone)) / day) * day;
  // One time for all pages of the day; noon exists on every day, however long.
  const noon = fromLocal(midnight + day / 2, zone);
  if (settings.show_date) context.expireIn(fromLocal(midnight + day, zone) - context.now);
  return {
    name: typography.text(blogname),
    tagline: settings.show_tagline ? typography.text(blogdescription) : '',
    today: settings.show_date ? noon : undefined,
    logo: await loadLogo(context),
    isFront: context.page.kind === 'home' && context.page.pageNumber === 1 && !context.page.isPart,
  };
}
