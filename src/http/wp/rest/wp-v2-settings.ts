import { z } from 'zod';
import type { Permission } from '../../../content/permission.ts';
import { mayManageSettings } from '../../../content/settings/policy.ts';
import type { Settings } from '../../../content/settings/settings.ts';
import { optionalWhole, writtenText } from './params.ts';
import { closed, method, restRoute } from './rest-route.ts';
import { fieldsOf, whole } from './resource.ts';

const { shown, resource } = fieldsOf<Settings>();
const text = writtenText({ most: 1000 });

const settingsResource = resource('settings', {
  title: shown(text, whole, ({ blogname }) => blogname),
  description: shown(text, whole, ({ blogdescription }) => blogdescription),
  url: shown(text, whole, (_settings, { site }) => site.content.siteUrl),
  email: shown(text, whole, ({ admin_email: email }) => email),
  timezone: shown(text, whole, ({ timezone_string: zone }) => zone),
  date_format: shown(text, whole, ({ date_format: format }) => format),
  time_format: shown(text, whole, ({ time_format: format }) => format),
  language: shown(text, whole, ({ site_language: language }) => language.replaceAll('-', '_')),
  default_category: shown(optionalWhole(), whole, ({ default_category: id }) => id),
  posts_per_page: shown(optionalWhole(), whole, ({ posts_per_page: posts }) => posts),
  show_on_front: shown(text, whole, ({ show_on_front: front }) => front),
  page_on_front: shown(optionalWhole(), whole, ({ page_on_front: id }) => id),
  page_for_posts: shown(optionalWhole(), whole, ({ page_for_posts: id }) => id),
  default_ping_status: shown(text, whole, ({ default_ping_status: status }) => status),
  default_comment_status: shown(text, whole, ({ default_comment_status: status }) => status),
  site_logo: shown(optionalWhole(), whole, ({ site_logo: id }) => id),
  site_icon: shown(optionalWhole(), whole, ({ site_icon: id }) => id),
});

const forbidden = { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.' } as const;
const manage: Permission<unknown> = { ...forbidden, test: mayManageSettings };
const noWriting = closed(forbidden);

/** `/wp/v2/settings`: those that WordPress shows there, to who may change them; they are changed elsewhere. */
export const wpV2Settings = restRoute({
  path: '/wp/v2/settings',
  resource: settingsResource,
  methods: {
    GET: method({ params: z.object({}), may: manage, run: async (request) => ({
      kind: 'plain', body: settingsResource.present(request, request.settings, 'view'),
    }) }),
    POST: noWriting, PUT: noWriting, PATCH: noWriting,
  },
});
