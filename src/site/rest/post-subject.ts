import type { Post } from '../../modules/posts/post.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { NotFoundError } from '../../lib/errors.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { capturedId } from '../../kernel/http/rest/rest-route.ts';

/** The post that a path names, of whatever type it is. Throws `NotFoundError`. */
export async function findAnyPost(
  { site }: Pick<RestRequest, 'site'>,
  captured: Readonly<Record<string, string>>,
): Promise<Post> {
  const post = await findPost(site.content.database.read, capturedId(captured));
  if (!post) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  return post;
}
