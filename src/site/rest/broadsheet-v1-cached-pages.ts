import { z } from 'zod';
import { demand, mayEditSomething } from '../../kernel/permission.ts';
import type { Permission } from '../../kernel/permission.ts';
import { mayEditPost } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { editTemplates, mayEditTemplates } from '../../modules/templates/policy.ts';
import { choiceParam, textParam } from '../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

const params = z.object({
  path: textParam().describe('Path of a page on this site, with its query.'),
  device: choiceParam(['desktop', 'phone'], 'desktop').describe('Device that the page is rendered for.'),
});
const reply = valueOf(
  z.object({ state: z.enum(['cached', 'stale', 'rendering', 'none']), rendered_at: z.int().nullable() }),
);

const message = 'Sorry, you are not allowed to see what readers have of this page.';
/** Callers who may have access to some page. */
const seeSomePage: Permission<unknown> = {
  code: 'rest_forbidden',
  message,
  capability: 'edit_posts',
  test: mayEditSomething,
};
/** A post's page: users who can edit the post. Any page: users who can edit templates. */
const seePage: Permission<Post | undefined> = {
  code: 'rest_forbidden',
  message,
  capability: editTemplates.capability,
  test: (actor, post) => mayEditTemplates(actor) || (post !== undefined && mayEditPost(actor, post)),
};

/** A page's address as sent; throws `InvalidParamsError` for anything else. */
function addressIn(path = ''): string {
  if (/^\/(?!\/)[^\s\\#]*$/.test(path) && !/^\/wp-(?:json|admin|login)/.test(path)) return path;
  throw new InvalidParamsError({
    path: {
      code: 'rest_invalid_param',
      message: 'path has to be the path of a page of this site, with its query: /a-story/',
    },
  });
}

/** The same, if the caller has access to the page. Throws `ForbiddenError` otherwise. */
async function ownAddress(
  { actor, site: { pagePreviews } }: RestRequest,
  path: string | undefined,
): Promise<string> {
  const address = addressIn(path);
  if (!mayEditTemplates(actor)) demand(seePage, actor, (await pagePreviews.find(actor, address)).post);
  return address;
}

function cacheStateOf({ site: { cachedPages } }: RestRequest, address: string, device: 'desktop' | 'phone') {
  const { state, madeAt } = cachedPages.look(address, device);
  return { kind: 'plain' as const, body: { state, rendered_at: madeAt ?? null } };
}

/**
 * `/broadsheet/v1/cached-pages`: the cached copy of a page; POST re-renders it. For users who can edit templates, or the
 * page's post. Times are milliseconds since 1970.
 */
export const broadsheetCachedPages = restRoute({
  path: '/broadsheet/v1/cached-pages',
  methods: {
    GET: method({
      params,
      required: ['path'],
      may: seeSomePage,
      reply,
      run: async (request, { path, device }) =>
        cacheStateOf(request, await ownAddress(request, path), device),
    }),
    POST: method({
      params,
      required: ['path'],
      may: seeSomePage,
      reply,
      run: async (request, { path, device }) => {
        const address = await ownAddress(request, path);
        await request.site.cachedPages.renew(address, device);
        return cacheStateOf(request, address, device);
      },
    }),
  },
});
