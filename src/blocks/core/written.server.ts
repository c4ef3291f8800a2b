import { siteTypography } from '../../modules/settings/site-typography.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import type { Profile } from '../../lib/clean-html/profiles.ts';
import type { LoadContext } from '../load-context.ts';

/** HTML that somebody wrote in an attribute, clean and with the typographic marks that texts have. */
export async function writtenHtml(html: string, profile: Profile, context: LoadContext): Promise<string> {
  return html === ''
    ? ''
    : siteTypography(await context.content.settings.current()).html(cleanHtml(html, profile));
}

/** Plain text that somebody wrote, with these marks. */
export async function writtenText(text: string, context: LoadContext): Promise<string> {
  return text === '' ? '' : siteTypography(await context.content.settings.current()).text(text);
}
