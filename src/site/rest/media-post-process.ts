import { z } from 'zod';
import { requestSizes } from '../../modules/media/media-commands.ts';
import { editPosts } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { awaitSizes } from '../../modules/media/rest/await-sizes.ts';
import type { FileResource } from './post-resource.ts';
import { oneOf } from '../../kernel/http/rest/rest-reply.ts';
import type { ItemAnswer } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method } from '../../kernel/http/rest/rest-route.ts';
import { answerPost } from './write-post.ts';

const params = z.object({ action: z.enum(['create-image-subsizes']).optional() });

async function postProcess(
  request: RestRequest,
  _sent: z.output<typeof params>,
  { id }: Post,
): Promise<ItemAnswer> {
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  await database.write((tx) => requestSizes(tx, actor, { id }));
  await awaitSizes(request, id);
  return answerPost(request, id);
}

export function mediaPostProcessRoute<Base extends string>(
  base: Base,
  resource: FileResource,
  find: (request: RestRequest, captured: Readonly<Record<string, string>>) => Promise<Post>,
) {
  return itemRoute({
    path: `${base}/(?P<id>[\\d]+)/post-process` as const,
    find,
    methods: {
      POST: method({
        params,
        required: ['action'],
        reply: oneOf(resource),
        may: editPosts,
        run: postProcess,
      }),
    },
  });
}
