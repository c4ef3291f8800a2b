import { siteTypography } from '../../content/settings/site-typography.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { commentProfile } from '../../lib/clean-html/profiles.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { safeAutop } from '../document/classic-content.ts';
import { pageLinks, withOwnAddresses } from '../document/own-addresses.ts';

/** Cleaning costs more than the rest of a comment; the same texts come again on every render of their post. */
const cleanByText = new LruCache<string, string>(2000);

/** What comments are shown with. */
export interface CommentSite {
  readonly typography: Typography;
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
  /** Addresses of the sites that they came from. */
  readonly exporters: readonly string[];
}

/** The same, of the site at hand. */
export function commentSite(siteUrl: string, settings: Parameters<typeof siteTypography>[0] & { readonly imported_from: readonly string[] }): CommentSite {
  return { siteUrl, typography: siteTypography(settings), exporters: settings.imported_from };
}

/**
 * A comment as HTML that can't harm: it may have been written by anybody, here or on the site it was imported from, whose pages its links find here.
 */
export function commentHtml(content: string, { typography, siteUrl, exporters }: CommentSite): string {
  const key = [typography.key, siteUrl, ...exporters, content].join(' ');
  const known = cleanByText.get(key);
  if (known !== undefined) return known;
  const html = withOwnAddresses(cleanHtml(safeAutop(typography.html(content)), commentProfile), pageLinks(siteUrl, exporters));
  cleanByText.set(key, html);
  return html;
}
