import { shownLevels } from '../../modules/menus/model.ts';
import type { MenuLocation, MenuNode } from '../../modules/menus/model.ts';
import { termLink } from '../../modules/cards/cards.ts';
import { listTerms } from '../../modules/terms/reader.ts';
import type { LoadContext } from '../load-context.ts';
import { sectionTaxonomy } from '../../modules/types/names.ts';

const maxCategories = 8;

/** The menu at the first of these locations that has one, else the largest categories, so that a new site can be navigated. */
export async function menuLinks(
  locations: readonly MenuLocation[],
  context: LoadContext,
): Promise<readonly MenuNode[]> {
  const nodes = await assignedLinks(locations, context);
  return nodes.length > 0 ? nodes : context.cache('largest categories', largestCategories);
}

/** The menu at the first of these locations that has one; empty if none is assigned. */
export async function assignedLinks(
  locations: readonly MenuLocation[],
  context: LoadContext,
): Promise<readonly MenuNode[]> {
  context.tag('menus');
  const menus = await Promise.all(locations.map((location) => context.content.menus.at(location)));
  const place = menus.findIndex(({ nodes }) => nodes.length > 0);
  // Renaming or unpublishing a page changes the menus with it; publishing one changes an otherwise empty menu.
  for (const { targets } of menus.slice(0, place < 0 ? menus.length : place + 1))
    for (const tag of targets) context.tag(tag);
  return withinLevels(menus[place]?.nodes ?? [], shownLevels);
}

/** Flattens deeper levels: their items follow their parent. */
function withinLevels(nodes: readonly MenuNode[], levels: number): readonly MenuNode[] {
  if (levels > 1)
    return nodes.map((node) =>
      node.children.length === 0 ? node : { ...node, children: withinLevels(node.children, levels - 1) },
    );
  return nodes.flatMap((node) => [{ ...node, children: [] }, ...withinLevels(node.children, 1)]);
}

async function largestCategories(context: LoadContext): Promise<MenuNode[]> {
  const { content } = context;
  context.tag(`terms:${sectionTaxonomy}`);
  const [{ terms }, site] = await Promise.all([
    listTerms(content.database.read, {
      taxonomy: sectionTaxonomy,
      parentId: 0,
      hideEmpty: true,
      order: 'count',
      descending: true,
      limit: maxCategories,
    }),
    content.settings.current(),
  ]);
  return terms
    .map((term) => termLink(term, new Map(), site))
    .map(({ id, name, url }) => ({
      id,
      label: name,
      url,
      type: 'taxonomy',
      object: sectionTaxonomy,
      objectId: id,
      titleAttribute: '',
      target: '',
      rel: '',
      classes: [],
      description: '',
      megaKind: '',
      megaId: 0,
      icon: '',
      badge: '',
      audience: '',
      children: [],
    }));
}
