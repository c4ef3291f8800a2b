import { z } from 'zod';
import { editPosts } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/post.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { findAnyPost } from './post-subject.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method } from '../../kernel/http/rest/rest-route.ts';

/**
 * `/broadsheet/v1/posts/{id}/type`: of which type a post is, to who may edit it, and under which base of `/wp/v2` it is (null: REST has no such). WordPress'
 * addresses of the editor name the post alone.
 */
export const broadsheetPostType = itemRoute({
  path: '/broadsheet/v1/posts/(?P<id>[\\d]+)/type',
  find: findAnyPost,
  methods: {
    GET: method({
      params: z.object({}),
      may: editPosts,
      reply: valueOf(z.object({ type: z.string(), rest_base: z.string().nullable() })),
      run: async (_request, _params, { type }: Post) => ({
        kind: 'plain',
        body: { type, rest_base: postTypeNamed(type).restBase ?? null },
      }),
    }),
  },
});
