import { commentPagePath, partPath } from '../../../modules/types/permalinks.ts';
import type { Viewer } from '../../../modules/content/viewer.ts';
import { positive } from '../../../lib/numbers.ts';
import { withQuery } from '../../../lib/urls.ts';
import type { Resolution } from '../../pages/resolution.ts';
import { resolvePage, sameAddress } from '../../pages/resolve-page.ts';
import type { Site } from '../../pages/site.ts';

interface Address {
  /** As sent, percent-encoded. */
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Splits a path from the number of its comment page: `/story/comment-page-2/` is 2 of `/story/`. Undefined without a number. */
export function readCommentPage(path: string): {
  readonly path: string;
  readonly number: number | undefined;
} {
  const [, bare = path, number] = /^(.*\/)comment-page-([1-9]\d{0,5})\/?$/.exec(path) ?? [];
  return { path: bare, number: positive(number) };
}

export function commentPageOf({ path, parameters }: Address): number {
  return readCommentPage(path).number ?? positive(parameters.get('cpage')) ?? 1;
}

/** Resolves an address for `viewer`. A comment page has one address, below its article, and exists only if the article has comments. */
export async function resolveDiscussion(
  { content }: Site,
  address: Address,
  viewer: Viewer,
): Promise<Resolution> {
  const { path, parameters } = address;
  const query = new URLSearchParams([...parameters]);
  const bare = readCommentPage(path);
  const found = await resolvePage(content, { path: bare.path, query }, viewer);
  if (bare.number === undefined && !parameters.has('cpage')) return found;
  if (found.type === 'redirect' && bare.number !== undefined && found.location.startsWith('/')) {
    return { ...found, location: commentPagePath(found.location, bare.number) };
  }
  if (found.type !== 'page' || found.page.kind === '404') return found;
  if (!found.page.post || found.page.kind === 'home') return resolvePage(content, { path, query }, viewer);
  const proper = commentPagePath(partPath(found.page.path, found.page.pageNumber), commentPageOf(address));
  const own = new URLSearchParams(proper.split('?')[1]);
  if (sameAddress({ path, query }, proper) && query.get('cpage') === own.get('cpage')) return found;
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'cpage' && !own.has(name)));
  return { type: 'redirect', status: 301, location: withQuery(proper, others.toString()) };
}
