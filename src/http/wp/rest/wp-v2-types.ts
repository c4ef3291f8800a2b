import { z } from 'zod';
import { mayWrite } from '../../../content/posts/policy.ts';
import { capabilityOf, postActions } from '../../../content/types/capabilities.ts';
import type { PostType } from '../../../content/types/post-type.ts';
import { registeredTypes, taxonomiesOf } from '../../../content/types/registry.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { finishItem } from './embed.ts';
import { flagParam, itemParams, shape, textParam } from './params.ts';
import { postBase } from './post-resource.ts';
import { readingContext } from './reading.ts';
import { curies, plainLink } from './rest-item.ts';
import type { RestItem } from './rest-item.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import { itemRoute, method, restRoute } from './rest-route.ts';
import { everywhere, fieldsOf, toEditors } from './resource.ts';
import type { Context } from './resource.ts';

const { shown, resource } = fieldsOf<PostType>();
const text = textParam();
const flag = flagParam();
const texts = shape<readonly string[]>({ type: 'array', items: { type: 'string' } });
const flags = shape<Readonly<Record<string, boolean>>>({ type: 'object' });
const words = shape<Readonly<Record<string, string>>>({ type: 'object' });

const typeResource = resource('type', {
  capabilities: shown(
    words, toEditors,
    ({ name, capabilityType }) => Object.fromEntries(postActions.map((action) => [`${action}_${capabilityType}`, capabilityOf(name, action)])),
  ),
  description: shown(text, everywhere, () => ''),
  hierarchical: shown(flag, everywhere, ({ isHierarchical }) => isHierarchical),
  has_archive: shown(flag, everywhere, ({ archive }) => archive !== undefined),
  viewable: shown(flag, toEditors, ({ isPublic }) => isPublic),
  labels: shown(words, toEditors, ({ labels }) => ({ name: labels.plural, singular_name: labels.singular, archives: labels.archive })),
  name: shown(text, everywhere, ({ labels }) => labels.plural),
  slug: shown(text, everywhere, ({ name }) => name),
  icon: shown(text, everywhere, ({ icon }) => icon),
  supports: shown(flags, toEditors, ({ supports }) => Object.fromEntries([...supports].map((feature) => [feature, true]))),
  taxonomies: shown(texts, everywhere, ({ name }) => taxonomiesOf(name).filter(({ restBase }) => restBase !== undefined).map((taxonomy) => taxonomy.name)),
  rest_base: shown(text, everywhere, ({ restBase, name }) => restBase ?? name),
  rest_namespace: shown(text, everywhere, () => 'wp/v2'),
  template: shown(shape<readonly never[]>({ type: 'array' }), everywhere, () => []),
  template_lock: shown(flag, everywhere, () => false),
});

const params = z.object({ context: itemParams.context });
const shownTypes = () => registeredTypes().filter(({ restBase }) => restBase !== undefined);
const cannotEdit = 'Sorry, you are not allowed to edit posts in this post type.';

function present(request: RestRequest, type: PostType, context: Context): RestItem {
  return {
    body: typeResource.present(request, type, context),
    links: { collection: [plainLink(restUrl(request, '/wp/v2/types'))], 'wp:items': [plainLink(restUrl(request, postBase(type)))], curies },
  };
}

/** `/wp/v2/types` */
export const wpV2Types = restRoute({
  path: '/wp/v2/types',
  resource: typeResource,
  methods: {
    GET: method({
      params,
      run: async (request, sent) => {
        const editable = shownTypes().filter(({ name }) => mayWrite(request.actor, name));
        const context = readingContext(request.actor, sent.context, editable.length > 0, cannotEdit, 'rest_cannot_view');
        return {
          kind: 'plain',
          body: Object.fromEntries((context === 'edit' ? editable : shownTypes()).map((type) => [type.name, finishItem(present(request, type, context))])),
        };
      },
    }),
  },
});

/** `/wp/v2/types/{type}` */
export const wpV2Type = itemRoute<PostType>({
  path: '/wp/v2/types/(?P<type>[\\w-]+)',
  resource: typeResource,
  find: async (_request, captured) => {
    const type = shownTypes().find(({ name }) => name === captured['type']);
    if (!type) throw new NotFoundError('Invalid post type.', 'rest_type_invalid');
    return type;
  },
  methods: {
    GET: method({
      params,
      run: async (request, sent, type) => ({
        kind: 'item', item: present(request, type, readingContext(request.actor, sent.context, mayWrite(request.actor, type.name), cannotEdit)),
      }),
    }),
  },
});
