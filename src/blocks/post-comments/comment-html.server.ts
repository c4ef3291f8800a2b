import { siteTypography, formerAddresses } from '../../modules/settings/site-facts.ts';
import type { TypographySettings, FormerSettings } from '../../modules/settings/site-facts.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { commentProfile } from '../../lib/clean-html/profiles.ts';
import { languageOf } from '../../lib/language.ts';
import { withDirections } from '../../lib/markup/direct-html.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { safeAutop } from '../document/classic-content.ts';
import { pageLinks, withOwnAddresses } from '../document/own-addresses.ts';

/** Cleaning costs more than the rest of a comment, and every render of a post repeats it. */
const cleanByText = new LruCache<string, string>(2000);

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
  const key = [typography.key, isRightToLeft, siteUrl, ...exporters, content].join(' ');
  const known = cleanByText.get(key);
  if (known !== undefined) return known;
  const html = withOwnAddresses(
    cleanHtml(safeAutop(typography.html(content)), commentProfile),
    pageLinks(siteUrl, exporters),
  );
  const directed = isRightToLeft ? withDirections(html) : html;
  cleanByText.set(key, directed);
  return directed;
}
