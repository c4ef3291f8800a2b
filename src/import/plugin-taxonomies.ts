/** Plugins by the beginnings of their taxonomies' names. */
const pluginTaxonomies: readonly (readonly [string, string])[] = [
  ['language', 'Polylang'],
  ['product_', 'WooCommerce'],
  ['pa_', 'WooCommerce'],
  ['author', 'Co-Authors Plus'],
];

/** The known plugins that may have registered this taxonomy. */
export const pluginsOfTaxonomy = (name: string): readonly string[] =>
  pluginTaxonomies.flatMap(([mark, plugin]) => (name.startsWith(mark) ? [plugin] : []));
