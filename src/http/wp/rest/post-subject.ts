import type { Post } from '../../../content/posts/post.ts';
import { findPost } from '../../../content/posts/reader.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import type { RestRequest } from './rest-request.ts';
import { capturedId } from './rest-route.ts';

/** The post that a path names, of whatever type it is. Throws `NotFoundError`. */
export async function findAnyPost(
  { site }: Pick<RestRequest, 'site'>,
  captured: Readonly<Record<string, string>>,
): Promise<Post> {
  const post = await findPost(site.content.database.read, capturedId(captured));
  if (!post) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  return post;
}
