import type { PageAddress } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { embedReply } from './embed/embed-reply.ts';
import { feedReply, isPage, feedRequest } from './feeds/feed-reply.ts';
import { podcastReply } from './feeds/podcast-reply.ts';
import { relatedReply } from './related/related-reply.tsx';
import { scriptFrameReply, adFrameReply } from './frames.ts';
import { siteFile } from './site-files/site-file.ts';
import { sitemapOf } from './sitemaps/sitemap-reply.ts';
import { uploadsPath } from '../../modules/media/model.ts';
import { formerSites } from '../../modules/settings/site-facts.ts';
import { redirectReply } from './moved-reply.ts';

/** Answers in turn; the first that knows the address counts. */
const replies: readonly ((
  site: Site,
  request: PageAddress,
) => Promise<RenderedReply | 'missing' | undefined>)[] = [
  siteFile,
  adFrameReply,
  scriptFrameReply,
  sitemapOf,
  podcastReply,
  feedReply,
  embedReply,
  relatedReply,
];

/**
 * What is read by machines rather than people: feeds, sitemaps, files in the root, frames of ads and scripts, embeds, related posts. `missing`: the address is
 * of that kind and nothing is there; undefined: it is a page's.
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

/** What routes of their own answer, so that nothing is looked up for them. */
const routed = [uploadsPath, '/wp-json/'];

/** Where people sign in, and what is theirs. Each checks by itself where it is asked to lead on to. */
const forMembers = /^\/wp-(?:login\.php|admin(?:\/.*)?)$/s;

/**
 * Leads what is read by machines, and was in the folder of a former site, to its place here: `/blog/wp-content/uploads/2026/01/a.jpg`, `/blog/comments/feed/`;
 * and people to `/wp-login.php`.
 * Asked where no page is. Undefined: it is nothing of that kind, or the feed of a page that has the address of that folder.
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
