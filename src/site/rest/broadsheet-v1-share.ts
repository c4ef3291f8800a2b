import { z } from 'zod';
import { editPosts } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/post.ts';
import { shareDraft } from '../../modules/posts/share-draft.ts';
import { findShare } from '../../modules/posts/shared-drafts.ts';
import { unshareDraft } from '../../modules/posts/unshare-draft.ts';
import { findAnyPost } from './post-subject.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method } from '../../kernel/http/rest/rest-route.ts';

/** `/broadsheet/v1/posts/{id}/share`: the link by which outsiders read a draft, of whatever type it is. What it is, is shown once. */
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
