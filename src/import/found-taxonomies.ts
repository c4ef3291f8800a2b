/** Taxonomies in which WordPress stores facts about menus and templates. */
export const internalTaxonomies: ReadonlySet<string> = new Set([
  'nav_menu',
  'post_format',
  'wp_pattern_category',
  'wp_template_part_area',
  'wp_theme',
]);

/** Beginnings of the names of plugins' taxonomies. */
export const pluginTaxonomies: readonly (readonly [string, string])[] = [
  ['language', 'Polylang'],
  ['post_translations', 'Polylang'],
  ['term_language', 'Polylang'],
  ['term_translations', 'Polylang'],
  ['product_', 'WooCommerce'],
  ['pa_', 'WooCommerce'],
  ['author', 'Co-Authors Plus'],
];

/** Whether editors made a taxonomy for their content, as far as its name shows. */
export const isOfContent = (name: string): boolean =>
  !internalTaxonomies.has(name) && !pluginTaxonomies.some(([mark]) => name.startsWith(mark));
