import type { PageInfo } from '../../blocks/load-context.ts';
import { anybody } from '../../modules/content/viewer.ts';
import type { PageAddress } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import { resolveDiscussion } from './comments/comment-page.ts';
import { formerReply, otherReply } from './other-reply.ts';
import { redirectOfAddress, withParts } from './render-page-request.ts';

/** `reserved`: paths that have routes of their own, such as files and the log-in page. */
export type Reached =
  | { readonly kind: 'page'; readonly title: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'reserved' };

const routed = /^\/wp-(?:json|admin|login\.php|content|includes|cron\.php|comments-post\.php)(?:\/|$)/;

/** How visitors are answered at an address of this site, without rendering a page or following redirects. */
export async function reachAddress(
  site: Site,
  { address, path, query }: PageAddress & { readonly address: string },
): Promise<Reached> {
  if (routed.test(path)) return { kind: 'reserved' };
  const reached = await reachPath(site, { path, query });
  if (reached.kind === 'page') return reached;
  // With its query an address may have a redirect of its own.
  const whole = await redirectOfAddress(site, address);
  return whole ? ofReply(whole) : reached;
}

async function reachPath(site: Site, requested: PageAddress): Promise<Reached> {
  const other = await otherReply(site, requested);
  if (other && other !== 'missing') return ofReply(other);
  const parameters = new Map(requested.query);
  const found = await resolveDiscussion(site, { path: requested.path, parameters }, anybody);
  if (found.type === 'redirect') return { kind: 'redirect', status: found.status, location: found.location };
  if (found.type === 'gone') return { kind: 'gone' };
  const page =
    other === 'missing' || found.page.kind === '404' ? undefined : await existingPart(site, found.page);
  if (page) {
    const { blogname } = await site.content.settings.current();
    return { kind: 'page', title: page.post?.title ?? page.term?.name ?? (page.title || blogname) };
  }
  const former = await formerReply(site, requested);
  return former ? ofReply(former) : { kind: 'missing' };
}

/** The page unless its number is beyond the parts of its text. First parts exist, so that no text is rendered for them. */
async function existingPart(site: Site, page: PageInfo): Promise<PageInfo | undefined> {
  return page.pageNumber > 1 ? withParts(site, page) : page;
}

function ofReply({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}): Reached {
  const location = headers?.['location'];
  if (location !== undefined) return { kind: 'redirect', status, location };
  return status === 410 ? { kind: 'gone' } : status < 400 ? { kind: 'page', title: '' } : { kind: 'missing' };
}
