import { isPublic } from '../modules/posts/policy.ts';
import type { Post } from '../modules/posts/post.ts';
import { findNeighbours } from '../modules/posts/reader.ts';
import type { Neighbours } from '../modules/posts/reader.ts';
import type { LoadContext } from './load-context.ts';

const none: Neighbours = { previous: undefined, next: undefined, before: [], after: [] };

/**
 * What stands around a post among those of its type, asked once by all blocks that lead there. `termIds`: only among posts of these terms. The promise is that
 * which was kept, and may fail before a block that asked looks at it; one made from it here would end the process then.
 */
export function neighboursOf(
  post: Post,
  context: LoadContext,
  termIds?: readonly number[],
): Promise<Neighbours> {
  if (!isPublic(post)) return Promise.resolve(none);
  return context.keep(`neighbours ${post.id} ${post.publishedAt} ${termIds?.join() ?? 'all'}`, (inner) => {
    inner.tag(`list:${post.type}`, 'secondary');
    return findNeighbours(inner.content.database.read, post, termIds);
  });
}
