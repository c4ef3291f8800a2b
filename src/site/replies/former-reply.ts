import { uploadsPath } from '../../modules/media/media.ts';
import { formerSites } from '../../modules/settings/former-addresses.ts';
import type { PageAddress } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { isPage } from './feeds/feed-reply.ts';
import { feedRequest } from './feeds/feed-request.ts';
import { redirectReply } from './moved-reply.ts';
import { otherReply } from './other-reply.ts';

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
