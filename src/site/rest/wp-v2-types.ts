import { z } from 'zod';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { mayWrite } from '../../modules/posts/policy.ts';
import type { PostType } from '../../modules/types/model.ts';
import { registeredTypes, taxonomiesOf, capabilityOf, postActions } from '../../modules/types/registry.ts';
import { siteEditorTypes } from '../../modules/types/built-in.ts';
import { maySeeEmptyList } from '../../modules/users/policy.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { flagParam, itemParams, shape, textParam } from '../../kernel/http/rest/params.ts';
import { postBase } from '../../modules/types/model.ts';
import type { RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { allByNameOf, oneOf, curies, plainLink } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { everywhere, fieldsOf, toEditors, whole } from '../../kernel/http/rest/resource.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';

const { shown, resource } = fieldsOf<PostType>();
const text = textParam();
const flag = flagParam();
const texts = shape<readonly string[]>({ type: 'array', items: { type: 'string' } });
const flags = shape<Readonly<Record<string, boolean>>>({ type: 'object' });
const words = shape<Readonly<Record<string, string>>>({ type: 'object' });

const typeResource = resource('type', {
  capabilities: shown(words, toEditors, ({ capability, capabilityType: plural }) =>
    Object.fromEntries(
      postActions.map((action) => [`${action}_${plural}`, capability ?? `${action}_${plural}`]),
    ),
  ),
  description: shown(text, whole, () => ''),
  hierarchical: shown(flag, whole, ({ isHierarchical }) => isHierarchical),
  has_archive: shown(flag, whole, ({ archive }) => archive !== undefined),
  viewable: shown(flag, toEditors, ({ isPublic }) => isPublic),
  labels: shown(words, toEditors, labelsOf),
  name: shown(text, everywhere, ({ labels }) => labels.plural),
  slug: shown(text, everywhere, ({ name }) => name),
  visibility: shown(flags, toEditors, ({ isPublic }) => ({ show_in_nav_menus: isPublic, show_ui: true })),
  icon: shown(text, everywhere, ({ icon }) => icon),
  supports: shown(flags, toEditors, ({ supports }) =>
    Object.fromEntries([...supports].map((feature) => [feature, true])),
  ),
  taxonomies: shown(texts, whole, ({ name }) =>
    taxonomiesOf(name)
      .filter(({ restBase }) => restBase !== undefined)
      .map((taxonomy) => taxonomy.name),
  ),
  rest_base: shown(text, everywhere, ({ restBase, name }) => restBase ?? name),
  rest_namespace: shown(text, everywhere, () => 'wp/v2'),
  template: shown(shape<readonly never[]>({ type: 'array' }), everywhere, () => []),
  template_lock: shown(flag, everywhere, () => false),
});

/** WordPress' labels of a type and its messages. */
function labelsOf({ labels: { plural, singular, archive } }: PostType): Readonly<Record<string, string>> {
  const [many, one] = [plural.toLowerCase(), singular.toLowerCase()];
  return {
    name: plural,
    singular_name: singular,
    archives: archive,
    add_new: `Add ${singular}`,
    add_new_item: `Add ${singular}`,
    edit_item: `Edit ${singular}`,
    new_item: `New ${singular}`,
    view_item: `View ${singular}`,
    view_items: `View ${plural}`,
    search_items: `Search ${plural}`,
    all_items: `All ${plural}`,
    not_found: `No ${many} found.`,
    not_found_in_trash: `No ${many} found in Trash.`,
    item_published: `${singular} published.`,
    item_published_privately: `${singular} published privately.`,
    item_reverted_to_draft: `${singular} reverted to draft.`,
    item_trashed: `${singular} trashed.`,
    item_scheduled: `${singular} scheduled.`,
    item_updated: `${singular} updated.`,
    item_link: `${singular} Link`,
    item_link_description: `A link to a ${one}.`,
    menu_name: plural,
    name_admin_bar: singular,
  };
}

const params = z.object({ context: itemParams.context });

const shownTypes = () => [
  ...registeredTypes().filter(({ restBase }) => restBase !== undefined),
  ...siteEditorTypes,
];
const mayEditType = (actor: Actor | undefined, type: PostType) =>
  siteEditorTypes.includes(type) ? maySeeEmptyList(actor, 'edit_theme_options') : mayWrite(actor, type.name);
const message = 'Sorry, you are not allowed to edit posts in this post type.';
const editAny: Permission<unknown> = {
  code: 'rest_cannot_view',
  message,
  capability: 'edit_posts',
  test: (actor) => shownTypes().some((type) => mayEditType(actor, type)),
};
const editOne: Permission<PostType> = {
  code: 'rest_forbidden_context',
  message,
  capability: 'edit_posts',
  lacking: (_actor, { capability, name }) => capability ?? capabilityOf(name, 'edit'),
  test: mayEditType,
};

function present(request: RestRequest, type: PostType, context: Context): RestItem {
  return {
    body: typeResource.present(request, type, context),
    links: {
      collection: [plainLink(restUrl(request, '/wp/v2/types'))],
      'wp:items': [plainLink(restUrl(request, postBase(type)))],
      curies,
    },
  };
}

export const wpV2Types = restRoute({
  path: '/wp/v2/types',
  methods: {
    GET: method({
      params,
      reply: allByNameOf(typeResource),
      edit: editAny,
      run: async (request, { context }) => {
        const types = shownTypes().filter((type) => context !== 'edit' || mayEditType(request.actor, type));
        return {
          kind: 'named',
          items: Object.fromEntries(types.map((type) => [type.name, present(request, type, context)])),
        };
      },
    }),
  },
});

export const wpV2Type = itemRoute({
  path: '/wp/v2/types/(?P<type>[\\w-]+)',
  find: async (_request, captured) => {
    const type = shownTypes().find(({ name }) => name === captured['type']);
    if (!type) throw new NotFoundError('Invalid post type.', 'rest_type_invalid');
    return type;
  },
  methods: {
    GET: method({
      params,
      reply: oneOf(typeResource),
      edit: editOne,
      run: async (request, { context }, type: PostType) => ({
        kind: 'item',
        item: present(request, type, context),
      }),
    }),
  },
});
