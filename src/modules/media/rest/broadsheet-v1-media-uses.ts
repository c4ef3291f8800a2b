import { z } from 'zod';
import { findMediaFiles } from '../media-files.ts';
import { findUses } from '../uses.ts';
import { editPosts } from '../../posts/index.ts';
import type { Post } from '../../posts/index.ts';
import type { PostType } from '../../types/index.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { refusal } from '../../../kernel/permission.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';

const uses = z.object({
  posts: z
    .array(
      z.object({
        id: z.int(),
        title: z.string(),
        type: z.string(),
        status: z.string(),
        ways: z.array(z.enum(['lead', 'text', 'gallery'])).readonly(),
        mayEdit: z.boolean(),
      }),
    )
    .readonly(),
  total: z.int(),
  others: z
    .array(
      z.object({
        kind: z.enum(['setting', 'template', 'term', 'user', 'menu']),
        id: z.int(),
        title: z.string(),
      }),
    )
    .readonly(),
  copies: z.array(z.object({ id: z.int(), title: z.string() })).readonly(),
});

/**
 * `/broadsheet/v1/media/{id}/uses`: where a file is used, for users who may edit it. `posts` are those they can read,
 * at most a hundred of `total`; titles are HTML.
 */
export function mediaUsesRoute(
  { restBase = 'media' }: PostType,
  find: (request: RestRequest, captured: Readonly<Record<string, string>>) => Promise<Post>,
) {
  return itemRoute({
    path: `/broadsheet/v1/${restBase}/(?P<id>[\\d]+)/uses` as const,
    find,
    methods: {
      GET: method({
        params: z.object({}),
        reply: valueOf(uses),
        may: { ...editPosts, code: 'rest_forbidden_context' },
        run: async (
          {
            actor,
            site: {
              content: {
                database: { read },
              },
            },
          },
          _params,
          { id, parentId }: Post,
        ) => {
          const file = (await findMediaFiles(read, [id])).get(id);
          if (!actor) throw refusal(actor, editPosts);
          if (!file) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
          return { kind: 'plain', body: await findUses(read, actor, { id, parentId, file }) };
        },
      }),
    },
  });
}
