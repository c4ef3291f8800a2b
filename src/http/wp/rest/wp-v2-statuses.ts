import { z } from 'zod';
import { isPublic, mayWrite } from '../../../content/posts/policy.ts';
import { post } from '../../../content/types/post.ts';
import { registeredTypes } from '../../../content/types/registry.ts';
import type { Actor } from '../../../content/users/role.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { finishItem } from './embed.ts';
import { flagParam, itemParams, textParam } from './params.ts';
import { readingContext, refuseUnless } from './reading.ts';
import { plainLink } from './rest-item.ts';
import type { RestItem } from './rest-item.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import { itemRoute, method, restRoute } from './rest-route.ts';
import { everywhere, fieldsOf, toEditors } from './resource.ts';
import type { Context } from './resource.ts';

/** Statuses that REST tells, by what they are called. */
const labels = { publish: 'Published', future: 'Scheduled', draft: 'Draft', pending: 'Pending', private: 'Private', trash: 'Trash' } as const;
type Status = keyof typeof labels;
const names: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

/** Posts of it are open to everybody. */
const isOpen = (status: Status): boolean => isPublic({ status, type: post.name });

const { shown, resource } = fieldsOf<Status>();
const floating: ReadonlySet<Status> = new Set(['draft', 'pending']);

const statusResource = resource('status', {
  name: shown(textParam(), everywhere, (status) => labels[status]),
  private: shown(flagParam(), toEditors, (status) => status === 'private'),
  protected: shown(flagParam(), toEditors, (status) => status === 'future' || floating.has(status)),
  public: shown(flagParam(), everywhere, (status) => isOpen(status)),
  queryable: shown(flagParam(), everywhere, (status) => isOpen(status)),
  show_in_list: shown(flagParam(), toEditors, (status) => status !== 'trash'),
  slug: shown(textParam(), everywhere, (status) => status),
  date_floating: shown(flagParam(), everywhere, (status) => floating.has(status)),
});

const params = z.object({ context: itemParams.context });

/** Visitors know of one; who writes posts of any type knows all. */
const mayKnow = (actor: Actor | undefined, status: Status): boolean => isOpen(status)
  || registeredTypes().some(({ name, restBase }) => restBase !== undefined && mayWrite(actor, name));

const cannotManage = 'Sorry, you are not allowed to manage post statuses.';

function present(request: RestRequest, status: Status, context: Context): RestItem {
  return {
    body: statusResource.present(request, status, context),
    links: { archives: [plainLink(restUrl(request, isOpen(status) ? '/wp/v2/posts' : `/wp/v2/posts?status=${status}`))] },
  };
}

/** `/wp/v2/statuses` */
export const wpV2Statuses = restRoute({
  path: '/wp/v2/statuses',
  resource: statusResource,
  methods: {
    GET: method({
      params,
      run: async (request, sent) => {
        const context = readingContext(request.actor, sent.context, mayKnow(request.actor, 'draft'), cannotManage, 'rest_cannot_view');
        return {
          kind: 'plain',
          body: Object.fromEntries(names.filter((name) => mayKnow(request.actor, name)).map((name) => [name, finishItem(present(request, name, context))])),
        };
      },
    }),
  },
});

/** `/wp/v2/statuses/{status}` */
export const wpV2Status = itemRoute<Status>({
  path: '/wp/v2/statuses/(?P<status>[\\w-]+)',
  resource: statusResource,
  find: async ({ actor }, captured) => {
    const name = names.find((known) => known === captured['status']);
    if (!name) throw new NotFoundError('Invalid status.', 'rest_status_invalid');
    refuseUnless(actor, mayKnow(actor, name), { message: 'Cannot view status.', code: 'rest_cannot_read_status' });
    return name;
  },
  methods: {
    GET: method({ params, run: async (request, { context }, name) => ({ kind: 'item', item: present(request, name, context) }) }),
  },
});
