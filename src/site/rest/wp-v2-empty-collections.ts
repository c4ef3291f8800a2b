import { z } from 'zod';
import type { Permission } from '../../kernel/permission.ts';
import { BroadsheetError } from '../../lib/errors.ts';
import { itemParams, textParam } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { activeTheme } from './wp-v2-themes.ts';
import { maySeeEmptyList } from '../../modules/users/policy.ts';

type EmptyListCapability = Parameters<typeof maySeeEmptyList>[1];
const list = valueOf(z.array(z.record(z.string(), z.unknown())));

/** Access to a list of WordPress that is always empty here, with WordPress' refusal. */
function listPermission(code: string, message: string, capability: EmptyListCapability): Permission<unknown> {
  return { code, message, capability, test: (actor) => maySeeEmptyList(actor, capability) };
}

/** A method that always fails: its items don't exist, or its list can't be written. */
function refusing(
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

const readOnly = (may: Permission<unknown>, items: string) =>
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
const seeTemplates = listPermission('rest_cannot_manage_templates', noTemplates, 'edit_posts');
const editTemplates = listPermission('rest_cannot_manage_templates', noTemplates, 'edit_theme_options');
const manageWidgets = listPermission('rest_cannot_manage_widgets', noWidgets, 'edit_theme_options');
const readCollections = listPermission(
  'rest_cannot_read',
  'Sorry, you are not allowed to access font collections.',
  'edit_theme_options',
);
const seePlugins = listPermission(
  'rest_cannot_view_plugins',
  'Sorry, you are not allowed to manage plugins for this site.',
  'activate_plugins',
);
const createPosts = listPermission(
  'rest_cannot_create',
  'Sorry, you are not allowed to create posts as this user.',
  'edit_theme_options',
);

/** Lists of WordPress that are always empty here: the site has no plugins, font families and block theme. */
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

type Fault = readonly [code: string, message: string];
type May = Permission<unknown>;

const contextParams = z.object({ context: itemParams.context });
const missing = (may: May, [code, message]: Fault) => refusing(may, 404, code, message);
const read = (may: May, [code, message]: Fault) => ({
  GET: refusing(may, 404, code, message, contextParams),
});
const write = (may: May, fault: Fault) => ({
  POST: missing(may, fault),
  PUT: missing(may, fault),
  PATCH: missing(may, fault),
});
const remove = (may: May, fault: Fault) => ({ DELETE: missing(may, fault) });
const themeOptions = (code: string, message: string) => listPermission(code, message, 'edit_theme_options');

const noParent: Fault = ['rest_post_invalid_parent', 'Invalid post parent ID.'];
const noPost: Fault = ['rest_post_invalid_id', 'Invalid post ID.'];

/** Items, revisions and autosaves of templates or template parts. WordPress' own pattern of their ids backtracks; this one doesn't. */
function templateItems<const Base extends 'templates' | 'template-parts'>(base: Base) {
  const noTemplate: Fault = ['rest_template_not_found', 'No templates exist with that id.'];
  const noTemplateParent: Fault = ['rest_post_invalid_parent', 'Invalid template parent ID.'];
  const viewRevisions = themeOptions(
    'rest_cannot_read',
    'Sorry, you are not allowed to view revisions of this post.',
  );
  const viewAutosaves = themeOptions(
    'rest_cannot_read',
    'Sorry, you are not allowed to view autosaves of this post.',
  );
  const deleteRevisions = themeOptions(
    'rest_cannot_delete',
    'Sorry, you are not allowed to delete revisions of this post.',
  );
  return [
    restRoute({
      path: `/wp/v2/${base}/lookup`,
      methods: {
        GET: method({
          params: z.object({ slug: textParam() }),
          required: ['slug'],
          reply: valueOf(z.record(z.string(), z.unknown())),
          may: seeTemplates,
          run: async () => ({ kind: 'plain', body: {} }),
        }),
      },
    }),
    restRoute({
      path: `/wp/v2/${base}/(?P<parent>[^:<>*?"|]+)/autosaves/(?P<id>[\\d]+)`,
      methods: read(viewAutosaves, noTemplateParent),
    }),
    restRoute({
      path: `/wp/v2/${base}/(?P<id>[^:<>*?"|]+)/autosaves`,
      methods: { ...read(viewAutosaves, noTemplateParent), POST: missing(editTemplates, noTemplateParent) },
    }),
    restRoute({
      path: `/wp/v2/${base}/(?P<parent>[^:<>*?"|]+)/revisions/(?P<id>[\\d]+)`,
      methods: { ...read(viewRevisions, noTemplateParent), ...remove(deleteRevisions, noTemplateParent) },
    }),
    restRoute({
      path: `/wp/v2/${base}/(?P<parent>[^:<>*?"|]+)/revisions`,
      methods: read(viewRevisions, noTemplateParent),
    }),
    restRoute({
      path: `/wp/v2/${base}/(?P<id>[^:<>*?"|]+)`,
      methods: {
        ...read(seeTemplates, noTemplate),
        ...write(editTemplates, noTemplate),
        ...remove(editTemplates, noTemplate),
      },
    }),
  ] as const;
}

const noPlugin: Fault = ['rest_plugin_not_found', 'Plugin not found.'];
const managePlugins = listPermission(
  'rest_cannot_manage_plugins',
  'Sorry, you are not allowed to manage plugins for this site.',
  'activate_plugins',
);
const deletePlugins = listPermission(
  'rest_cannot_manage_plugins',
  'Sorry, you are not allowed to delete plugins for this site.',
  'delete_plugins',
);
const noWidgetType: Fault = ['rest_widget_type_invalid', 'Invalid widget type.'];

const extensions = [
  restRoute({
    path: '/wp/v2/plugins/(?P<plugin>[^.\\/]+(?:\\/[^.\\/]+)?)',
    methods: {
      ...read(seePlugins, noPlugin),
      ...write(managePlugins, noPlugin),
      ...remove(deletePlugins, noPlugin),
    },
  }),
  restRoute({
    path: '/wp/v2/widget-types/(?P<id>[a-zA-Z0-9_-]+)',
    methods: read(manageWidgets, noWidgetType),
  }),
  restRoute({
    path: '/wp/v2/widget-types/(?P<id>[a-zA-Z0-9_-]+)/encode',
    methods: { POST: missing(manageWidgets, noWidgetType) },
  }),
  restRoute({
    path: '/wp/v2/widget-types/(?P<id>[a-zA-Z0-9_-]+)/render',
    methods: { POST: missing(manageWidgets, noWidgetType) },
  }),
] as const;

const readFonts = themeOptions('rest_cannot_read', 'Sorry, you are not allowed to access this font family.');
const readFaces = themeOptions('rest_cannot_read', 'Sorry, you are not allowed to access font faces.');
const editFonts = themeOptions('rest_cannot_edit', 'Sorry, you are not allowed to edit this post.');
const deleteFonts = themeOptions('rest_cannot_delete', 'Sorry, you are not allowed to delete this post.');

const fonts = [
  restRoute({
    path: '/wp/v2/font-families/(?P<font_family_id>[\\d]+)/font-faces',
    methods: { ...read(readFaces, noParent), POST: missing(createPosts, noParent) },
  }),
  restRoute({
    path: '/wp/v2/font-families/(?P<font_family_id>[\\d]+)/font-faces/(?P<id>[\\d]+)',
    methods: { ...read(readFaces, noParent), ...remove(deleteFonts, noParent) },
  }),
  restRoute({
    path: '/wp/v2/font-families/(?P<id>[\\d]+)',
    methods: { ...read(readFonts, noPost), ...write(editFonts, noPost), ...remove(deleteFonts, noPost) },
  }),
  restRoute({
    path: '/wp/v2/font-collections/(?P<slug>[\\/\\w-]+)',
    methods: read(readCollections, ['rest_font_collection_not_found', 'Font collection not found.']),
  }),
] as const;

const seeStyles = listPermission(
  'rest_cannot_read_global_styles',
  'Sorry, you are not allowed to access the global styles on this site.',
  'edit_posts',
);
const viewStyle = listPermission(
  'rest_cannot_view',
  'Sorry, you are not allowed to view this global style.',
  'edit_theme_options',
);
const editStyle = listPermission(
  'rest_cannot_edit',
  'Sorry, you are not allowed to edit this global style.',
  'edit_theme_options',
);
const viewStyleRevisions = themeOptions(
  'rest_cannot_view',
  'Sorry, you are not allowed to view revisions for this global style.',
);
const noStyles: Fault = ['rest_global_styles_not_found', 'No global styles config exist with that id.'];

const record = z.record(z.string(), z.unknown());
const themeStyles = z.object({ settings: record, styles: record, _links: record });
const stylesheetOf = async (_request: unknown, captured: Readonly<Record<string, string>>) =>
  captured['stylesheet'] ?? '';
function demandTheme(stylesheet: string): void {
  if (stylesheet !== activeTheme.stylesheet)
    throw new BroadsheetError(404, 'rest_theme_not_found', 'Theme not found.');
}

/** Looks are settings of the site; the theme has no `theme.json`, so its styles are empty. */
const globalStyles = [
  itemRoute({
    path: '/wp/v2/global-styles/themes/(?P<stylesheet>[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+)/variations',
    find: stylesheetOf,
    methods: {
      GET: method({
        params: z.object({}),
        reply: list,
        may: seeStyles,
        run: async (_request, _sent, stylesheet: string) => {
          demandTheme(stylesheet);
          return { kind: 'plain', body: [] };
        },
      }),
    },
  }),
  itemRoute({
    path: '/wp/v2/global-styles/themes/(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)',
    find: stylesheetOf,
    methods: {
      GET: method({
        params: z.object({}),
        reply: valueOf(themeStyles),
        may: seeStyles,
        run: async (request, _sent, stylesheet: string) => {
          demandTheme(stylesheet);
          const self = [{ href: restUrl(request, `/wp/v2/global-styles/themes/${stylesheet}`) }];
          return { kind: 'plain', body: { settings: {}, styles: {}, _links: { self } } };
        },
      }),
    },
  }),
  restRoute({
    path: '/wp/v2/global-styles/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)',
    methods: read(viewStyleRevisions, noParent),
  }),
  restRoute({
    path: '/wp/v2/global-styles/(?P<parent>[\\d]+)/revisions',
    methods: read(viewStyleRevisions, noParent),
  }),
  restRoute({
    path: '/wp/v2/global-styles/(?P<id>[\\/\\w-]+)',
    methods: { GET: missing(viewStyle, noStyles), ...write(editStyle, noStyles) },
  }),
] as const;

/** Items of WordPress that don't exist here. Routes with a fixed end come before those that take any id. */
export const emptyItems = [
  ...templateItems('templates'),
  ...templateItems('template-parts'),
  ...extensions,
  ...fonts,
  ...globalStyles,
] as const;
