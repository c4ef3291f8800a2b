import { z } from 'zod';
import { maxUploadBytes } from '../../kernel/part-files.ts';
import { boxes } from '../../modules/media/media-files.ts';
import { servedTypes, uploadTypes } from '../../modules/media/model.ts';
import { mayUploadDrawings } from '../../modules/media/policy.ts';
import type { Permission } from '../../kernel/permission.ts';
import { findNewestNavigation } from '../../modules/posts/navigation.ts';
import { mayWriteAnything, mayWriteArticles } from '../../modules/posts/policy.ts';
import { readableName } from '../../modules/types/model.ts';
import { maySeeEmptyList } from '../../modules/users/policy.ts';
import { NotFoundError, InvalidInputError } from '../../lib/errors.ts';
import { optionalWhole, textParam } from '../../kernel/http/rest/params.ts';
import { everywhere, fieldsOf } from '../../kernel/http/rest/resource.ts';
import { oneOf, valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { lookUpPage } from '../../modules/embeds/look-up-embed.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';

const may: Permission<unknown> = {
  code: 'rest_cannot_view_url_details',
  message: 'Sorry, you are not allowed to process remote URLs.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};
const details = z.object({ title: z.string(), icon: z.string(), description: z.string(), image: z.string() });

/** `/wp-block-editor/v1/url-details?url=…`: title, description, icon and image of a page on another site. */
const urlDetails = restRoute({
  path: '/wp-block-editor/v1/url-details',
  methods: {
    GET: method({
      params: z.object({ url: textParam('uri') }),
      required: ['url'],
      reply: valueOf(details),
      may,
      run: async ({ site, actor }, { url = '' }) => {
        if (actor) site.limitEmbeds(String(actor.id));
        const body = await lookUpPage(url, site.fetchEmbeds).catch((error: unknown) => {
          if (!(error instanceof InvalidInputError)) throw error;
          throw new InvalidParamsError({
            url: {
              code: 'rest_invalid_param',
              message: 'url is not an http or https URL of a public server.',
            },
          });
        });
        return { kind: 'plain', body: { ...body } };
      },
    }),
  },
});

const readSettings: Permission<unknown> = {
  code: 'rest_cannot_read_block_editor_settings',
  message: 'Sorry, you are not allowed to read the block editor settings.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};

const named = z.object({ slug: z.string(), title: z.string(), icon: z.null() });
const settings = z.object({
  alignWide: z.boolean(),
  allowedBlockTypes: z.boolean(),
  allowedMimeTypes: z.record(z.string(), z.string()),
  blockCategories: z.array(named),
  codeEditingEnabled: z.boolean(),
  imageDefaultSize: z.string(),
  imageDimensions: z.record(z.string(), z.object({ width: z.int(), height: z.int(), crop: z.boolean() })),
  imageEditing: z.boolean(),
  imageSizes: z.array(z.object({ slug: z.string(), name: z.string() })),
  maxUploadFileSize: z.int(),
  richEditingEnabled: z.boolean(),
  styles: z.array(z.unknown()),
  supportsLayout: z.boolean(),
});

/** Sizes that the editor offers for an image. */
const offered = ['thumbnail', 'medium', 'large'] as const;

function settingsFor({ site, actor, settings: current }: RestRequest): z.output<typeof settings> {
  const categories = new Set(
    [...site.blocks.types().values()].flatMap(
      ({ words, declared }) => words.category ?? declared?.category ?? [],
    ),
  );
  const sizes = boxes.filter(({ name }) => offered.some((one) => one === name));
  return {
    alignWide: true,
    allowedBlockTypes: true,
    allowedMimeTypes: { ...(actor && mayUploadDrawings(actor, current) ? servedTypes : uploadTypes) },
    blockCategories: [...categories].map((slug) => ({ slug, title: readableName(slug), icon: null })),
    codeEditingEnabled: true,
    imageDefaultSize: 'large',
    imageDimensions: Object.fromEntries(
      sizes.map(({ name, width, height, crop = false }) => [name, { width, height, crop }]),
    ),
    imageEditing: true,
    imageSizes: [...offered, 'full'].map((slug) => ({
      slug,
      name: slug === 'full' ? 'Full size' : readableName(slug),
    })),
    maxUploadFileSize: maxUploadBytes,
    richEditingEnabled: true,
    styles: [],
    supportsLayout: true,
  };
}

/** `/wp-block-editor/v1/settings`: editor settings for programs. The Gutenberg plugin has this route. */
const editorSettings = restRoute({
  path: '/wp-block-editor/v1/settings',
  methods: {
    GET: method({
      params: z.object({ context: textParam() }),
      reply: valueOf(settings),
      may: readSettings,
      run: async (request) => ({ kind: 'plain', body: settingsFor(request) }),
    }),
  },
});

const useFallback: Permission<unknown> = {
  code: 'rest_cannot_create',
  message: 'Sorry, you are not allowed to create Navigation Menus as this user.',
  capability: 'edit_theme_options',
  test: (actor) => maySeeEmptyList(actor, 'edit_theme_options') && mayWriteArticles(actor),
};
const { shown, resource } = fieldsOf<number>();
const fallback = resource('navigation-fallback', { id: shown(optionalWhole(), everywhere, (id) => id) });

/** `/wp-block-editor/v1/navigation-fallback`: the latest published navigation menu. WordPress creates a missing one. */
const navigationFallback = restRoute({
  path: '/wp-block-editor/v1/navigation-fallback',
  methods: {
    GET: method({
      params: z.object({}),
      reply: oneOf(fallback),
      may: useFallback,
      run: async (request) => {
        const id = await findNewestNavigation(request.site.content.database.read);
        if (id === undefined) throw new NotFoundError('No fallback menu found.', 'no_fallback_menu');
        const self = {
          attributes: { embeddable: true, href: restUrl(request, `/wp/v2/navigation/${id}`) },
          target: { kind: 'post', id },
        } as const;
        return {
          kind: 'item',
          item: { body: fallback.present(request, id, 'view'), links: { self: [self] } },
        };
      },
    }),
  },
});

const exportTemplates: Permission<unknown> = {
  code: 'rest_cannot_export_templates',
  message: 'Sorry, you are not allowed to export templates and template parts.',
  capability: 'edit_theme_options',
  test: (actor) => maySeeEmptyList(actor, 'edit_theme_options'),
};

/** A ZIP archive without files: its end record alone. */
const emptyArchive = `PK\u0005\u0006${'\0'.repeat(18)}`;

/** `/wp-block-editor/v1/export`: the templates of the block theme. There is no block theme, so the archive is empty. */
const exportArchive = restRoute({
  path: '/wp-block-editor/v1/export',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(z.string().meta({ contentMediaType: 'application/zip' })),
      may: exportTemplates,
      run: async () => ({ kind: 'text', contentType: 'application/zip', body: emptyArchive }),
    }),
  },
});

export const blockEditor = [urlDetails, editorSettings, navigationFallback, exportArchive] as const;
