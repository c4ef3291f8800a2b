import type { PageInfo } from '../../../blocks/load-context.ts';
import { feedAddress, listAddress } from '../../../modules/types/permalinks.ts';
import type { FeedFormat, FeedName } from '../../../modules/types/permalinks.ts';
import { withQuery } from '../../../lib/urls.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import { resolvePage, sameAddress } from '../../pages/resolve-page.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { redirectReply } from '../moved-reply.ts';

/** The list or post of which a feed or file of the ready types was requested. */
export type FeedSubject =
  | { readonly kind: 'list' }
  | { readonly kind: 'post'; readonly post: NonNullable<PageInfo['post']>; readonly path: string };

type Named = Exclude<FeedName, FeedFormat>;

/** The page whose feed or file of this name an address asks for; undefined for other addresses. */
function pageAskedFor(name: Named, { path, query }: PageAddress): PageAddress | undefined {
  const others = new URLSearchParams([...query].filter(([one]) => one !== 'feed' && one !== 'paged'));
  const [, base, end] = /^(\/(?:.*\/)?)feed\/(ics|podcast|chapters|transcript)\/?$/s.exec(path) ?? [];
  if (end === name) return { path: base ?? '/', query: others };
  return query.get('feed') === name ? { path, query: others } : undefined;
}

/**
 * The list or post of a type below whose address a feed or file is requested, or a redirect to its canonical address.
 * Undefined: the address is of another page. `pageNumber`: of feeds with several pages.
 */
export async function findFeedSubject(
  site: Site,
  request: PageAddress,
  name: Named,
  type: string,
  pageNumber = 1,
): Promise<FeedSubject | RenderedReply | undefined> {
  const page = pageAskedFor(name, request);
  if (!page) return undefined;
  const { permalink_structure: structure } = await site.content.settings.current();
  const moveOr = (path: string, subject: FeedSubject): FeedSubject | RenderedReply => {
    const proper = feedAddress(structure, path, name);
    const wanted = new URLSearchParams(proper.split('?')[1] ?? '').get('feed') ?? '';
    const numbered = withQuery(proper, pageNumber > 1 ? `paged=${pageNumber}` : '');
    const isSame = sameAddress(request, numbered) && (request.query.get('feed') ?? '') === wanted;
    return isSame ? subject : redirectReply(301, numbered);
  };
  const list = listAddress(type);
  if (page.path === list || (page.path === '/' && page.query.get('post_type') === type))
    return moveOr(list, { kind: 'list' });
  const resolution = await resolvePage(site.content, page);
  if (resolution.type === 'redirect')
    return /^\/(?!\/)/.test(resolution.location)
      ? redirectReply(resolution.status, feedAddress(structure, resolution.location, name))
      : undefined;
  if (resolution.type !== 'page' || resolution.status !== 200) return undefined;
  const { post, path } = resolution.page;
  return post?.type === type ? moveOr(path, { kind: 'post', post, path }) : undefined;
}
