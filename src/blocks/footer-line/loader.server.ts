import { siteTypography } from '../../modules/settings/site-facts.ts';
import { fromLocal, zoneOffset } from '../../lib/dates.ts';
import type { LoadContext } from '../load-context.ts';

export interface FooterLineData {
  /** Plain text. */
  readonly text: string;
}

export async function load(_settings: unknown, context: LoadContext): Promise<FooterLineData> {
  const { content, now } = context;
  const site = await content.settings.current();
  const { timezone_string: zone } = site;
  const year = new Date(now + zoneOffset(now, zone)).getUTCFullYear();
  context.expireIn(fromLocal(Date.UTC(year + 1, 0), zone) - now);
  return {
    text: siteTypography(site)
      .text(site.footer_copyright.trim() || `© {year} ${site.blogname}`)
      .replaceAll('{year}', String(year)),
  };
}
