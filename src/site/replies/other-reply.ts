import type { PageAddress } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { embedReply } from './embed/embed-reply.ts';
import { feedReply, isPage, feedRequest } from './feeds/feed-reply.ts';
import { calendarReply } from './feeds/calendar-reply.ts';
import { episodePartsReply } from './feeds/episode-parts-reply.ts';
import { podcastReply } from './feeds/podcast-reply.ts';
import { relatedReply } from './related/related-reply.tsx';
import { scriptFrameReply, adFrameReply } from './frames.ts';
import { siteFile } from './site-files/site-file.ts';
import { sitemapOf } from './sitemaps/sitemap-reply.ts';
import { uploadsPath } from '../../modules/media/model.ts';
import { formerSites } from '../../modules/settings/site-facts.ts';
import { redirectReply } from './moved-reply.ts';

/** Tried in order; the first that knows the address answers. */
const replies: readonly ((
  site: Site,
  request: PageAddress,
) => Promise<RenderedReply | 'missing' | undefined>)[] = [
  siteFile,
  adFrameReply,
  scriptFrameReply,
  sitemapOf,
  podcastReply,
  episodePartsReply,
  calendarReply,
  feedReply,
  embedReply,
  relatedReply,
];

/**
 * The reply for a machine-read address: feeds, sitemaps, files in the root, frames, embeds, related posts. `missing`:
 * the address is of that kind but has no content; undefined: it is a page's.
 */
export async function otherReply(
  site: Site,
  request: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  for (const reply of replies) {
    const found = await reply(site, request);
    if (found) return found;
  }
  return undefined;
}

/** Prefixes with routes of their own; skips look-ups for them. */
const routed = [uploadsPath, '/wp-json/'];

/** Log-in and admin paths. Each checks its own redirect target. */
const forMembers = /^\/wp-(?:login\.php|admin(?:\/.*)?)$/s;

/**
 * When no page was found: redirects machine-read, log-in and admin paths below a former site's folder
 * (`/blog/comments/feed/`). Undefined for other addresses, and for the feed of a page at that folder's address.
 */
export async function formerReply(
  site: Site,
  { path, query }: PageAddress,
): Promise<RenderedReply | undefined> {
  const bare = formerSites(await site.content.settings.current()).belowFolder(path);
  if (bare === undefined) return undefined;
  if (forMembers.test(bare)) return redirectReply(301, bare);
  const feed = feedRequest({ path, query });
  if (feed && (await isPage(site, feed.page))) return undefined;
  if (routed.some((start) => `${bare}/`.startsWith(start))) return redirectReply(301, bare);
  const found = await otherReply(site, { path: bare, query });
  return found === undefined || found === 'missing'
    ? undefined
    : redirectReply(301, found.status === 200 ? bare : (found.headers?.['location'] ?? bare));
}
