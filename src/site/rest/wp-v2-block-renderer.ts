import { z } from 'zod';
import type { BlockType } from '../../blocks/block-type.ts';
import { checkedAttributes, knownBlock, postToStandOn, renderBlocks } from './block-to-render.ts';
import { choiceParam, objectParam, optionalWhole } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method } from '../../kernel/http/rest/rest-route.ts';

const params = z.object({
  context: choiceParam(['view', 'edit'], 'view'),
  attributes: objectParam(),
  post_id: optionalWhole(),
});
const rendered = z.object({ rendered: z.string() });

const shared = method({
  params,
  reply: valueOf(rendered),
  may: renderBlocks,
  run: async (request, { attributes = {}, post_id: postId }: z.output<typeof params>, type: BlockType) => {
    const post = await postToStandOn(request, postId);
    return {
      kind: 'plain',
      body: {
        rendered: await request.site.blocks.render(
          type.name,
          checkedAttributes(type, attributes),
          post,
          request.actor,
        ),
      },
    };
  },
});

/** `/wp/v2/block-renderer/{name}`: a block as readers would see it. */
export const wpV2BlockRenderer = itemRoute({
  path: '/wp/v2/block-renderer/(?P<name>[a-z0-9-]+/[a-z0-9-]+)',
  find: async (request, { name = '' }) => knownBlock(request, name),
  methods: { GET: shared, POST: shared },
});
