import { z } from 'zod';
import { countByStatus as countComments } from '../../modules/comments/comment-lists.ts';
import { countReported } from '../../modules/comments/store.ts';
import { mayModerate } from '../../modules/comments/policy.ts';
import type { Permission } from '../../kernel/permission.ts';
import { countByStatus as countPosts, countersOf } from '../../modules/posts/list.ts';
import { mayWrite, mayWriteAnything } from '../../modules/posts/policy.ts';
import { articleType } from '../../modules/types/names.ts';
import { registeredTypes, capabilityOf } from '../../modules/types/registry.ts';
import { seeUsers } from '../../modules/users/policy.ts';
import { countByRole } from '../../modules/users/reader.ts';
import { idsParam, optionalWhole, wordParam } from '../../kernel/http/rest/params.ts';
import { refusal } from '../../kernel/permission.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

const counts = z.object({ all: z.int(), mine: z.int(), by: z.record(z.string(), z.int()) });

/** `all` sums all counts except the excluded names'. */
function answer(by: ReadonlyMap<string, number>, mine: number, beside: readonly string[]) {
  const all = [...by].reduce((sum, [name, count]) => (beside.includes(name) ? sum : sum + count), 0);
  return { kind: 'plain', body: { all, mine, by: Object.fromEntries(by) } } as const;
}

const writers: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to edit posts in this post type.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};
const moderators: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to edit comments.',
  capability: 'moderate_comments',
  test: mayModerate,
};

function refuseUnknown(type: string): void {
  if (registeredTypes().some(({ name, restBase }) => name === type && restBase !== undefined)) return;
  throw new InvalidParamsError({
    type: {
      code: 'rest_type_invalid',
      message: `There is no type "${type.slice(0, 80)}"; /wp/v2/types lists them.`,
    },
  });
}

/** `/broadsheet/v1/post-counts`: posts of a type that the caller can edit, by status; `all` excludes the trash. */
export const broadsheetPostCounts = restRoute({
  path: '/broadsheet/v1/post-counts',
  methods: {
    GET: method({
      params: z.object({ type: wordParam(articleType).describe('Name of the post type.') }),
      reply: valueOf(counts),
      may: writers,
      run: async ({ actor, site }, { type }) => {
        refuseUnknown(type);
        if (!actor || !mayWrite(actor, type))
          throw refusal(actor, { ...writers, capability: capabilityOf(type, 'edit') });
        const { byStatus, mine } = await countPosts(site.content.database.read, actor, type);
        return answer(byStatus, mine, ['trash']);
      },
    }),
  },
});

/**
 * `/broadsheet/v1/comment-counts`: comments by status, optionally on one `post`; `all` are approved and held ones,
 * `reported` those of them with reports.
 */
export const broadsheetCommentCounts = restRoute({
  path: '/broadsheet/v1/comment-counts',
  methods: {
    GET: method({
      params: z.object({ post: optionalWhole({ min: 0 }).describe('Only comments on this post (id).') }),
      reply: valueOf(counts),
      may: moderators,
      run: async ({ actor, site }, { post }) => {
        const { read } = site.content.database;
        const [{ byStatus, mine }, reported] = await Promise.all([
          countComments(read, actor?.id ?? 0, post),
          countReported(read, post),
        ]);
        const by = new Map<string, number>(byStatus);
        if (reported > 0) by.set('reported', reported);
        return answer(by, mine, ['spam', 'trash', 'reported']);
      },
    }),
  },
});

/**
 * `/broadsheet/v1/user-counts`: accounts by role; an account with several roles counts in each, and once in `all`.
 * `posts`: published posts of each included account, by id.
 */
export const broadsheetUserCounts = restRoute({
  path: '/broadsheet/v1/user-counts',
  methods: {
    GET: method({
      params: z.object({
        include: idsParam().describe('Accounts whose published posts are counted (ids).'),
        type: wordParam(articleType).describe('Type of these posts.'),
      }),
      reply: valueOf(counts.omit({ mine: true }).extend({ posts: z.record(z.string(), z.int()) })),
      may: seeUsers,
      run: async ({ site }, { include = [], type }) => {
        refuseUnknown(type);
        const { read } = site.content.database;
        const [{ all, byRole }, posts] = await Promise.all([
          countByRole(read),
          countersOf(
            read,
            include.map((authorId) => ({ type, authorId })),
          ),
        ]);
        return {
          kind: 'plain',
          body: {
            all,
            by: Object.fromEntries(byRole),
            posts: Object.fromEntries(include.map((id, at) => [id, posts[at] ?? 0])),
          },
        };
      },
    }),
  },
});
