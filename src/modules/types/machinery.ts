import { formatTaxonomy, languageTaxonomy } from './names.ts';
import { definePostType, readableName } from './post-type.ts';
import { defineTaxonomy } from './taxonomy.ts';

/** Types that an import may bring, and that are parts of a site's machinery: readers see none of their posts as such. */
export const machineryTypes = [
  'wp_template',
  'wp_template_part',
  'wp_global_styles',
  'wp_font_family',
  'wp_font_face',
  'nav_menu_item',
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

/** Taxonomies that sort the site's machinery rather than what is read. */
export const machineryTaxonomies = [
  'nav_menu',
  'link_category',
  formatTaxonomy,
  'wp_theme',
  'wp_template_part_area',
  languageTaxonomy,
  'post_translations',
  'term_language',
  'term_translations',
].map((name) =>
  defineTaxonomy({
    name,
    labels: { plural: readableName(name), singular: readableName(name) },
    isPublic: false,
  }),
);
