import { z } from 'zod';
import { mayAssignTerms, mayEditTerms } from '../../../content/terms/policy.ts';
import { registeredTaxonomies, taxonomiesOf, typesOf } from '../../../content/types/registry.ts';
import type { Taxonomy } from '../../../content/types/taxonomy.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { finishItem } from './embed.ts';
import { flagParam, itemParams, shape, textParam } from './params.ts';
import { readingContext } from './reading.ts';
import { curies, plainLink } from './rest-item.ts';
import type { RestItem } from './rest-item.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import { itemRoute, method, restRoute } from './rest-route.ts';
import { everywhere, fieldsOf, toEditors } from './resource.ts';
import type { Context } from './resource.ts';
import { termBase } from './term-resource.ts';

const { shown, resource } = fieldsOf<Taxonomy>();
const text = textParam();
const flag = flagParam();
const words = shape<Readonly<Record<string, string>>>({ type: 'object' });

const taxonomyResource = resource('taxonomy', {
  capabilities: shown(
    words, toEditors,
    () => ({ manage_terms: 'manage_categories', edit_terms: 'manage_categories', delete_terms: 'manage_categories', assign_terms: 'edit_posts' }),
  ),
  name: shown(text, everywhere, ({ labels }) => labels.plural),
  slug: shown(text, everywhere, ({ name }) => name),
  description: shown(text, everywhere, () => ''),
  labels: shown(words, toEditors, ({ labels }) => ({ name: labels.plural, singular_name: labels.singular })),
  types: shown(shape<readonly string[]>({ type: 'array', items: { type: 'string' } }), everywhere, ({ name }) => typesOf(name).map((type) => type.name)),
  hierarchical: shown(flag, everywhere, ({ isHierarchical }) => isHierarchical),
  visibility: shown(shape<Readonly<Record<string, boolean>>>({ type: 'object' }), toEditors, ({ isPublic }) => ({ public: isPublic })),
  rest_base: shown(text, everywhere, ({ restBase, name }) => restBase ?? name),
  rest_namespace: shown(text, everywhere, () => 'wp/v2'),
});

const shownTaxonomies = () => registeredTaxonomies().filter(({ restBase }) => restBase !== undefined);
const cannotManage = 'Sorry, you are not allowed to manage terms in this taxonomy.';

function present(request: RestRequest, taxonomy: Taxonomy, context: Context): RestItem {
  return {
    body: taxonomyResource.present(request, taxonomy, context),
    links: { collection: [plainLink(restUrl(request, '/wp/v2/taxonomies'))], 'wp:items': [plainLink(restUrl(request, termBase(taxonomy)))], curies },
  };
}

/** `/wp/v2/taxonomies` */
export const wpV2Taxonomies = restRoute({
  path: '/wp/v2/taxonomies',
  resource: taxonomyResource,
  methods: {
    GET: method({
      params: z.object({ context: itemParams.context, type: textParam() }),
      run: async (request, { context, type }) => {
        const shownIn = readingContext(request.actor, context, mayAssignTerms(request.actor), cannotManage, 'rest_cannot_view');
        const wanted = type === undefined ? shownTaxonomies() : taxonomiesOf(type).filter(({ restBase }) => restBase !== undefined);
        return { kind: 'plain', body: Object.fromEntries(wanted.map((taxonomy) => [taxonomy.name, finishItem(present(request, taxonomy, shownIn))])) };
      },
    }),
  },
});

/** `/wp/v2/taxonomies/{taxonomy}` */
export const wpV2Taxonomy = itemRoute<Taxonomy>({
  path: '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)',
  resource: taxonomyResource,
  find: async (_request, captured) => {
    const taxonomy = shownTaxonomies().find(({ name }) => name === captured['taxonomy']);
    if (!taxonomy) throw new NotFoundError('Invalid taxonomy.', 'rest_taxonomy_invalid');
    return taxonomy;
  },
  methods: {
    GET: method({
      params: z.object({ context: itemParams.context }),
      run: async (request, { context }, taxonomy) => ({
        kind: 'item', item: present(request, taxonomy, readingContext(request.actor, context, mayEditTerms(request.actor), cannotManage)),
      }),
    }),
  },
});
