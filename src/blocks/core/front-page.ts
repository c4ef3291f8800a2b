import type { PageInfo } from '../load-context.ts';

/** Whether a page is the front page itself, and not a further page of its lists or a part for other pages. */
export function isFrontPage(page: PageInfo): boolean {
  return page.kind === 'home' && page.path === '/' && page.pageNumber === 1 && !page.isPart;
}
