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

/** Cleaning costs more than the rest of a comment; the same texts come again on every render of their post. */
const cleanByText = new LruCache<string, string>(2000);

/** What comments are shown with. */
export interface CommentSite {
  readonly typography: Typography;
  /** The site is written from right to left: what is not says so. */
  readonly isRightToLeft: boolean;
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
  /** Addresses of the sites that they came from. */
  readonly exporters: readonly string[];
}

/** The same, of the site at hand. */
export function commentSite(siteUrl: string, settings: TypographySettings & FormerSettings): CommentSite {
  const { isRightToLeft } = languageOf(settings.site_language);
  return {
    siteUrl,
    typography: siteTypography(settings),
    isRightToLeft,
    exporters: formerAddresses(settings),
  };
}

/**
 * A comment as HTML that can't harm: it may have been written by anybody, here or on the site it was imported from, whose pages its links find here.
 */
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
