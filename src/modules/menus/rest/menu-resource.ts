import { z } from 'zod';
import { menuFields } from '../commands.ts';
import { menuPermissions } from '../policy.ts';
import { menuLocations, menuLocationTitles } from '../model.ts';
import type { Menu, MenuLocation } from '../model.ts';
import { emptyMeta } from '../../types/rest/index.ts';
import {
  flagParam,
  optionalWhole,
  textParam,
  writtenText,
  writtenWords,
  itemParams,
} from '../../../kernel/http/rest/params.ts';
import type { RestItem } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { everywhere, fieldsOf, toEditors, whole } from '../../../kernel/http/rest/resource.ts';
import type { Context } from '../../../kernel/http/rest/resource.ts';
import { findMenuLocations } from '../store.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { allByNameOf, oneOf, curies, plainLink, selfLink } from '../../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';

export interface MenuParts {
  readonly menu: Menu;
  readonly locations: readonly MenuLocation[];
}

const { shown, written, resource } = fieldsOf<MenuParts>();
const nothing = z.string().max(0);

/** Descriptions and automatic additions of pages are not supported: shown as in WordPress, but rejected in requests. */
export const menuResource = resource('nav_menu', {
  id: shown(optionalWhole(), everywhere, ({ menu }) => menu.id),
  description: written(writtenText(nothing), whole, () => ''),
  name: written(writtenText(menuFields.name), everywhere, ({ menu }) => menu.name),
  slug: written(writtenText(menuFields.slug), everywhere, ({ menu }) => menu.slug),
  meta: emptyMeta,
  locations: written(writtenWords(), whole, ({ locations }) => [...locations]),
  auto_add: written(flagParam(), whole, () => false),
  revision: shown(optionalWhole({ min: 1 }), toEditors, ({ menu }) => menu.revision),
});

const { update, remove } = menuPermissions.menus;
export const menuWrites = {
  POST: { may: update },
  PUT: { may: update },
  PATCH: { may: update },
  DELETE: { may: remove },
} as const;

export const menuBase = '/wp/v2/menus';

export function presentMenu(request: RestRequest, parts: MenuParts, context: Context): RestItem {
  const { menu, locations } = parts;
  const at = locations.map((location) => plainLink(restUrl(request, `/wp/v2/menu-locations/${location}`)));
  return {
    ...(context === 'edit' ? { revision: menu.revision } : {}),
    body: menuResource.present(request, parts, context),
    links: {
      self: [selfLink(restUrl(request, `${menuBase}/${menu.id}`), menuWrites, request.actor, undefined)],
      collection: [plainLink(restUrl(request, menuBase))],
      'wp:post_type': [plainLink(restUrl(request, `/wp/v2/menu-items?menus=${menu.id}`))],
      ...(at.length > 0 ? { 'https://api.w.org/menu-location': at } : {}),
      curies,
    },
  };
}

export interface LocationParts {
  readonly location: MenuLocation;
  readonly menuId: number;
}

const locationFields = fieldsOf<LocationParts>();

const locationResource = locationFields.resource('menu-location', {
  name: locationFields.shown(textParam(), everywhere, ({ location }) => location),
  description: locationFields.shown(textParam(), everywhere, ({ location }) => menuLocationTitles[location]),
  menu: locationFields.shown(optionalWhole(), everywhere, ({ menuId }) => menuId),
});

function presentLocation(request: RestRequest, parts: LocationParts, context: Context): RestItem {
  const href = (path: string) => restUrl(request, path);
  return {
    body: locationResource.present(request, parts, context),
    links: {
      self: [plainLink(href(`/wp/v2/menu-locations/${parts.location}`))],
      collection: [plainLink(href('/wp/v2/menu-locations'))],
      ...(parts.menuId > 0
        ? { 'https://api.w.org/menu': [plainLink(href(`${menuBase}/${parts.menuId}`))] }
        : {}),
    },
  };
}

const params = z.object(itemParams);
const { read } = menuPermissions.locations;

/** `/wp/v2/menu-locations`: the site's menu locations, by name. */
export const wpV2MenuLocations = restRoute({
  path: '/wp/v2/menu-locations',
  methods: {
    GET: method({
      params,
      reply: allByNameOf(locationResource),
      may: read,
      run: async (request, { context }) => {
        const assigned = await findMenuLocations(request.site.content.database.read);
        const presented = (location: MenuLocation) =>
          presentLocation(request, { location, menuId: assigned.get(location) ?? 0 }, context);
        return {
          kind: 'named',
          items: Object.fromEntries(menuLocations.map((location) => [location, presented(location)])),
        };
      },
    }),
  },
});

export const wpV2MenuLocation = itemRoute({
  path: '/wp/v2/menu-locations/(?P<location>[\\w-]+)',
  find: async (_request, captured): Promise<MenuLocation> => {
    const location = menuLocations.find((name) => name === captured['location']);
    if (!location) throw new NotFoundError('Invalid menu location.', 'rest_menu_location_invalid');
    return location;
  },
  methods: {
    GET: method({
      params,
      reply: oneOf(locationResource),
      may: read,
      run: async (request, { context }, location: MenuLocation) => {
        const menuId = (await findMenuLocations(request.site.content.database.read)).get(location) ?? 0;
        return { kind: 'item', item: presentLocation(request, { location, menuId }, context) };
      },
    }),
  },
});
