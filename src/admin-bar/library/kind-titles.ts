import type { Bar } from '../bar.ts';

const kindNames = [
  'single',
  'category',
  'author',
  'tag',
  '404',
  'date',
  'search',
  'attachment',
  'page',
  'woo_product',
  'woo_archive',
  'woo_search_archive',
  'woo_shop_base',
  'cpt',
  'cpt_tax',
  'home',
] as const;

/** The name of a kind in the bar's language. */
export function titleOf(say: Bar['say'], type: string): string {
  const kind = kindNames.find((one) => one === type);
  return kind ? say(`kind_${kind}`) : say(type === 'header' ? 'library_header' : 'library_footer');
}
