import { z } from 'zod';
import type { MenuLocation } from '../menu.ts';
import { menuPermissions } from '../policy.ts';
import { findMenuLocations } from '../reader.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { locationResource, menuLocations, presentLocation } from './menu-resource.ts';
import { itemParams } from '../../../kernel/http/rest/params.ts';
import { allByNameOf, oneOf } from '../../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';

const params = z.object(itemParams);
const { read } = menuPermissions.locations;

/** `/wp/v2/menu-locations`: the places that this site has for menus, by name. */
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

/** `/wp/v2/menu-locations/{location}` */
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
