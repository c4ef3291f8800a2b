import { permalinks } from '../../../content/permalinks.ts';
import type { User } from '../../../content/users/user.ts';
import { isLinkAddress } from '../../../lib/clean-html/addresses.ts';
import { localIso } from '../../../lib/site-time.ts';
import { optionalWhole, shape, textParam } from './params.ts';
import { renderedDescription, renderedName } from './rendered-text.ts';
import { plainLink, selfLink } from './rest-item.ts';
import type { RestItem } from './rest-item.ts';
import { closedWrites } from './rest-route.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import { everywhere, fieldsOf, toEditors, whole } from './resource.ts';
import type { Context } from './resource.ts';

const { shown, resource } = fieldsOf<User>();
const text = textParam();
const texts = shape<readonly string[]>({ type: 'array', items: { type: 'string' } });

/** People: of their account nothing but in the context `edit`. Avatars are drawn by the page, so there are no addresses of any. */
export const userResource = resource('user', {
  id: shown(optionalWhole(), everywhere, (user) => user.id),
  username: shown(text, toEditors, (user) => user.login),
  name: shown(text, everywhere, (user) => renderedName(user.displayName)),
  email: shown(text, toEditors, (user) => user.email),
  url: shown(text, everywhere, (user) => (isLinkAddress(user.url) ? user.url : '')),
  description: shown(text, everywhere, (user) => renderedDescription(user.bio)),
  link: shown(text, everywhere, (user, { settings, site }) => `${site.content.siteUrl}${permalinks(settings.permalink_structure).author(user)}`),
  slug: shown(text, everywhere, (user) => user.slug),
  registered_date: shown(text, toEditors, (user, { settings }) => localIso(user.createdAt, settings.timezone_string)),
  roles: shown(texts, toEditors, (user) => user.roles),
  avatar_urls: shown(shape<Readonly<Record<string, string>>>({ type: 'object' }), everywhere, () => ({})),
  meta: shown(shape<readonly never[]>({ type: 'array' }), whole, () => []),
});

/** Accounts are changed elsewhere. */
export const userWrites = closedWrites(
  { code: 'rest_cannot_edit', message: 'Sorry, you are not allowed to edit this user.' },
  { code: 'rest_user_cannot_delete', message: 'Sorry, you are not allowed to delete this user.' },
);

/** A person as REST shows them. */
export function presentUser(request: RestRequest, user: User, context: Context): RestItem {
  return {
    body: userResource.present(request, user, context),
    links: {
      self: [selfLink(restUrl(request, `/wp/v2/users/${user.id}`), userWrites, request.actor, user.id)],
      collection: [plainLink(restUrl(request, '/wp/v2/users'))],
    },
  };
}
