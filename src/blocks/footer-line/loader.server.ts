import { siteTypography } from '../../content/settings/site-typography.ts';
import type { LoadContext } from '../load-context.ts';

export interface FooterLineData {
  /** Plain text. */
  readonly text: string;
}

export async function load(_settings: unknown, context: LoadContext): Promise<FooterLineData> {
  const { content, now } = context;
  const site = await content.settings.current();
  const year = new Date(now).getUTCFullYear();
  context.expireIn(Date.UTC(year + 1, 0) - now);
  return { text: siteTypography(site).text(site.footer_copyright.trim() || `© {year} ${site.blogname}`).replaceAll('{year}', String(year)) };
}
