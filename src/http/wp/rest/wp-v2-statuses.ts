import { z } from 'zod';
import { NotFoundError, UnauthorizedError } from '../../../lib/errors.ts';
import { finishItem } from './embed.ts';
import { itemParams } from './params.ts';
import { plainLink, restRoute, restUrl } from './rest-route.ts';
import type { RestItem, RestRequest } from './rest-route.ts';

/** Statuses that exist, but not for visitors. */
const hidden = new Set(['future', 'draft', 'pending', 'private', 'trash']);
const params = z.object({ context: itemParams.context });

function refuseEditing(context: string): void {
  if (context === 'edit') throw new UnauthorizedError('Sorry, you are not allowed to manage post statuses.', 'rest_cannot_view');
}

function published(request: RestRequest): RestItem {
  return {
    body: { name: 'Published', public: true, queryable: true, slug: 'publish', date_floating: false },
    links: { archives: [plainLink(restUrl(request, '/wp/v2/posts'))] },
  };
}

/** `/wp/v2/statuses`: visitors know of one. */
export const wpV2Statuses = restRoute({
  path: '/wp/v2/statuses',
  params,
  get: async (request, { context }) => {
    refuseEditing(context);
    return { kind: 'plain', body: { publish: finishItem(published(request)) } };
  },
});

/** `/wp/v2/statuses/{status}` */
export const wpV2Status = restRoute({
  path: '/wp/v2/statuses/(?P<status>[\\w-]+)',
  params,
  get: async (request, { context }, captured) => {
    const status = captured['status'] ?? '';
    if (hidden.has(status)) throw new UnauthorizedError('Cannot view status.', 'rest_cannot_read_status');
    if (status !== 'publish') throw new NotFoundError('Invalid status.', 'rest_status_invalid');
    refuseEditing(context);
    return { kind: 'item', item: published(request) };
  },
});
