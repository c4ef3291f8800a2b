import { z } from 'zod';
import type { BlockType, AttributeSchema } from '../../blocks/block.ts';
import { choiceParam, objectParam, optionalWhole } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method } from '../../kernel/http/rest/rest-route.ts';
import { demand, refusal } from '../../kernel/permission.ts';
import type { Permission } from '../../kernel/permission.ts';
import { editPosts, mayWriteAnything, mayWriteArticles } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { startOf } from '../../lib/cut-text.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

/** Characters of attributes as JSON. */
const longest = 100_000;

const code = 'block_cannot_read';
export const renderBlocks: Permission<unknown> = {
  code,
  message: 'Sorry, you are not allowed to read blocks as this user.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};
const ofPost = {
  code,
  message: 'Sorry, you are not allowed to read blocks of this post.',
  capability: 'edit_posts',
};

/**
 * The post that a block is rendered for; without one the caller needs `edit_posts`, as in WordPress. Throws
 * `ForbiddenError` if the caller can't edit it.
 */
export async function postToStandOn(
  { actor, site }: RestRequest,
  id: number | undefined,
): Promise<Post | undefined> {
  if (!id || id < 0) {
    if (!mayWriteArticles(actor)) throw refusal(actor, renderBlocks);
    return undefined;
  }
  const post = await findPost(site.content.database.read, id);
  if (!post) throw refusal(actor, ofPost);
  demand({ ...editPosts, ...ofPost }, actor, post);
  return post;
}

/** Finds a block that the server renders. Throws `NotFoundError` (`block_invalid`) for other names. */
export function knownBlock({ site }: RestRequest, name: string): BlockType {
  const type = site.blocks.types().get(name);
  if (!type?.isRendered) throw new NotFoundError('Invalid block.', 'block_invalid');
  return type;
}

/** Parses attributes, which are text in a query. Throws `InvalidParamsError` for attributes that the block lacks. */
export function checkedAttributes(
  { name, attributes: known }: BlockType,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fault = (message: string) =>
    new InvalidParamsError({ attributes: { code: 'rest_additional_properties_forbidden', message } });
  const unknown = Object.keys(sent).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined)
    throw fault(
      `${startOf(unknown, 80)} is not a valid property of Object: the block ${name} has no such attribute.`,
    );
  if (JSON.stringify(sent).length > longest)
    throw fault(`attributes must be at most ${longest} characters long.`);
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [key, typed(value, known[key] ?? {})]),
  );
}

function typed(value: unknown, { type }: AttributeSchema): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return ['true', '1'].includes(value.toLowerCase());
  return (type === 'number' || type === 'integer') && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value)
    ? Number(value)
    : value;
}

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
