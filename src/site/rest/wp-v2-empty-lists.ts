import { z } from 'zod';
import type { Permission } from '../../kernel/permission.ts';
import { maySeeEmptyList } from '../../modules/users/policy.ts';
import { BroadsheetError } from '../../lib/errors.ts';
import { itemParams, textParam } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

export type EmptyListCapability = Parameters<typeof maySeeEmptyList>[1];
export const list = valueOf(z.array(z.record(z.string(), z.unknown())));

/** Access to a list of WordPress that is always empty here, with WordPress' refusal. */
export function listPermission(
  code: string,
  message: string,
  capability: EmptyListCapability,
): Permission<unknown> {
  return { code, message, capability, test: (actor) => maySeeEmptyList(actor, capability) };
}

/** A method that always fails: its items don't exist, or its list can't be written. */
export function refusing(
  may: Permission<unknown>,
  status: number,
  code: string,
  message: string,
  params: z.ZodObject = z.object({}),
) {
  return method({
    params,
    reply: list,
    may,
    run: () => Promise.reject(new BroadsheetError(status, code, message)),
  });
}

/** A creation in a list that this site doesn't store. */
export const readOnly = (may: Permission<unknown>, items: string) =>
  refusing(
    may,
    405,
    'rest_read_only',
    `This site has no ${items} of WordPress' kind. The list is read-only.`,
  );

const empty = (may: Permission<unknown>) =>
  method({
    params: z.object({ context: itemParams.context }),
    reply: list,
    may,
    run: async () => ({ kind: 'plain' as const, body: [] }),
  });
const emptyList = <const Path extends string>(path: Path, may: Permission<unknown>) =>
  restRoute({ path, methods: { GET: empty(may) } });
const readOnlyList = <const Path extends string>(
  path: Path,
  may: Permission<unknown>,
  create: Permission<unknown>,
  items: string,
) => restRoute({ path, methods: { GET: empty(may), POST: readOnly(create, items) } });

const noTemplates = 'Sorry, you are not allowed to access the templates on this site.';
const noWidgets = 'Sorry, you are not allowed to manage widgets on this site.';
export const seeTemplates = listPermission('rest_cannot_manage_templates', noTemplates, 'edit_posts');
export const editTemplates = listPermission(
  'rest_cannot_manage_templates',
  noTemplates,
  'edit_theme_options',
);
export const manageWidgets = listPermission('rest_cannot_manage_widgets', noWidgets, 'edit_theme_options');
export const readCollections = listPermission(
  'rest_cannot_read',
  'Sorry, you are not allowed to access font collections.',
  'edit_theme_options',
);
export const seePlugins = listPermission(
  'rest_cannot_view_plugins',
  'Sorry, you are not allowed to manage plugins for this site.',
  'activate_plugins',
);
export const createPosts = listPermission(
  'rest_cannot_create',
  'Sorry, you are not allowed to create posts as this user.',
  'edit_theme_options',
);

/** Lists of WordPress that are always empty here: the site has no plugins, widgets, font families and block theme. */
export const emptyLists = [
  readOnlyList('/wp/v2/templates', seeTemplates, editTemplates, 'templates'),
  readOnlyList('/wp/v2/template-parts', seeTemplates, editTemplates, 'template parts'),
  readOnlyList(
    '/wp/v2/font-families',
    listPermission(
      'rest_cannot_read',
      'Sorry, you are not allowed to access font families.',
      'edit_theme_options',
    ),
    createPosts,
    'font families',
  ),
  emptyList('/wp/v2/font-collections', readCollections),
  emptyList('/wp/v2/sidebars', manageWidgets),
  readOnlyList('/wp/v2/widgets', manageWidgets, manageWidgets, 'widgets'),
  emptyList('/wp/v2/widget-types', manageWidgets),
  emptyList(
    '/wp/v2/block-patterns/patterns',
    listPermission(
      'rest_cannot_view',
      'Sorry, you are not allowed to view the registered block patterns.',
      'edit_posts',
    ),
  ),
  emptyList(
    '/wp/v2/block-patterns/categories',
    listPermission(
      'rest_cannot_view',
      'Sorry, you are not allowed to view the registered block pattern categories.',
      'edit_posts',
    ),
  ),
  readOnlyList(
    '/wp/v2/plugins',
    seePlugins,
    listPermission(
      'rest_cannot_install_plugin',
      'Sorry, you are not allowed to install plugins on this site.',
      'install_plugins',
    ),
    'plugins',
  ),
  emptyList(
    '/wp/v2/pattern-directory/patterns',
    listPermission(
      'rest_pattern_directory_cannot_view',
      'Sorry, you are not allowed to browse the local block pattern directory.',
      'edit_posts',
    ),
  ),
  restRoute({
    path: '/wp/v2/block-directory/search',
    methods: {
      GET: method({
        params: z.object({ context: itemParams.context, term: textParam() }),
        required: ['term'],
        reply: list,
        may: listPermission(
          'rest_block_directory_cannot_view',
          'Sorry, you are not allowed to browse the block directory.',
          'install_plugins',
        ),
        run: async () => ({ kind: 'plain', body: [] }),
      }),
    },
  }),
] as const;
