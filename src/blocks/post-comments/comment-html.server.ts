import { siteTypography, formerAddresses } from '../../modules/settings/site-facts.ts';
import type { TypographySettings, FormerSettings } from '../../modules/settings/site-facts.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { commentProfile } from '../../lib/clean-html/profiles.ts';
import { languageOf } from '../../lib/language.ts';
import { withDirections } from '../../lib/markup/direct-html.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { safeAutop } from '../document/classic-content.ts';
import { pageLinks, withOwnAddresses } from '../document/own-addresses.ts';

/** Site data for rendering comments. */
export interface CommentSite {
  readonly typography: Typography;
  /** The site is right-to-left: other text gets a `dir`. */
  readonly isRightToLeft: boolean;
  /** Public URL without a trailing slash. */
  readonly siteUrl: string;
  /** Addresses of the sites that comments were imported from. */
  readonly exporters: readonly string[];
}

export function commentSite(siteUrl: string, settings: TypographySettings & FormerSettings): CommentSite {
  const { isRightToLeft } = languageOf(settings.site_language);
  return {
    siteUrl,
    typography: siteTypography(settings),
    isRightToLeft,
    exporters: formerAddresses(settings),
  };
}

/** A comment as safe HTML: anyone may have written it, here or on the site that it was imported from, whose links are rewritten to this site. */
export function commentHtml(
  content: string,
  { typography, isRightToLeft, siteUrl, exporters }: CommentSite,
): string {
  const html = withOwnAddresses(
    cleanHtml(safeAutop(typography.html(content)), commentProfile),
    pageLinks(siteUrl, exporters),
  );
  return isRightToLeft ? withDirections(html) : html;
}
