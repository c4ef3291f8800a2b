import { findTrail } from '../../modules/content/trail.ts';
import type { TrailStep } from '../../modules/content/trail.ts';
import type { CategoryColour } from '../../modules/terms/model.ts';
import { currentPost } from '../current-post.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface BreadcrumbsData {
  /** Outermost first. */
  readonly above: readonly TrailStep[];
  /** The page itself. */
  readonly current: TrailStep;
  /** Of the last step above the page, where that is the post's own category: it replaces the kicker above the headline. */
  readonly colour?: CategoryColour | undefined;
}

/** Undefined where the trail would be the front page alone. */
export async function load(
  { show_current: showsCurrent }: Pick<Settings, 'show_current'>,
  context: LoadContext,
): Promise<BreadcrumbsData | undefined> {
  const above = await pageTrail(context);
  const current = above.pop();
  if (!current || above.length < (showsCurrent ? 1 : 2)) return undefined;
  const category = context.page.post && (await currentPost(context))?.category;
  return { above, current, colour: category && category.url === above.at(-1)?.url ? category : undefined };
}

/** The way to the page at hand, itself the last; empty for the front page. Found once a page. */
export async function pageTrail(context: LoadContext, byTerms = true): Promise<TrailStep[]> {
  return [
    ...(await context.keep(`trail ${byTerms}`, async (inner) => {
      const { content, page } = inner;
      // What the trail of an article hangs on; that of pages is among the page's own tags.
      for (const id of (
        await content.terms.withAncestors(page.post?.termIds ?? (page.term ? [page.term.id] : []))
      ).keys())
        inner.tag(`term:${id}`);
      return findTrail(content, page, byTerms);
    })),
  ];
}
