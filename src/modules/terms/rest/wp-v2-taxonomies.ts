import { z } from 'zod';
import type { Permission } from '../../../kernel/permission.ts';
import { mayAssignTerms, mayManageTerms } from '../policy.ts';
import { registeredTaxonomies, taxonomiesOf, typesOf, termBase } from '../../types/index.ts';
import type { Taxonomy } from '../../types/index.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { flagParam, itemParams, shape, textParam } from '../../../kernel/http/rest/params.ts';
import type { RestItem } from '../../../kernel/http/rest/rest-reply.ts';
import { allByNameOf, oneOf, curies, plainLink } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { everywhere, fieldsOf, toEditors, whole } from '../../../kernel/http/rest/resource.ts';
import type { Context } from '../../../kernel/http/rest/resource.ts';

const { shown, resource } = fieldsOf<Taxonomy>();
const text = textParam();
const flag = flagParam();
const words = shape<Readonly<Record<string, string>>>({ type: 'object' });

const taxonomyResource = resource('taxonomy', {
  capabilities: shown(words, toEditors, ({ capabilities }) => capabilities),
  name: shown(text, everywhere, ({ labels }) => labels.plural),
  slug: shown(text, everywhere, ({ name }) => name),
  description: shown(text, whole, () => ''),
  labels: shown(words, toEditors, labelsOf),
  types: shown(shape<readonly string[]>({ type: 'array', items: { type: 'string' } }), whole, ({ name }) =>
    typesOf(name).map((type) => type.name),
  ),
  hierarchical: shown(flag, whole, ({ isHierarchical }) => isHierarchical),
  visibility: shown(
    shape<Readonly<Record<string, boolean>>>({ type: 'object' }),
    toEditors,
    ({ isPublic }) => ({
      public: isPublic,
      publicly_queryable: isPublic,
      show_ui: true,
      show_admin_column: isPublic,
      show_in_nav_menus: isPublic,
      show_in_quick_edit: true,
    }),
  ),
  rest_base: shown(text, everywhere, ({ restBase, name }) => restBase ?? name),
  rest_namespace: shown(text, everywhere, () => 'wp/v2'),
});

function labelsOf({ labels: { plural, singular } }: Taxonomy): Readonly<Record<string, string>> {
  return {
    name: plural,
    singular_name: singular,
    search_items: `Search ${plural}`,
    all_items: `All ${plural}`,
    edit_item: `Edit ${singular}`,
    view_item: `View ${singular}`,
    update_item: `Update ${singular}`,
    add_new_item: `Add ${singular}`,
    new_item_name: `New ${singular} Name`,
    parent_item: `Parent ${singular}`,
    parent_item_colon: `Parent ${singular}:`,
    not_found: `No ${plural.toLowerCase()} found.`,
    no_terms: `No ${plural.toLowerCase()}`,
    menu_name: plural,
  };
}

const shownTaxonomies = () => registeredTaxonomies().filter(({ restBase }) => restBase !== undefined);
const message = 'Sorry, you are not allowed to manage terms in this taxonomy.';
const editAny: Permission<unknown> = {
  code: 'rest_cannot_view',
  message,
  capability: 'edit_posts',
  test: (actor) => shownTaxonomies().some(({ name }) => mayAssignTerms(actor, name)),
};
const editOne: Permission<Taxonomy> = {
  code: 'rest_forbidden_context',
  message,
  capability: 'manage_categories',
  lacking: (_actor, { capabilities }) => capabilities.manage_terms,
  test: (actor, { name }) => mayManageTerms(actor, name),
};

function present(request: RestRequest, taxonomy: Taxonomy, context: Context): RestItem {
  return {
    body: taxonomyResource.present(request, taxonomy, context),
    links: {
      collection: [plainLink(restUrl(request, '/wp/v2/taxonomies'))],
      'wp:items': [plainLink(restUrl(request, termBase(taxonomy)))],
      curies,
    },
  };
}

export const wpV2Taxonomies = restRoute({
  path: '/wp/v2/taxonomies',
  methods: {
    GET: method({
      params: z.object({ context: itemParams.context, type: textParam() }),
      reply: allByNameOf(taxonomyResource),
      edit: editAny,
      run: async (request, { context, type }) => {
        const requested =
          type === undefined
            ? shownTaxonomies()
            : taxonomiesOf(type).filter(({ restBase }) => restBase !== undefined);
        return {
          kind: 'named',
          items: Object.fromEntries(
            requested.map((taxonomy) => [taxonomy.name, present(request, taxonomy, context)]),
          ),
        };
      },
    }),
  },
});

export const wpV2Taxonomy = itemRoute({
  path: '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)',
  find: async (_request, captured) => {
    const taxonomy = shownTaxonomies().find(({ name }) => name === captured['taxonomy']);
    if (!taxonomy) throw new NotFoundError('Invalid taxonomy.', 'rest_taxonomy_invalid');
    return taxonomy;
  },
  methods: {
    GET: method({
      params: z.object({ context: itemParams.context }),
      reply: oneOf(taxonomyResource),
      edit: editOne,
      run: async (request, { context }, taxonomy: Taxonomy) => ({
        kind: 'item',
        item: present(request, taxonomy, context),
      }),
    }),
  },
});
