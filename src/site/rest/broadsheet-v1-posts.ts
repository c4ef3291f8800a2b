import { z } from 'zod';
import type { Post } from '../../modules/posts/model.ts';
import { findPost, findSummaries } from '../../modules/posts/reader.ts';
import { NotFoundError } from '../../lib/errors.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { editPosts, mayEditPost, mayWriteAnything } from '../../modules/posts/policy.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { Permission } from '../../kernel/permission.ts';
import { findLocks } from '../../modules/posts/lock-store.ts';
import type { PostLock } from '../../modules/posts/lock-store.ts';
import { lockActs, lockPost, unlockPost } from '../../modules/posts/lock-commands.ts';
import { findUsers } from '../../modules/users/reader.ts';
import { choiceParam, collectionParams, wordParam, textParam } from '../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../kernel/http/rest/rest-errors.ts';
import { findPermalink } from '../../modules/posts/find-permalink.ts';
import type { AddressFields } from '../../modules/posts/find-permalink.ts';
import { articleType, fileType } from '../../modules/types/names.ts';
import { defined } from '../../lib/records.ts';
import { postArguments } from './post-arguments.ts';
import { inWordsOfRest, noPost } from './write-post.ts';
import { shareDraft, unshareDraft } from '../../modules/posts/share-commands.ts';
import { findShare } from '../../modules/posts/share-store.ts';

async function findAnyPost(
  { site }: Pick<RestRequest, 'site'>,
  captured: Readonly<Record<string, string>>,
): Promise<Post> {
  const post = await findPost(site.content.database.read, capturedId(captured));
  if (!post) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  return post;
}

/**
 * `/broadsheet/v1/posts/{id}/type`: a post's type and its base in `/wp/v2` (null without REST routes), for users who
 * can edit it; WordPress' editor addresses only name the post.
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

const window = wordParam('').describe(
  'Id of the editor window that writes: letters, digits, “_” and “-”, at most 40 characters.',
);
const person = z.object({ id: z.int(), name: z.string() });
const lockState = z.object({
  /** The caller has the lock. */
  mine: z.boolean(),
  holder: person,
  since: z.iso.datetime(),
  /** For the holder: who asks to take over. */
  asked_by: person.nullable(),
  /** For the holder: the lock is being taken over, and the holder sends its unsaved changes. */
  claimed: z.boolean(),
  /** For others: the state of their request to take over. */
  asking: z.enum(['no', 'waiting', 'refused']),
});

async function describeLock(
  { site, actor }: RestRequest,
  { userId, since, askerId, refusedId, isClaimed }: PostLock,
): Promise<z.output<typeof lockState>> {
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

/** `/broadsheet/v1/posts/{id}/lock`: the user who has a post open in the editor. POST every 15 seconds renews the lock, DELETE releases it. */
export const broadsheetPostLock = itemRoute({
  path: '/broadsheet/v1/posts/(?P<id>[\\d]+)/lock',
  find: findAnyPost,
  methods: {
    POST: method({
      params: z.object({
        window,
        act: choiceParam(lockActs, 'hold').describe(
          'Action on the lock: hold, claim, take, ask for, give away or refuse it.',
        ),
      }),
      may: editPosts,
      reply: valueOf(lockState),
      run: async (request, { window: windowId, act }, { id }: Post) => {
        const { site, actor } = request;
        const lock = await site.content.database
          .write((tx) => lockPost(tx, actor, { id, windowId, act }))
          .catch(inWords);
        return { kind: 'plain', body: await describeLock(request, lock) };
      },
    }),
    DELETE: method({
      params: z.object({ window }),
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

/** `/broadsheet/v1/post-locks`: the locked posts among `include`, as far as the caller can edit them. */
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

const unsaved = {
  title: postArguments.title.describe('Title as it is written, if it is not stored yet.'),
  slug: postArguments.slug.describe('Slug as it is written, if it is not stored yet.'),
  parent: postArguments.parent.describe('Id of the chosen parent, if it is not stored yet. 0 for none.'),
};
const planned = z.object({
  slug: z.string(),
  /** Null for a new post where addresses contain the id. */
  link: z.string().nullable(),
});

async function answer(
  { site: { content }, settings, actor }: RestRequest,
  stored: Post | undefined,
  fields: AddressFields,
) {
  const { slug, path } = await findPermalink(
    content.database.read,
    actor,
    stored,
    settings.permalink_structure,
    fields,
  ).catch((error: unknown) => Promise.reject(inWordsOfRest(error)));
  return {
    kind: 'plain' as const,
    body: { slug, link: path === undefined ? null : `${content.siteUrl}${path}` },
  };
}

const permalinkWriters: Permission<unknown> = {
  code: 'rest_cannot_create',
  message: 'Sorry, you are not allowed to create posts as this user.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};

/** `/broadsheet/v1/permalink`: the address that a new post gets if the caller publishes it with these fields. */
export const broadsheetPermalink = restRoute({
  path: '/broadsheet/v1/permalink',
  methods: {
    POST: method({
      params: z.object({ type: textParam().describe('Name of the type of the new post.'), ...unsaved }),
      may: permalinkWriters,
      reply: valueOf(planned),
      run: async (request, { type = articleType, title, slug, parent }) =>
        answer(request, undefined, { type, ...defined({ title, slug, parentId: parent }) }),
    }),
  },
});

/** `/broadsheet/v1/posts/{id}/permalink`: the same for a stored post with unsaved changes. */
export const broadsheetPostPermalink = itemRoute({
  path: '/broadsheet/v1/posts/(?P<id>[\\d]+)/permalink',
  find: async (request, captured) => {
    const post = await findAnyPost(request, captured);
    if (post.type === fileType) throw noPost();
    return post;
  },
  methods: {
    POST: method({
      params: z.object(unsaved),
      may: editPosts,
      reply: valueOf(planned),
      run: async (request, { title, slug, parent }, post: Post) =>
        answer(request, post, defined({ title, slug, parentId: parent })),
    }),
  },
});

/** `/broadsheet/v1/posts/{id}/share`: the share link to a draft of any type. The link itself is returned only once. */
export const broadsheetShare = itemRoute({
  path: '/broadsheet/v1/posts/(?P<id>[\\d]+)/share',
  find: findAnyPost,
  methods: {
    GET: method({
      params: z.object({}),
      may: editPosts,
      reply: valueOf(z.object({ shared: z.boolean(), since: z.iso.datetime().nullable() })),
      run: async ({ site }, _params, { id }: Post) => {
        const share = await findShare(site.content.database.read, id);
        return {
          kind: 'plain',
          body: {
            shared: share !== undefined,
            since: share ? new Date(share.createdAt).toISOString() : null,
          },
        };
      },
    }),
    POST: method({
      params: z.object({}),
      may: editPosts,
      reply: valueOf(z.object({ link: z.url() }), 201),
      run: async ({ site: { content }, actor }, _params, { id }: Post) => {
        const path = await content.database.write((tx) => shareDraft(tx, actor, { id }));
        return { kind: 'plain', body: { link: content.siteUrl + path } };
      },
    }),
    DELETE: method({
      params: z.object({}),
      may: editPosts,
      reply: valueOf(z.object({ deleted: z.boolean() })),
      run: async ({ site: { content }, actor }, _params, { id }: Post) => ({
        kind: 'plain',
        body: { deleted: await content.database.write((tx) => unshareDraft(tx, actor, { id })) },
      }),
    }),
  },
});
