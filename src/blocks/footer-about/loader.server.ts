import { siteTypography } from '../../modules/settings/site-facts.ts';
import type { LoadContext } from '../load-context.ts';

export interface FooterAboutData {
  /** Plain text; empty lines separate paragraphs. */
  readonly text: string;
}

export async function load(_settings: unknown, { content }: LoadContext): Promise<FooterAboutData> {
  const site = await content.settings.current();
  return { text: siteTypography(site).text(site.footer_about.trim() || site.blogdescription) };
}
