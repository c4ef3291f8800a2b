import { z } from 'zod';
import type { PostType, Taxonomy } from './model.ts';
import {
  articleType,
  sectionTaxonomy,
  tagTaxonomy,
  pageType,
  fileType,
  patternSyncKey,
  patternTaxonomy,
  patternType,
  navigationType,
  folderTaxonomy,
  formatTaxonomy,
  languageTaxonomy,
} from './names.ts';
import { definePostType, defineTaxonomy, accentMeta, readableName } from './model.ts';

const machineryTypes = [
  'wp_template',
  'wp_template_part',
  'wp_global_styles',
  'wp_font_family',
  'wp_font_face',
  'nav_menu_item',
  'product_variation',
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
].map((name) =>
  definePostType({
    name,
    labels: { plural: readableName(name), singular: readableName(name) },
    isPublic: false,
  }),
);

const machineryTaxonomies = [
  'nav_menu',
  'link_category',
  formatTaxonomy,
  'wp_theme',
  'wp_template_part_area',
  languageTaxonomy,
  'post_translations',
  'term_language',
  'term_translations',
  'product_type',
  'product_visibility',
  'product_shipping_class',
].map((name) =>
  defineTaxonomy({
    name,
    labels: { plural: readableName(name), singular: readableName(name) },
    isPublic: false,
  }),
);

const productTag = defineTaxonomy({
  name: 'product_tag',
  labels: { plural: 'Product tags', singular: 'Product tag' },
  slug: 'product-tag',
  slugParameter: 'product_tag',
  pageKind: 'woo_archive',
  restBase: undefined,
});

const productCat = defineTaxonomy({
  name: 'product_cat',
  labels: { plural: 'Product categories', singular: 'Product category' },
  isHierarchical: true,
  slug: 'product-category',
  slugParameter: 'product_cat',
  pageKind: 'woo_archive',
  restBase: undefined,
  meta: accentMeta,
});

/** Folders of the media library: users who upload can file into them, users who manage categories can manage them. Not part of any URL. */
const mediaFolder = defineTaxonomy({
  name: folderTaxonomy,
  labels: { plural: 'Folders', singular: 'Folder' },
  isPublic: false,
  isPrivate: true,
  isHierarchical: true,
  postTypes: [fileType],
  capabilities: { assign_terms: 'upload_files' },
});

const postTag = defineTaxonomy({
  name: tagTaxonomy,
  labels: { plural: 'Tags', singular: 'Tag' },
  slug: 'tag',
  wireName: 'tag',
  slugParameter: 'tag',
  words: {
    edit: 'bar_edit_tag',
    archive: 'core_archive_tag',
    plural: 'tags',
    select: 'tags_select',
    none: 'tags_none',
  },
  pageKind: 'tag',
  restBase: 'tags',
  isTopic: true,
});

const category = defineTaxonomy({
  name: sectionTaxonomy,
  labels: { plural: 'Categories', singular: 'Category' },
  isHierarchical: true,
  slugParameter: 'category_name',
  idParameter: 'cat',
  words: {
    edit: 'bar_edit_category',
    archive: 'core_archive_category',
    plural: 'categories',
    select: 'categories_select',
    none: 'categories_none',
  },
  pageKind: 'category',
  isSection: true,
  restBase: 'categories',
  isTopic: true,
  meta: accentMeta,
});

const product = definePostType({
  name: 'product',
  labels: { plural: 'Products', singular: 'Product', archive: 'Shop' },
  precedence: 30,
  archive: { slug: 'shop', kind: 'woo_shop_base' },
  words: { name: 'kind_woo_product' },
  pageKind: 'woo_product',
  searchKind: 'woo_search_archive',
  restBase: undefined,
  taxonomies: ['product_cat', 'product_tag'],
});

const navigation = definePostType({
  name: navigationType,
  labels: { plural: 'Navigation menus', singular: 'Navigation menu' },
  icon: 'dashicons-menu',
  isPublic: false,
  isToldToAll: true,
  restBase: 'navigation',
  capability: 'edit_theme_options',
  supports: ['title', 'editor', 'revisions'],
});

const patternCategory = defineTaxonomy({
  name: patternTaxonomy,
  labels: { plural: 'Pattern categories', singular: 'Pattern category' },
  isPublic: false,
  restBase: 'wp_pattern_category',
});

const pattern = definePostType({
  name: patternType,
  labels: { plural: 'Patterns', singular: 'Pattern' },
  icon: 'dashicons-layout',
  isPublic: false,
  isEdited: true,
  restBase: 'blocks',
  supports: ['title', 'editor', 'excerpt', 'revisions'],
  taxonomies: [patternTaxonomy],
  meta: { [patternSyncKey]: z.enum(['partial', 'unsynced']) },
});

/** Uploaded files. As in WordPress, their pages are not searchable and are below the post that they were uploaded to. */
const attachment = definePostType({
  name: fileType,
  labels: { plural: 'Media', singular: 'Media' },
  icon: 'dashicons-admin-media',
  slug: '',
  idParameter: 'attachment_id',
  archive: null,
  words: { name: 'kind_attachment' },
  openStatuses: ['inherit', 'publish'],
  showsParents: true,
  isEdited: false,
  pageKind: 'attachment',
  isSearched: false,
  inSitemap: false,
  restBase: 'media',
  supports: ['title', 'author', 'comments'],
});

const page = definePostType({
  name: pageType,
  labels: { plural: 'Pages', singular: 'Page' },
  icon: 'dashicons-admin-page',
  slug: '',
  precedence: 10,
  idParameter: 'page_id',
  archive: null,
  words: { edit: 'bar_edit_page' },
  isHierarchical: true,
  slugPlaceholder: '%pagename%',
  mayBeFront: true,
  pageKind: 'page',
  restBase: 'pages',
  capabilityType: 'pages',
  supports: ['title', 'editor', 'excerpt', 'author', 'thumbnail', 'comments', 'revisions', 'page-attributes'],
});

export const post = definePostType({
  name: articleType,
  labels: { plural: 'Posts', singular: 'Post' },
  words: { edit: 'bar_edit_post' },
  slug: '',
  precedence: 20,
  archive: null,
  pageKind: 'single',
  isArticle: true,
  restBase: 'posts',
  supports: [
    'title',
    'editor',
    'excerpt',
    'author',
    'thumbnail',
    'comments',
    'revisions',
    'related',
    'post-formats',
    'sticky',
  ],
  taxonomies: [sectionTaxonomy, tagTaxonomy],
});

export const builtInPostTypes: readonly PostType[] = [
  post,
  page,
  attachment,
  product,
  pattern,
  navigation,
  ...machineryTypes,
];

export const builtInTaxonomies: readonly Taxonomy[] = [
  category,
  postTag,
  productCat,
  productTag,
  patternCategory,
  mediaFolder,
  ...machineryTaxonomies,
];

/** Types of WordPress' site editor. Menu items have routes here; the collections of the others are empty. */
export const siteEditorTypes: readonly PostType[] = (
  [
    ['nav_menu_item', 'menu-items', 'Navigation Menu Items', 'Navigation Menu Item', []],
    [
      'wp_template',
      'templates',
      'Templates',
      'Template',
      ['title', 'excerpt', 'editor', 'revisions', 'author'],
    ],
    [
      'wp_template_part',
      'template-parts',
      'Template Parts',
      'Template Part',
      ['title', 'excerpt', 'editor', 'revisions', 'author'],
    ],
    ['wp_global_styles', 'global-styles', 'Global Styles', 'Global Style', ['title', 'editor', 'revisions']],
    ['wp_font_family', 'font-families', 'Font Families', 'Font Family', ['title']],
    [
      'wp_font_face',
      'font-families/(?P<font_family_id>[\\d]+)/font-faces',
      'Font Faces',
      'Font Face',
      ['title'],
    ],
  ] as const
).map(([name, restBase, plural, singular, supports]) =>
  definePostType({
    name,
    restBase,
    labels: { plural, singular },
    supports,
    isPublic: false,
    capability: 'edit_theme_options',
  }),
);

const known = <Name extends string>(names: readonly (Name | undefined)[]): readonly Name[] => [
  ...new Set(names.filter((name) => name !== undefined)),
];

/** Query parameters of plain permalinks that name a post or term by id. Custom types use those of the built-in ones. */
export const idParameters = known(
  [...builtInPostTypes, ...builtInTaxonomies].map(({ idParameter }) => idParameter),
);
export const slugParameters = known(builtInTaxonomies.map(({ slugParameter }) => slugParameter));
