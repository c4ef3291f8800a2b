import { z } from 'zod';
import type { Permission } from '../../kernel/permission.ts';
import { findLocks } from '../../modules/posts/lock.ts';
import type { PostLock } from '../../modules/posts/lock.ts';
import { lockActs, lockPost } from '../../modules/posts/lock-post.ts';
import { editPosts, mayEditPost, mayWriteAnything } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/post.ts';
import { findSummaries } from '../../modules/posts/reader.ts';
import { unlockPost } from '../../modules/posts/unlock-post.ts';
import { findUsers } from '../../modules/users/reader.ts';
import { choiceParam, collectionParams, wordParam } from '../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../kernel/http/rest/rest-errors.ts';
import { findAnyPost } from './post-subject.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';

const person = z.object({ id: z.int(), name: z.string() });
const told = z.object({
  /** Who asks this has it. */
  mine: z.boolean(),
  holder: person,
  since: z.iso.datetime(),
  /** To who has it: who asks for it. */
  asked_by: person.nullable(),
  /** To who has it: they are taken over from, and hand it on with their last words. */
  claimed: z.boolean(),
  /** To others: what became of their asking. */
  asking: z.enum(['no', 'waiting', 'refused']),
});

async function tell(
  { site, actor }: RestRequest,
  { userId, since, askerId, refusedId, isClaimed }: PostLock,
): Promise<z.output<typeof told>> {
  const mine = userId === actor?.id;
  const people = await findUsers(site.content.database.read, [
    userId,
    ...(mine && askerId > 0 ? [askerId] : []),
  ]);
  const named = (id: number) => ({ id, name: people.get(id)?.displayName ?? '' });
  return {
    mine,
    holder: named(userId),
    since: new Date(since).toISOString(),
    asked_by: mine && people.has(askerId) ? named(askerId) : null,
    claimed: mine && isClaimed,
    asking:
      mine || !actor ? 'no' : askerId === actor.id ? 'waiting' : refusedId === actor.id ? 'refused' : 'no',
  };
}

const inWords = (error: unknown) => Promise.reject(faultsOfParams(error, { windowId: 'window' }));

/** `/broadsheet/v1/posts/{id}/lock`: who has a text open to write in it; POST every 15 seconds says that one is at it, DELETE that its window is closed. */
export const broadsheetPostLock = itemRoute({
  path: '/broadsheet/v1/posts/(?P<id>[\\d]+)/lock',
  find: findAnyPost,
  methods: {
    POST: method({
      params: z.object({ window: wordParam(''), act: choiceParam(lockActs, 'hold') }),
      may: editPosts,
      reply: valueOf(told),
      run: async (request, { window: windowId, act }, { id }: Post) => {
        const { site, actor } = request;
        const lock = await site.content.database
          .write((tx) => lockPost(tx, actor, { id, windowId, act }))
          .catch(inWords);
        return { kind: 'plain', body: await tell(request, lock) };
      },
    }),
    DELETE: method({
      params: z.object({ window: wordParam('') }),
      may: editPosts,
      reply: valueOf(z.object({ deleted: z.boolean() })),
      run: async ({ site, actor }, { window: windowId }, { id }: Post) => ({
        kind: 'plain',
        body: {
          deleted: await site.content.database
            .write((tx) => unlockPost(tx, actor, { id, windowId }))
            .catch(inWords),
        },
      }),
    }),
  },
});

const writers: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to edit posts.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};

/** `/broadsheet/v1/post-locks`: of the posts that `include` names those that somebody has open, as far as the asker may edit them. */
export const broadsheetPostLocks = restRoute({
  path: '/broadsheet/v1/post-locks',
  methods: {
    GET: method({
      params: z.object({ include: collectionParams.include }),
      may: writers,
      reply: valueOf(
        z
          .array(z.object({ post: z.int(), mine: z.boolean(), holder: person, since: z.iso.datetime() }))
          .readonly(),
      ),
      run: async ({ site, actor }, { include = [] }) => {
        const { read } = site.content.database;
        const locks = await findLocks(read, include);
        const [posts, people] = await Promise.all([
          findSummaries(read, [...locks.keys()]),
          findUsers(read, [...new Set([...locks.values()].map(({ userId }) => userId))]),
        ]);
        const body = [...locks.values()].flatMap(({ postId, userId, since }) => {
          const [post, user] = [posts.get(postId), people.get(userId)];
          if (!post || !user || !mayEditPost(actor, post)) return [];
          return [
            {
              post: postId,
              mine: userId === actor?.id,
              holder: { id: userId, name: user.displayName },
              since: new Date(since).toISOString(),
            },
          ];
        });
        return { kind: 'plain', body };
      },
    }),
  },
});
