import type { MegaKind } from '../../modules/menus/menu.ts';

/** The document that fills a mega menu. Settings of a category's: `limit` and `td_filter_value`, whole numbers. */
export function megaDocument(
  kind: Exclude<MegaKind, ''>,
  id: number,
  settings: Readonly<Record<string, number>> = {},
): { readonly markup: string; readonly name: string } {
  const attributes = JSON.stringify(kind === 'page' ? { page_id: id } : { category_id: id, ...settings });
  return {
    markup: `<!-- wp:broadsheet/mega-${kind} ${attributes} /-->`,
    name: `mega-menu:${kind}:${attributes}`,
  };
}
