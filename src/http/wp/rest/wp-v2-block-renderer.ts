import { z } from 'zod';
import type { AttributeSchema, BlockType } from '../../../blocks/block-type.ts';
import { demand, refusal } from '../../../content/permission.ts';
import type { Permission } from '../../../content/permission.ts';
import { editPosts, mayWriteAnything } from '../../../content/posts/policy.ts';
import type { Post } from '../../../content/posts/post.ts';
import { findPost } from '../../../content/posts/reader.ts';
import { can } from '../../../content/users/policy.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { choiceParam, objectParam, optionalWhole } from './params.ts';
import { InvalidParamsError } from './rest-errors.ts';
import { valueOf } from './rest-reply.ts';
import type { PlainAnswer } from './rest-reply.ts';
import type { RestRequest } from './rest-request.ts';
import { itemRoute, method } from './rest-route.ts';

const params = z.object({ context: choiceParam(['view', 'edit'], 'view'), attributes: objectParam(), post_id: optionalWhole() });
type Params = z.output<typeof params>;
const rendered = z.object({ rendered: z.string() });

/** Longest attributes, as JSON, in characters. */
const longest = 100_000;

const code = 'block_cannot_read';
const render: Permission<unknown> = {
  code, message: 'Sorry, you are not allowed to read blocks as this user.', capability: 'edit_posts', test: mayWriteAnything,
};
const ofPost = { code, message: 'Sorry, you are not allowed to read blocks of this post.', capability: 'edit_posts' };

/** The post that the block is to stand on; without one it takes `edit_posts`, as in WordPress. */
async function postOf({ actor, site }: RestRequest, id: number | undefined): Promise<Post | undefined> {
  if (!id || id < 0) {
    if (!can(actor, 'edit_posts')) throw refusal(actor, render);
    return undefined;
  }
  const post = await findPost(site.content.database.read, id);
  if (!post) throw refusal(actor, ofPost);
  demand({ ...editPosts, ...ofPost }, actor, post);
  return post;
}

async function answer(request: RestRequest, { attributes = {}, post_id: postId }: Params, type: BlockType): Promise<PlainAnswer<z.input<typeof rendered>>> {
  const post = await postOf(request, postId);
  return { kind: 'plain', body: { rendered: await request.site.blocks.render(type.name, checked(type, attributes), post) } };
}

/** Attributes as the block reads them: those of an address come as text. Throws `InvalidParamsError` for what the block does not have. */
function checked({ name, attributes: known }: BlockType, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fault = (message: string) => new InvalidParamsError({ attributes: { code: 'rest_additional_properties_forbidden', message } });
  const unknown = Object.keys(sent).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) throw fault(`${unknown.slice(0, 80).toWellFormed()} is not a valid property of Object: the block ${name} has no such attribute.`);
  if (JSON.stringify(sent).length > longest) throw fault(`attributes must be at most ${longest} characters long.`);
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, typed(value, known[key] ?? {})]));
}

function typed(value: unknown, { type }: AttributeSchema): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return ['true', '1'].includes(value.toLowerCase());
  return (type === 'number' || type === 'integer') && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value) ? Number(value) : value;
}

const shared = method({ params, reply: valueOf(rendered), may: render, run: answer });

/** `/wp/v2/block-renderer/{name}`: a block as readers would see it. */
export const wpV2BlockRenderer = itemRoute({
  path: '/wp/v2/block-renderer/(?P<name>[a-z0-9-]+/[a-z0-9-]+)',
  find: async ({ site }, { name = '' }) => {
    const type = site.blocks.types().get(name);
    if (!type) throw new NotFoundError('Invalid block.', 'block_invalid');
    return type;
  },
  methods: { GET: shared, POST: shared },
});
