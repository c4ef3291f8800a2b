import { z } from 'zod';
import { postFormats } from '../../lib/post-formats.ts';
import { demand } from '../../kernel/permission.ts';
import type { Permission } from '../../kernel/permission.ts';
import { mayWriteAnything } from '../../modules/posts/policy.ts';
import { switchThemes } from '../../modules/settings/policy.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { choicesParam, flagParam, shape, textParam } from '../../kernel/http/rest/params.ts';
import { everywhere, fieldsOf } from '../../kernel/http/rest/resource.ts';
import { allOf, oneOf, curies, plainLink } from '../../kernel/http/rest/rest-reply.ts';
import type { RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';

interface Theme {
  readonly name: string;
  readonly stylesheet: string;
}
export const activeTheme: Theme = { name: 'Broadsheet', stylesheet: 'broadsheet' };

/** Features by WordPress' names. It has no colours, sizes and gradients of its own: editors use their defaults. */
const supports = {
  'align-wide': true,
  'automatic-feed-links': true,
  'block-templates': false,
  'block-template-parts': false,
  'custom-background': false,
  'custom-header': false,
  'custom-logo': true,
  'customize-selective-refresh-widgets': false,
  'dark-editor-style': false,
  'disable-custom-colors': false,
  'disable-custom-font-sizes': false,
  'disable-custom-gradients': false,
  'disable-layout-styles': false,
  'editor-color-palette': false,
  'editor-font-sizes': false,
  'editor-gradient-presets': false,
  'editor-spacing-sizes': false,
  'editor-styles': false,
  formats: [...postFormats],
  html5: ['comment-form', 'comment-list', 'gallery', 'caption', 'search-form', 'script', 'style'],
  'post-thumbnails': true,
  'responsive-embeds': true,
  'title-tag': true,
  'wp-block-styles': true,
} as const;

const { shown, group, resource } = fieldsOf<Theme>();
const text = textParam();
const textField = (of: (one: Theme) => string) =>
  group(everywhere, { raw: shown(text, everywhere, of), rendered: shown(text, everywhere, of) });
const noWords = shape<readonly never[]>({ type: 'array' });

const themeResource = resource('theme', {
  stylesheet: shown(text, everywhere, ({ stylesheet }) => stylesheet),
  template: shown(text, everywhere, ({ stylesheet }) => stylesheet),
  author: textField(() => 'Broadsheet'),
  author_uri: textField(() => ''),
  description: textField(() => 'The look of the site; its layouts are templates of its own.'),
  is_block_theme: shown(flagParam(), everywhere, () => false),
  name: textField(({ name }) => name),
  requires_php: shown(text, everywhere, () => ''),
  requires_wp: shown(text, everywhere, () => ''),
  screenshot: shown(text, everywhere, () => ''),
  tags: group(everywhere, {
    raw: shown(noWords, everywhere, () => []),
    rendered: shown(text, everywhere, () => ''),
  }),
  textdomain: shown(text, everywhere, ({ stylesheet }) => stylesheet),
  theme_supports: shown(shape<typeof supports>({ type: 'object' }), everywhere, () => supports),
  theme_uri: textField(() => ''),
  version: shown(text, everywhere, (_theme, { site }) => site.version),
  status: shown(shape<'active'>({ type: 'string', enum: ['active'] }), everywhere, () => 'active' as const),
});

const present = (request: RestRequest, one: Theme): RestItem => ({
  body: themeResource.present(request, one, 'view'),
  links: {
    self: [plainLink(restUrl(request, `/wp/v2/themes/${one.stylesheet}`))],
    collection: [plainLink(restUrl(request, '/wp/v2/themes'))],
    curies,
  },
});

/** Authors need to know the theme's features. */
const readActive: Permission<unknown> = {
  code: 'rest_cannot_view_active_theme',
  message: 'Sorry, you are not allowed to view the active theme.',
  capability: 'edit_posts',
  test: (actor) => mayWriteAnything(actor) || switchThemes.test(actor, undefined),
};

export const wpV2Themes = restRoute({
  path: '/wp/v2/themes',
  methods: {
    GET: method({
      params: z.object({ status: choicesParam(['active', 'inactive']) }),
      reply: allOf(themeResource),
      may: readActive,
      run: async (request, { status }) => {
        // As in WordPress, authors must explicitly ask for the active theme.
        if (status?.join() !== 'active') demand(switchThemes, request.actor, undefined);
        return {
          kind: 'items',
          items: (status?.includes('active') ?? true) ? [present(request, activeTheme)] : [],
        };
      },
    }),
  },
});

export const wpV2Theme = itemRoute({
  path: '/wp/v2/themes/(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)',
  find: async (_request, { stylesheet }): Promise<Theme> => {
    if (stylesheet !== activeTheme.stylesheet)
      throw new NotFoundError('Theme not found.', 'rest_theme_not_found');
    return activeTheme;
  },
  methods: {
    GET: method({
      params: z.object({}),
      reply: oneOf(themeResource),
      may: readActive,
      run: async (request, _sent, one: Theme) => ({
        kind: 'item',
        item: present(request, one),
      }),
    }),
  },
});
