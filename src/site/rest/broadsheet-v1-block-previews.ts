import { z } from 'zod';
import type { Post } from '../../modules/posts/model.ts';
import { checkedAttributes, knownBlock, postToStandOn, renderBlocks } from './wp-v2-block-renderer.ts';
import { optionalWhole } from '../../kernel/http/rest/params.ts';
import { encodeRestError, InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

const maxBlocks = 25;

const sentBlock = z.object({ name: z.string(), attributes: z.record(z.string(), z.unknown()).default({}) });
const params = z.object({
  blocks: z
    .array(sentBlock)
    .max(maxBlocks)
    .describe('Blocks to render, each with a name and attributes; at most 25.'),
  post_id: optionalWhole(),
});

/** In the order of the blocks: HTML, or an error. */
const previews = z.object({
  previews: z.array(
    z.object({
      rendered: z.string().optional(),
      code: z.string().optional(),
      message: z.string().optional(),
    }),
  ),
});
type Preview = z.input<typeof previews>['previews'][number];

/** A block's preview; client errors are returned in its place, so that other blocks still render. */
async function preview(
  request: RestRequest,
  { name, attributes }: z.output<typeof sentBlock>,
  post: Post | undefined,
): Promise<Preview> {
  try {
    const type = knownBlock(request, name);
    return {
      rendered: await request.site.blocks.render(
        type.name,
        checkedAttributes(type, attributes),
        post,
        request.actor,
      ),
    };
  } catch (error) {
    const { code, message, data } = encodeRestError(error);
    if (data.status >= 500) throw error;
    const fault = error instanceof InvalidParamsError ? Object.values(error.faults)[0] : undefined;
    return { code, message: fault?.message ?? message };
  }
}

/**
 * `/broadsheet/v1/block-previews`: blocks as readers would see them on a post that the caller can edit, or on none. The
 * editor requests all blocks of a post at once; `/wp/v2/block-renderer` renders one, and `/batch/v1` accepts no reads.
 */
export const broadsheetBlockPreviews = restRoute({
  path: '/broadsheet/v1/block-previews',
  methods: {
    POST: method({
      params,
      required: ['blocks'],
      body: 'long',
      reply: valueOf(previews),
      may: renderBlocks,
      run: async (request, { blocks, post_id: postId }) => {
        const post = await postToStandOn(request, postId);
        const drawn: Preview[] = [];
        // One after the other, so that readers' requests are served in between.
        for (const block of blocks) drawn.push(await preview(request, block, post));
        return { kind: 'plain', body: { previews: drawn } };
      },
    }),
  },
});
