import { z } from 'zod';
import { NotFoundError, UnauthorizedError } from '../../../lib/errors.ts';
import { finishItem } from './embed.ts';
import { itemParams } from './params.ts';
import { typeBases } from './post-fields.ts';
import { curies, plainLink, restRoute, restUrl } from './rest-route.ts';
import type { RestItem, RestRequest } from './rest-route.ts';

const types = {
  post: { name: 'Posts', icon: 'dashicons-admin-post', hierarchical: false, taxonomies: ['category', 'post_tag'] },
  page: { name: 'Pages', icon: 'dashicons-admin-page', hierarchical: true, taxonomies: [] },
  attachment: { name: 'Media', icon: 'dashicons-admin-media', hierarchical: false, taxonomies: [] },
} as const;
type TypeName = keyof typeof types;

const names = Object.keys(types) as TypeName[];
const params = z.object({ context: itemParams.context });

function refuseEditing(context: string): void {
  if (context === 'edit') throw new UnauthorizedError('Sorry, you are not allowed to edit posts in this post type.', 'rest_cannot_view');
}

function present(request: RestRequest, slug: TypeName): RestItem {
  const { name, icon, hierarchical, taxonomies } = types[slug];
  const base = typeBases[slug] ?? slug;
  return {
    body: {
      description: '', hierarchical, has_archive: false, name, slug, icon, taxonomies: [...taxonomies], rest_base: base, rest_namespace: 'wp/v2', template: [], template_lock: false,
    },
    links: { collection: [plainLink(restUrl(request, '/wp/v2/types'))], 'wp:items': [plainLink(restUrl(request, `/wp/v2/${base}`))], curies },
  };
}

/** `/wp/v2/types` */
export const wpV2Types = restRoute({
  path: '/wp/v2/types',
  params,
  get: async (request, { context }) => {
    refuseEditing(context);
    return { kind: 'plain', body: Object.fromEntries(names.map((name) => [name, finishItem(present(request, name))])) };
  },
});

/** `/wp/v2/types/{type}` */
export const wpV2Type = restRoute({
  path: '/wp/v2/types/(?P<type>[\\w-]+)',
  params,
  get: async (request, { context }, captured) => {
    const name = names.find((known) => known === captured['type']);
    if (!name) throw new NotFoundError('Invalid post type.', 'rest_type_invalid');
    refuseEditing(context);
    return { kind: 'item', item: present(request, name) };
  },
});
