import type { PageInfo } from '../../blocks/load-context.ts';
import type { Site } from './site.ts';

/**
 * A page with what is known of the parts of its text; undefined for a part beyond the last. The front page shows its text whole: a number at its address means
 * its lists.
 */
export async function withParts(site: Site, page: PageInfo): Promise<PageInfo | undefined> {
  if (!page.post || page.kind === 'home' || page.path === '/') return page;
  const { parts } = await site.documents.post(page.post);
  if (page.pageNumber > (parts?.length ?? 1)) return undefined;
  return parts ? { ...page, parts } : page;
}
