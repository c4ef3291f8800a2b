import { z } from 'zod';
import type { Permission } from '../../../content/permission.ts';
import { maySeeEmptyList } from '../../../content/users/policy.ts';
import { itemParams } from './params.ts';
import { valueOf } from './rest-reply.ts';
import { method, restRoute } from './rest-route.ts';

const list = valueOf(z.array(z.record(z.string(), z.unknown())));

/** A list of WordPress that is always empty here: the site has no plugins, widgets, font families and block theme. */
function emptyList<const Path extends string>(path: Path, code: string, message: string, capability: Parameters<typeof maySeeEmptyList>[1]) {
  const may: Permission<unknown> = {
    code, message, capability, test: (actor) => maySeeEmptyList(actor, capability),
  };
  return restRoute({ path, methods: { GET: method({ params: z.object(itemParams), reply: list, may, run: async () => ({ kind: 'plain', body: [] }) }) } });
}

const templates = 'Sorry, you are not allowed to access the templates on this site.';
const widgets = 'Sorry, you are not allowed to manage widgets on this site.';

export const emptyLists = [
  emptyList('/wp/v2/templates', 'rest_cannot_manage_templates', templates, 'edit_posts'),
  emptyList('/wp/v2/template-parts', 'rest_cannot_manage_templates', templates, 'edit_posts'),
  emptyList('/wp/v2/font-families', 'rest_cannot_read', 'Sorry, you are not allowed to access font families.', 'edit_theme_options'),
  emptyList('/wp/v2/font-collections', 'rest_cannot_read', 'Sorry, you are not allowed to access font collections.', 'edit_theme_options'),
  emptyList('/wp/v2/sidebars', 'rest_cannot_manage_widgets', widgets, 'edit_theme_options'),
  emptyList('/wp/v2/widgets', 'rest_cannot_manage_widgets', widgets, 'edit_theme_options'),
  emptyList('/wp/v2/widget-types', 'rest_cannot_manage_widgets', widgets, 'edit_theme_options'),
  emptyList('/wp/v2/block-patterns/patterns', 'rest_cannot_view', 'Sorry, you are not allowed to view the registered block patterns.', 'edit_posts'),
  emptyList(
    '/wp/v2/block-patterns/categories', 'rest_cannot_view', 'Sorry, you are not allowed to view the registered block pattern categories.', 'edit_posts',
  ),
  emptyList('/wp/v2/plugins', 'rest_cannot_view_plugins', 'Sorry, you are not allowed to manage plugins for this site.', 'activate_plugins'),
] as const;
