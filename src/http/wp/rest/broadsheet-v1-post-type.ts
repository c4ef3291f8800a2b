import { z } from 'zod';
import { editPosts } from '../../../content/posts/policy.ts';
import type { Post } from '../../../content/posts/post.ts';
import { findPost } from '../../../content/posts/reader.ts';
import { postTypeNamed } from '../../../content/types/registry.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { valueOf } from './rest-reply.ts';
import { capturedId, itemRoute, method } from './rest-route.ts';

/**
 * `/broadsheet/v1/posts/{id}/type`: of which type a post is, to who may edit it, and under which base of `/wp/v2` it is (null: REST has no such). WordPress'
 * addresses of the editor name the post alone.
 */
export const broadsheetPostType = itemRoute({
  path: '/broadsheet/v1/posts/(?P<id>[\\d]+)/type',
  find: async ({ site }, captured) => {
    const post = await findPost(site.content.database.read, capturedId(captured));
    if (!post) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
    return post;
  },
  methods: {
    GET: method({
      params: z.object({}), may: editPosts, reply: valueOf(z.object({ type: z.string(), rest_base: z.string().nullable() })),
      run: async (_request, _params, { type }: Post) => ({ kind: 'plain', body: { type, rest_base: postTypeNamed(type).restBase ?? null } }),
    }),
  },
});
