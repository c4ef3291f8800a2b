import { z } from 'zod';
import type { Permission } from '../../kernel/permission.ts';
import { findPermalink } from '../../modules/posts/find-permalink.ts';
import type { AddressFields } from '../../modules/posts/find-permalink.ts';
import { editPosts, mayWriteAnything } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/post.ts';
import { articleType, fileType } from '../../modules/types/names.ts';
import { defined } from '../../lib/defined.ts';
import { textParam } from '../../kernel/http/rest/params.ts';
import { postArguments } from './post-arguments.ts';
import { findAnyPost } from './post-subject.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { inWordsOfRest, noPost } from './write-post.ts';

const unsaved = { title: postArguments.title, slug: postArguments.slug, parent: postArguments.parent };
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

const writers: Permission<unknown> = {
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
      params: z.object({ type: textParam(), ...unsaved }),
      may: writers,
      reply: valueOf(planned),
      run: async (request, { type = articleType, title, slug, parent }) =>
        answer(request, undefined, { type, ...defined({ title, slug, parentId: parent }) }),
    }),
  },
});

/** `/broadsheet/v1/posts/{id}/permalink`: the same of a post, with what its editor has not stored yet. */
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
