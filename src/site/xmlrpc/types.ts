import { mayWrite } from '../../modules/posts/policy.ts';
import { postFormats } from '../../lib/post-formats.ts';
import { mayAssignTerms } from '../../modules/terms/policy.ts';
import { builtInPostTypes, builtInTaxonomies } from '../../modules/types/built-in.ts';
import { articleType, pageType } from '../../modules/types/names.ts';
import type { PostType, Taxonomy } from '../../modules/types/model.ts';
import { registeredTypes, typesOf, capabilityOf } from '../../modules/types/registry.ts';
import type { Call } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import { credentials, method, anything, fieldNames, optionalStruct, text } from './method.ts';
import { typeNamed } from './rest-post.ts';
import { knownTaxonomies, taxonomiesOfType, taxonomyCalled } from './term-names.ts';
import type { SentStruct } from './values.ts';

const noDetails = () => new XmlRpcFault(401, 'Sorry, you are not allowed to access details about this site.');

function demandWriter({ actor }: Call, type: string): void {
  if (!mayWrite(actor, type)) throw noDetails();
}

const labelsOf = ({ labels: { plural, singular } }: PostType | Taxonomy): SentStruct => ({
  name: plural,
  singular_name: singular,
  menu_name: plural,
  name_admin_bar: singular,
  all_items: plural,
});

const builtIn: ReadonlySet<string> = new Set(
  [...builtInPostTypes, ...builtInTaxonomies].map(({ name }) => name),
);

function typeStruct(type: PostType, fields: readonly string[] = ['labels', 'cap', 'taxonomies']): SentStruct {
  const of = (action: Parameters<typeof capabilityOf>[1]) => capabilityOf(type.name, action);
  return {
    name: type.name,
    label: type.labels.plural,
    hierarchical: type.isHierarchical,
    public: type.isPublic,
    show_ui: type.isEdited,
    _builtin: builtIn.has(type.name),
    has_archive: type.archive !== undefined,
    supports: Object.fromEntries([...type.supports].map((feature) => [feature, true])),
    map_meta_cap: true,
    ...(fields.includes('labels') ? { labels: labelsOf(type) } : {}),
    ...(fields.includes('cap')
      ? {
          cap: {
            edit_posts: of('edit'),
            edit_others_posts: of('edit_others'),
            publish_posts: of('publish'),
            read_private_posts: of('read_private'),
            delete_posts: of('delete'),
            delete_private_posts: of('delete_private'),
            delete_published_posts: of('delete_published'),
            delete_others_posts: of('delete_others'),
            edit_private_posts: of('edit_private'),
            edit_published_posts: of('edit_published'),
            create_posts: of('edit'),
          },
        }
      : {}),
    ...(fields.includes('menu')
      ? { menu_position: 0, menu_icon: type.icon, show_in_menu: type.isEdited }
      : {}),
    ...(fields.includes('taxonomies')
      ? { taxonomies: taxonomiesOfType(type.name).map(({ name }) => name) }
      : {}),
  };
}

const getPostType = method(
  'wp.getPostType',
  { blog_id: anything, ...credentials, post_type: text, fields: fieldNames },
  async (call, sent) => {
    const type = typeNamed(sent.post_type);
    if (!mayWrite(call.actor, type.name))
      throw new XmlRpcFault(401, 'Sorry, you are not allowed to edit this post type.');
    return typeStruct(type, sent.fields);
  },
);

const filtered = { blog_id: anything, ...credentials, filter: anything, fields: fieldNames };

const getPostTypes = method('wp.getPostTypes', filtered, async ({ actor }, { fields }) =>
  Object.fromEntries(
    registeredTypes()
      .filter(({ name, restBase }) => restBase !== undefined && mayWrite(actor, name))
      .map((type) => [type.name, typeStruct(type, fields)]),
  ),
);

function taxonomyStruct(
  taxonomy: Taxonomy,
  fields: readonly string[] = ['labels', 'cap', 'object_type'],
): SentStruct {
  return {
    name: taxonomy.name,
    label: taxonomy.labels.plural,
    hierarchical: taxonomy.isHierarchical,
    public: taxonomy.isPublic,
    show_ui: true,
    _builtin: builtIn.has(taxonomy.name),
    ...(fields.includes('labels') ? { labels: labelsOf(taxonomy) } : {}),
    ...(fields.includes('cap') ? { cap: taxonomy.capabilities } : {}),
    ...(fields.includes('menu') ? { show_in_menu: true } : {}),
    ...(fields.includes('object_type')
      ? { object_type: typesOf(taxonomy.name).map(({ name }) => name) }
      : {}),
  };
}

const getTaxonomy = method(
  'wp.getTaxonomy',
  { blog_id: anything, ...credentials, taxonomy: text, fields: fieldNames },
  async ({ actor }, sent) => {
    const taxonomy = taxonomyCalled(sent.taxonomy);
    if (!mayAssignTerms(actor, taxonomy.name))
      throw new XmlRpcFault(401, 'Sorry, you are not allowed to assign terms in this taxonomy.');
    return taxonomyStruct(taxonomy, sent.fields);
  },
);

const getTaxonomies = method('wp.getTaxonomies', filtered, async ({ actor }, { fields }) =>
  knownTaxonomies()
    .filter(({ name }) => mayAssignTerms(actor, name))
    .map((taxonomy) => taxonomyStruct(taxonomy, fields)),
);

const getPostStatusList = method(
  'wp.getPostStatusList',
  { blog_id: anything, ...credentials },
  async (call) => {
    demandWriter(call, articleType);
    return { draft: 'Draft', pending: 'Pending Review', private: 'Private', publish: 'Published' };
  },
);

const getPageStatusList = method(
  'wp.getPageStatusList',
  { blog_id: anything, ...credentials },
  async (call) => {
    demandWriter(call, pageType);
    return { draft: 'Draft', private: 'Private', publish: 'Published' };
  },
);

/** `show-supported` adds the site's supported formats, which are all of them. */
const formatFilter = optionalStruct({ 'show-supported': anything });

const getPostFormats = method(
  'wp.getPostFormats',
  { blog_id: anything, ...credentials, filter: formatFilter },
  async (call, { filter }) => {
    demandWriter(call, articleType);
    const all = Object.fromEntries(
      postFormats.map((format) => [format, format[0]?.toUpperCase() + format.slice(1)]),
    );
    return filter['show-supported'] ? { all, supported: [...postFormats] } : all;
  },
);

export const typeMethods = [
  getPostType,
  getPostTypes,
  getTaxonomy,
  getTaxonomies,
  getPostStatusList,
  getPageStatusList,
  getPostFormats,
];
