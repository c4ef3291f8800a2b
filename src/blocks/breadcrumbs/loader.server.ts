import { findTrail } from '../../modules/content/trail.ts';
import type { TrailStep } from '../../modules/content/trail.ts';
import type { CategoryColour } from '../../modules/terms/model.ts';
import { currentPost } from '../current-post.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface BreadcrumbsData {
  /** Outermost first. */
  readonly above: readonly TrailStep[];
  readonly current: TrailStep;
  /** Colour of the last step if it is the post's category: the step then replaces the kicker above the headline. */
  readonly colour?: CategoryColour | undefined;
}

/** Undefined if the trail would only contain the front page. */
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

/** Steps to the current page, itself last; empty for the front page. Cached per page. */
export async function pageTrail(context: LoadContext, byTerms = true): Promise<TrailStep[]> {
  return [
    ...(await context.cache(`trail ${byTerms}`, async (inner) => {
      const { content, page } = inner;
      // The trail of an article depends on these; those of pages are among the page's own tags.
      for (const id of (
        await content.terms.withAncestors(page.post?.termIds ?? (page.term ? [page.term.id] : []))
      ).keys())
        inner.tag(`term:${id}`);
      return findTrail(content, page, byTerms);
    })),
  ];
}
