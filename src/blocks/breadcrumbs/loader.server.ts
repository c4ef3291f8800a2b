import { findTrail } from '../../content/trail.ts';
import type { TrailStep } from '../../content/trail.ts';
import type { LoadContext } from '../load-context.ts';

export interface BreadcrumbsData {
  /** Outermost first. */
  readonly above: readonly TrailStep[];
  /** The page itself. */
  readonly current: TrailStep;
}

export async function load(_settings: unknown, context: LoadContext): Promise<BreadcrumbsData | undefined> {
  const above = await pageTrail(context);
  const current = above.pop();
  return current && above.length > 0 ? { above, current } : undefined;
}

/** The way to the page at hand, itself the last; empty for the front page. Found once a page. */
export async function pageTrail(context: LoadContext, byTerms = true): Promise<TrailStep[]> {
  return [...(await context.keep(`trail ${byTerms}`, async (inner) => {
    const { content, page } = inner;
    // What the trail of an article hangs on; that of pages is among the page's own tags.
    for (const id of (await content.terms.withAncestors(page.post?.termIds ?? (page.term ? [page.term.id] : []))).keys()) inner.tag(`term:${id}`);
    return findTrail(content, page, byTerms);
  }))];
}
