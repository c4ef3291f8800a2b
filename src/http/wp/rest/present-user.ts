import { isLinkAddress } from '../../../lib/clean-html/addresses.ts';
import { permalinks } from '../../../content/permalinks.ts';
import type { User } from '../../../content/users/user.ts';
import { renderedDescription, renderedName } from './rendered-text.ts';
import { plainLink, restUrl, selfLink } from './rest-route.ts';
import type { RestItem, RestRequest } from './rest-route.ts';

/** A person as visitors see them: nothing of their account. Avatars are drawn by the page, so there are no addresses of any. */
export function presentUser(request: RestRequest, user: User, context: 'view' | 'embed'): RestItem {
  const { id, displayName, slug, bio } = user;
  const url = isLinkAddress(user.url) ? user.url : '';
  const link = `${request.site.content.siteUrl}${permalinks(request.settings.permalink_structure).author(user)}`;
  return {
    body: { id, name: renderedName(displayName), url, description: renderedDescription(bio), link, slug, avatar_urls: {}, ...(context === 'view' ? { meta: [] } : {}) },
    links: { self: [selfLink(restUrl(request, `/wp/v2/users/${id}`))], collection: [plainLink(restUrl(request, '/wp/v2/users'))] },
  };
}
