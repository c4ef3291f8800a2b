import type { MenuNode } from '../../modules/menus/model.ts';
import { isListed } from '../../modules/posts/policy.ts';
import type { Settings as SiteSettings } from '../../modules/settings/settings.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { findSummaries } from '../../modules/posts/reader.ts';
import { fillIn } from '../../lib/messages.ts';
import type { LoadContext } from '../load-context.ts';
import { categoryLinks } from '../mega-category/category-links.server.ts';
import type { Settings } from './block.ts';
import { markedPath, megaDocument } from './data.ts';
import type { MegaMenu, MenuLink, NavMenuData } from './data.ts';
import { assignedLinks, menuLinks } from './menu-links.server.ts';

export async function load(settings: Settings, context: LoadContext): Promise<NavMenuData | undefined> {
  const menu = await context.cache(`menu ${JSON.stringify(settings)}`, (inner) => loadMenu(settings, inner));
  return menu.links.length === 0 ? undefined : { ...menu, path: markedPath(menu.links, context.page.path) };
}

async function loadMenu(settings: Settings, context: LoadContext): Promise<Omit<NavMenuData, 'path'>> {
  const [nodes, site] = await Promise.all([
    (settings.fallback ? menuLinks : assignedLinks)([settings.location], context),
    context.content.settings.current(),
  ]);
  const bar = settings.style === 'bar';
  return {
    links: await Promise.all(
      nodes.map(async (node) => {
        const mega = bar ? await megaMenu(node, context) : undefined;
        const link = linkTo(node, context.content.siteUrl, settings.depth - 1);
        // Links of the panel are not repeated in the row below, which lists all other descendants.
        return mega
          ? {
              ...link,
              mega,
              children: inOneRow(link.children).filter(
                (child) => !mega.links.some(({ url }) => url === child.url),
              ),
            }
          : link;
      }),
    ),
    submenuWidth: submenuWidth(settings, site),
  };
}

function inOneRow(links: readonly MenuLink[]): MenuLink[] {
  return links.flatMap((link) => [{ ...link, children: [] }, ...inOneRow(link.children)]);
}

function submenuWidth({ submenu_width: which }: Settings, site: SiteSettings): NavMenuData['submenuWidth'] {
  const [min, max] =
    which === 'block'
      ? [site.menu_block_submenu_min_width, site.menu_block_submenu_max_width]
      : [site.submenu_min_width, site.submenu_max_width];
  return { min, max: Math.max(min, max) };
}

/** An item's link. Addresses of the site itself, common in custom items, become paths, so that the current page can be marked. */
export function linkTo(node: MenuNode, siteUrl: string, levelsBelow = Infinity): MenuLink {
  const { id, label, url, titleAttribute, target, rel, classes, icon, badge, audience } = node;
  return {
    id,
    label,
    url: url === siteUrl ? '/' : url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url,
    titleAttribute,
    target,
    rel,
    classes,
    icon,
    badge,
    audience,
    children: levelsBelow > 0 ? node.children.map((child) => linkTo(child, siteUrl, levelsBelow - 1)) : [],
  };
}

/** An item's panel; undefined without one, or if its page or category is missing or hidden. */
async function megaMenu(
  { megaKind: kind, megaId: id }: MenuNode,
  context: LoadContext,
): Promise<MegaMenu | undefined> {
  if (kind === '') return undefined;
  const links =
    kind === 'category' ? await panelLinks(id, context) : (await isPublicPage(id, context)) ? [] : undefined;
  if (!links) return undefined;
  const setting = `mega_menu_lazy_${kind}` as const;
  const late = (await context.content.settings.current())[setting];
  return {
    kind,
    id,
    links,
    html: late ? undefined : ((await context.renderDocument(megaDocument(kind, id))) ?? ''),
  };
}

/** A category and its subcategories; empty without subcategories, undefined if the category does not exist. */
async function panelLinks(id: number, context: LoadContext): Promise<MegaMenu['links'] | undefined> {
  const found = await categoryLinks(id, context);
  const all = readerText(await context.content.settings.current(), 'mega_all');
  return (
    found &&
    (found.subcategories.length > 0
      ? [{ ...found.category, name: fillIn(all, found.category.name) }, ...found.subcategories]
      : [])
  );
}

/** Whether visitors can open a page without a password; cached for all pages. */
function isPublicPage(id: number, context: LoadContext): Promise<boolean> {
  return context.cache(`mega menu of page ${id}`, async (inner) => {
    const { content } = inner;
    inner.tag(`post:${id}`);
    const page = (await findSummaries(content.database.read, [id])).get(id);
    return page !== undefined && isListed(page);
  });
}
