import { z } from 'zod';
import type { BlockType } from '../../blocks/block.ts';
import type { Permission } from '../../kernel/permission.ts';
import { mayWriteAnything } from '../../modules/posts/policy.ts';
import { readableName } from '../../modules/types/model.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { flagParam, itemParams, optionalWhole, shape, textParam } from '../../kernel/http/rest/params.ts';
import { allOf, oneOf, plainLink } from '../../kernel/http/rest/rest-reply.ts';
import type { AnswerTo, RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { everywhere, fieldsOf, whole } from '../../kernel/http/rest/resource.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import { sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { registeredTaxonomies, registeredTypes } from '../../modules/types/registry.ts';

const { shown, resource } = fieldsOf<BlockType>();
const text = textParam();
const texts = shape<readonly string[]>({ type: 'array', items: { type: 'string' } });
const objects = shape<readonly Readonly<Record<string, unknown>>[]>({
  type: 'array',
  items: { type: 'object' },
});
const names = shape<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } });
const orNull = shape<string | null>({ type: ['string', 'null'] });
const object = shape<Readonly<Record<string, unknown>>>({ type: 'object' });
const handles = shown(texts, whole, () => []);
const fromName = (name: string) => readableName(name.slice(name.indexOf('/') + 1));

const blockTypeResource = resource('block-type', {
  api_version: shown(optionalWhole(), everywhere, ({ declared }) => declared?.apiVersion ?? 3),
  title: shown(
    text,
    everywhere,
    ({ name, words, declared }) => words.title ?? declared?.title ?? fromName(name),
  ),
  name: shown(text, everywhere, ({ name }) => name),
  is_dynamic: shown(flagParam(), everywhere, ({ isRendered }) => isRendered),
  description: shown(
    text,
    everywhere,
    ({ words, declared }) => words.description ?? declared?.description ?? '',
  ),
  category: shown(orNull, everywhere, ({ words, declared }) => words.category ?? declared?.category ?? null),
  icon: shown(orNull, everywhere, ({ words, declared }) => words.icon ?? declared?.icon ?? null),
  attributes: shown(
    shape<BlockType['attributes']>({ type: 'object' }),
    everywhere,
    ({ attributes }) => attributes,
  ),
  provides_context: shown(object, everywhere, ({ declared }) => declared?.providesContext ?? {}),
  uses_context: shown(texts, everywhere, ({ declared }) => declared?.usesContext ?? []),
  selectors: shown(object, everywhere, ({ declared }) => declared?.selectors ?? {}),
  supports: shown(object, everywhere, ({ words, declared }) => ({
    ...declared?.supports,
    ...words.supports,
  })),
  styles: shown(objects, everywhere, ({ declared }) => declared?.styles ?? []),
  textdomain: shown(orNull, everywhere, ({ declared }) => declared?.textdomain ?? null),
  example: shown(
    shape<BlockType['words']['example'] | null>({ type: ['object', 'null'] }),
    everywhere,
    ({ words, declared }) => words.example ?? declared?.example ?? null,
  ),
  parent: shown(names, everywhere, ({ words, declared }) => words.parent ?? declared?.parent ?? null),
  ancestor: shown(names, everywhere, ({ words, declared }) => words.ancestor ?? declared?.ancestor ?? null),
  allowed_blocks: shown(
    names,
    everywhere,
    ({ words, declared }) => words.allowedBlocks ?? declared?.allowedBlocks ?? null,
  ),
  broadsheet_holds_blocks: shown(flagParam(), everywhere, ({ words }) => Boolean(words.container)),
  keywords: shown(texts, everywhere, ({ words, declared }) => words.keywords ?? declared?.keywords ?? []),
  variations: shown(
    shape<ReturnType<typeof variationsOf>>({ type: 'array', items: { type: 'object' } }),
    everywhere,
    ({ name }) => variationsOf(name),
  ),
  block_hooks: shown(object, everywhere, () => ({})),
  editor_script_handles: handles,
  script_handles: handles,
  view_script_handles: handles,
  view_script_module_ids: handles,
  editor_style_handles: handles,
  style_handles: handles,
  view_style_handles: handles,
});

const read: Permission<unknown> = {
  code: 'rest_block_type_cannot_view',
  message: 'Sorry, you are not allowed to manage block types.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};
const base = '/wp/v2/block-types';

function present(request: RestRequest, type: BlockType, context: Context): RestItem {
  const [namespace] = type.name.split('/');
  return {
    body: blockTypeResource.present(request, type, context),
    links: {
      collection: [plainLink(restUrl(request, base))],
      self: [plainLink(restUrl(request, `${base}/${type.name}`))],
      up: [plainLink(restUrl(request, `${base}/${namespace}`))],
      ...(type.isRendered
        ? {
            'https://api.w.org/render-block': [
              plainLink(`${restUrl(request, `/wp/v2/block-renderer/${type.name}`)}?context=edit`),
            ],
          }
        : {}),
    },
  };
}

const listed = allOf(blockTypeResource);

async function list(
  request: RestRequest,
  context: Context,
  namespace: string | undefined,
): Promise<AnswerTo<typeof listed>> {
  const types = [...request.site.blocks.types().values()].filter(
    ({ name }) => namespace === undefined || name.startsWith(`${namespace}/`),
  );
  return { kind: 'items', items: types.map((type) => present(request, type, context)) };
}

const listParams = z.object({ ...itemParams, namespace: textParam() });

/** `/wp/v2/block-types`: WordPress' blocks and our own. */
export const wpV2BlockTypes = restRoute({
  path: base,
  methods: {
    GET: method({
      params: listParams,
      reply: listed,
      may: read,
      run: (request, { context, namespace }) => list(request, context, namespace),
    }),
  },
});

export const wpV2BlockTypesOf = itemRoute({
  path: `${base}/(?P<namespace>[a-zA-Z0-9_-]+)`,
  find: async (_request, { namespace = '' }) => namespace,
  methods: {
    GET: method({
      params: z.object(itemParams),
      reply: listed,
      may: read,
      run: (request, { context }, namespace: string) => list(request, context, namespace),
    }),
  },
});

export const wpV2BlockType = itemRoute({
  path: `${base}/(?P<namespace>[a-zA-Z0-9_-]+)/(?P<name>[a-zA-Z0-9_-]+)`,
  find: async ({ site }, captured) => {
    const type = site.blocks.types().get(`${captured['namespace']}/${captured['name']}`);
    if (!type) throw new NotFoundError('Invalid block type.', 'rest_block_type_invalid');
    return type;
  },
  methods: {
    GET: method({
      params: z.object(itemParams),
      reply: oneOf(blockTypeResource),
      may: read,
      run: async (request, { context }, type: BlockType) => ({
        kind: 'item',
        item: present(request, type, context),
      }),
    }),
  },
});

interface Variation {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly scope?: readonly string[];
  readonly isDefault?: true;
}

/** Variations that depend on the site's types and taxonomies; editors know all others. */
function variationsOf(block: string): readonly Variation[] {
  const taxonomies = registeredTaxonomies().filter(
    ({ isPublic, restBase }) => isPublic && restBase !== undefined,
  );
  if (block === 'core/post-terms') {
    return taxonomies.map(({ name, labels: { plural } }) => ({
      name,
      title: plural,
      description: `Lists the assigned terms of the taxonomy ${plural}.`,
      attributes: { term: name },
      scope: ['inserter', 'transform'],
      ...(name === sectionTaxonomy ? { isDefault: true } : {}),
    }));
  }
  if (block !== 'core/navigation-link') return [];
  const link = (
    name: string,
    kind: string,
    { singular, plural }: { readonly singular: string; readonly plural: string },
  ) => ({
    name,
    title: `${singular} link`,
    description: `Links to one of the ${plural.toLowerCase()}.`,
    attributes: { type: name, kind },
  });
  return [
    ...registeredTypes()
      .filter(({ isPublic, restBase }) => isPublic && restBase !== undefined)
      .map(({ name, labels }) => link(name, 'post-type', labels)),
    ...taxonomies.map(({ name, labels }) => link(name === tagTaxonomy ? 'tag' : name, 'taxonomy', labels)),
  ];
}
