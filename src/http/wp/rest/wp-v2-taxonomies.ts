import { z } from 'zod';
import { NotFoundError, UnauthorizedError } from '../../../lib/errors.ts';
import { finishItem } from './embed.ts';
import { itemParams, textParam } from './params.ts';
import { taxonomyBases } from './present-term.ts';
import { curies, plainLink, restRoute, restUrl } from './rest-route.ts';
import type { RestItem, RestRequest } from './rest-route.ts';

const taxonomies = {
  category: { name: 'Categories', hierarchical: true },
  post_tag: { name: 'Tags', hierarchical: false },
} as const;
type TaxonomyName = keyof typeof taxonomies;

const names = Object.keys(taxonomies) as TaxonomyName[];

function refuseEditing(context: string): void {
  if (context === 'edit') throw new UnauthorizedError('Sorry, you are not allowed to manage terms in this taxonomy.', 'rest_cannot_view');
}

function present(request: RestRequest, slug: TaxonomyName): RestItem {
  const base = taxonomyBases[slug] ?? slug;
  const { name, hierarchical } = taxonomies[slug];
  return {
    body: { name, slug, description: '', types: ['post'], hierarchical, rest_base: base, rest_namespace: 'wp/v2' },
    links: { collection: [plainLink(restUrl(request, '/wp/v2/taxonomies'))], 'wp:items': [plainLink(restUrl(request, `/wp/v2/${base}`))], curies },
  };
}

/** `/wp/v2/taxonomies` */
export const wpV2Taxonomies = restRoute({
  path: '/wp/v2/taxonomies',
  params: z.object({ context: itemParams.context, type: textParam() }),
  get: async (request, { context, type }) => {
    refuseEditing(context);
    const wanted = type === undefined || type === 'post' ? names : [];
    return { kind: 'plain', body: Object.fromEntries(wanted.map((name) => [name, finishItem(present(request, name))])) };
  },
});

/** `/wp/v2/taxonomies/{taxonomy}` */
export const wpV2Taxonomy = restRoute({
  path: '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)',
  params: z.object({ context: itemParams.context }),
  get: async (request, { context }, captured) => {
    const name = names.find((known) => known === captured['taxonomy']);
    if (!name) throw new NotFoundError('Invalid taxonomy.', 'rest_taxonomy_invalid');
    refuseEditing(context);
    return { kind: 'item', item: present(request, name) };
  },
});
