import { z } from 'zod';
import { itemParams } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import type { RestRoute } from '../../kernel/http/rest/rest-route.ts';
import { describeRoutes, namespaces } from './route-index.ts';
import { fileAtLeast, findPictureFiles } from '../../modules/media/picture.ts';
import { takesApplicationPasswords } from '../../modules/users/application-password.ts';
import { zoneOffset } from '../../lib/dates.ts';

const hour = 3_600_000;
/** Pixels; WordPress' `get_site_icon_url()` has the same default. */
const siteIconSize = 512;

const routesByPath = z.record(z.string(), z.unknown());
const index = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  home: z.string(),
  gmt_offset: z.number(),
  timezone_string: z.string(),
  page_for_posts: z.int(),
  page_on_front: z.int(),
  show_on_front: z.string(),
  namespaces: z.array(z.string()).readonly(),
  authentication: z.record(z.string(), z.unknown()),
  routes: routesByPath,
  site_logo: z.int(),
  site_icon: z.int(),
  site_icon_url: z.string(),
  _links: z.record(z.string(), z.unknown()),
});

/** `/wp-json/`: the index with the site's name and its routes. */
export function wpJson(routes: () => readonly RestRoute[]) {
  return restRoute({
    path: '/',
    methods: {
      GET: method({
        params: z.object({ context: itemParams.context }),
        reply: valueOf(index),
        run: async (request) => {
          const { settings, site } = request;
          const icon = (await findPictureFiles(site.content, [settings.site_icon], true)).get(
            settings.site_icon,
          );
          return {
            kind: 'plain',
            body: {
              name: settings.blogname,
              description: settings.blogdescription,
              url: site.content.siteUrl,
              home: site.content.siteUrl,
              gmt_offset: zoneOffset(Date.now(), settings.timezone_string) / hour,
              timezone_string: /^[+-]/.test(settings.timezone_string) ? '' : settings.timezone_string, // WordPress has no name for an offset
              page_for_posts: settings.page_for_posts,
              page_on_front: settings.page_on_front,
              show_on_front: settings.show_on_front,
              namespaces,
              authentication: takesApplicationPasswords(site.content.siteUrl)
                ? {
                    'application-passwords': {
                      endpoints: {
                        authorization: `${site.content.siteUrl}/wp-admin/authorize-application.php`,
                      },
                    },
                  }
                : {},
              routes: describeRoutes(request, routes()),
              site_logo: settings.site_logo,
              site_icon: settings.site_icon,
              site_icon_url: icon ? fileAtLeast(icon, siteIconSize).url : '',
              _links: { help: [{ href: 'https://developer.wordpress.org/rest-api/' }] },
            },
          };
        },
      }),
    },
  });
}
