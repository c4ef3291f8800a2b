import { z } from 'zod';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { isPublic, mayWrite } from '../../modules/posts/policy.ts';
import { post } from '../../modules/types/built-in.ts';
import { registeredTypes } from '../../modules/types/registry.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { flagParam, itemParams, textParam } from '../../kernel/http/rest/params.ts';
import { refuseUnless } from '../../kernel/http/rest/query-params.ts';
import type { RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { allByNameOf, oneOf, plainLink } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { everywhere, fieldsOf, toEditors, whole } from '../../kernel/http/rest/resource.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';

const labels = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Pending',
  private: 'Private',
  trash: 'Trash',
} as const;
type Status = keyof typeof labels;
const names: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

const isOpen = (status: Status): boolean => isPublic({ status, type: post.name });

const { shown, resource } = fieldsOf<Status>();
const floating: ReadonlySet<Status> = new Set(['draft', 'pending']);

const statusResource = resource('status', {
  name: shown(textParam(), everywhere, (status) => labels[status]),
  private: shown(flagParam(), toEditors, (status) => status === 'private'),
  protected: shown(flagParam(), toEditors, (status) => status === 'future' || floating.has(status)),
  public: shown(flagParam(), whole, (status) => isOpen(status)),
  queryable: shown(flagParam(), whole, (status) => isOpen(status)),
  show_in_list: shown(flagParam(), toEditors, (status) => status !== 'trash'),
  slug: shown(textParam(), everywhere, (status) => status),
  date_floating: shown(flagParam(), whole, (status) => floating.has(status)),
});

const params = z.object({ context: itemParams.context });

/** Visitors see public statuses; authors of any type see all. */
const mayKnow = (actor: Actor | undefined, status: Status): boolean =>
  isOpen(status) ||
  registeredTypes().some(({ name, restBase }) => restBase !== undefined && mayWrite(actor, name));

const editAny: Permission<unknown> = {
  code: 'rest_cannot_view',
  message: 'Sorry, you are not allowed to manage post statuses.',
  capability: 'edit_posts',
  test: (actor) => mayKnow(actor, 'draft'),
};

function present(request: RestRequest, status: Status, context: Context): RestItem {
  return {
    body: statusResource.present(request, status, context),
    links: {
      archives: [
        plainLink(restUrl(request, isOpen(status) ? '/wp/v2/posts' : `/wp/v2/posts?status=${status}`)),
      ],
    },
  };
}

export const wpV2Statuses = restRoute({
  path: '/wp/v2/statuses',
  methods: {
    GET: method({
      params,
      reply: allByNameOf(statusResource),
      edit: editAny,
      run: async (request, { context }) => {
        const known = names.filter((name) => mayKnow(request.actor, name));
        return {
          kind: 'named',
          items: Object.fromEntries(known.map((name) => [name, present(request, name, context)])),
        };
      },
    }),
  },
});

export const wpV2Status = itemRoute({
  path: '/wp/v2/statuses/(?P<status>[\\w-]+)',
  find: async ({ actor }, captured): Promise<Status> => {
    const name = names.find((known) => known === captured['status']);
    if (!name) throw new NotFoundError('Invalid status.', 'rest_status_invalid');
    refuseUnless(actor, mayKnow(actor, name), {
      message: 'Cannot view status.',
      code: 'rest_cannot_read_status',
      capability: 'edit_posts',
    });
    return name;
  },
  methods: {
    GET: method({
      params,
      reply: oneOf(statusResource),
      run: async (request, { context }, name: Status) => ({
        kind: 'item',
        item: present(request, name, context),
      }),
    }),
  },
});
