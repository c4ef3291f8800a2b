import { sentId, sentIdOrNone } from '../../../kernel/input-kinds.ts';
import { itemPosition, sentItem } from '../commands.ts';
import { menuPermissions } from '../policy.ts';
import type { MenuItem } from '../model.ts';
import { permalinks, postTypeNamed, taxonomyNamed, postBase, termBase } from '../../types/index.ts';
import { findPostPaths, findSummaries, findVisiblePosts } from '../../posts/index.ts';
import { siteTypography, frontPageOf } from '../../settings/index.ts';
import { chainOf } from '../../terms/index.ts';
import { menuBase } from './menu-resource.ts';
import { emptyMeta } from '../../types/rest/index.ts';
import {
  optionalChoice,
  optionalWhole,
  rawText,
  shape,
  textParam,
  writtenText,
  writtenWhole,
  writtenWords,
} from '../../../kernel/http/rest/params.ts';
import { curies, plainLink, selfLink } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestItem, RestLink } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { everywhere, fieldsOf, toEditors, whole, renderedTitle } from '../../../kernel/http/rest/resource.ts';
import type { Context } from '../../../kernel/http/rest/resource.ts';

export interface MenuItemParts {
  readonly item: MenuItem;
  /** The target's title; empty if the caller may not see it. */
  readonly originalTitle: string;
  readonly url: string;
  /** The target is missing or in the trash. */
  readonly isInvalid: boolean;
}

const { shown, written, writtenGroup, resource } = fieldsOf<MenuItemParts>();
const titleOf = ({ item, originalTitle }: MenuItemParts) => item.label || originalTitle;
const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** Arguments that differ from the shown fields. Values that items here never have are rejected. */
const menuItemArguments = {
  title: rawText(sentItem.label),
  type: optionalChoice(sentItem.type.options),
  status: optionalChoice(['publish']),
  parent: writtenWhole(sentIdOrNone),
  menu_order: writtenWhole(itemPosition),
  object_id: writtenWhole(sentItem.objectId),
  target: optionalChoice(sentItem.target.options),
  menus: writtenWhole(sentId),
};

export const menuItemResource = resource('nav_menu_item', {
  id: shown(optionalWhole(), everywhere, ({ item }) => item.id),
  title: writtenGroup(
    everywhere,
    {
      raw: shown(textParam(), toEditors, titleOf),
      rendered: shown(textParam(), everywhere, (parts, { settings }) =>
        renderedTitle(titleOf(parts), siteTypography(settings)),
      ),
    },
    menuItemArguments.title,
  ),
  status: written(menuItemArguments.status, everywhere, () => 'publish' as const),
  url: written(writtenText(sentItem.url, 'uri'), everywhere, ({ url }) => url),
  attr_title: written(writtenText(sentItem.titleAttribute), everywhere, ({ item }) => item.titleAttribute),
  description: written(writtenText(sentItem.description), everywhere, ({ item }) => item.description),
  type: written(menuItemArguments.type, everywhere, ({ item }) => item.type),
  type_label: shown(textParam(), everywhere, ({ item }) => typeLabel(item)),
  object: written(writtenText(sentItem.object), everywhere, ({ item }) => item.object || 'custom'),
  object_id: written(menuItemArguments.object_id, everywhere, ({ item }) => item.objectId || item.id),
  parent: written(menuItemArguments.parent, everywhere, ({ item }) => item.parentId),
  menu_order: written(menuItemArguments.menu_order, everywhere, ({ item }) => item.position),
  target: written(menuItemArguments.target, everywhere, ({ item }) =>
    item.target === '_blank' ? '_blank' : '',
  ),
  classes: written(writtenWords(), everywhere, ({ item }) => [...item.classes]),
  xfn: written(writtenWords(), everywhere, ({ item }) => words(item.rel)),
  invalid: shown(shape<boolean>({ type: 'boolean' }), everywhere, ({ isInvalid }) => isInvalid),
  meta: emptyMeta,
  menus: written(menuItemArguments.menus, whole, ({ item }) => item.menuId),
});

function typeLabel({ type, object }: MenuItem): string {
  return type === 'custom'
    ? 'Custom Link'
    : type === 'taxonomy'
      ? taxonomyNamed(object).labels.singular
      : postTypeNamed(object).labels.singular;
}

const { update, remove } = menuPermissions.items;
export const menuItemWrites = {
  POST: { may: update },
  PUT: { may: update },
  PATCH: { may: update },
  DELETE: { may: remove },
} as const;

export const menuItemBase = '/wp/v2/menu-items';

/** Loads the items' targets with at most four queries, in the given order. Hides targets that the caller may not see. */
export async function loadMenuItems(
  request: RestRequest,
  items: readonly MenuItem[],
): Promise<MenuItemParts[]> {
  const {
    actor,
    settings,
    site: { content },
  } = request;
  const { read } = content.database;
  const ids = (type: MenuItem['type']) => [
    ...new Set(items.filter((item) => item.type === type).map(({ objectId }) => objectId)),
  ];
  const [summaries, visible, terms] = await Promise.all([
    findSummaries(read, ids('post_type')),
    findVisiblePosts(read, ids('post_type'), actor),
    content.terms.withAncestors(ids('taxonomy')),
  ]);
  const paths = await findPostPaths(read, [...visible.values()], settings.permalink_structure);
  const frontPage = frontPageOf(settings);
  const pathOf = ({ type, objectId }: MenuItem): string | undefined => {
    const term = type === 'taxonomy' ? terms.get(objectId) : undefined;
    if (term) return permalinks(settings.permalink_structure).term(chainOf(term, terms));
    if (type !== 'post_type' || !summaries.has(objectId)) return undefined;
    return objectId === frontPage ? '/' : (paths.get(objectId) ?? `/?p=${objectId}`);
  };
  return items.map((item) => {
    const path = pathOf(item);
    const isMissing =
      item.type === 'taxonomy'
        ? !terms.has(item.objectId)
        : [undefined, 'trash'].includes(summaries.get(item.objectId)?.status);
    return {
      item,
      originalTitle:
        (item.type === 'taxonomy' ? terms.get(item.objectId)?.name : visible.get(item.objectId)?.title) ?? '',
      url: item.type === 'custom' ? item.url : path === undefined ? '' : content.siteUrl + path,
      isInvalid: item.type !== 'custom' && isMissing,
    };
  });
}

export function presentMenuItem(request: RestRequest, parts: MenuItemParts, context: Context): RestItem {
  const { item } = parts;
  const object = objectLink(request, item);
  return {
    body: menuItemResource.present(request, parts, context),
    links: {
      self: [
        selfLink(restUrl(request, `${menuItemBase}/${item.id}`), menuItemWrites, request.actor, undefined),
      ],
      collection: [plainLink(restUrl(request, menuItemBase))],
      'wp:term': [plainLink(restUrl(request, `${menuBase}/${item.menuId}`))],
      ...(object ? { 'https://api.w.org/menu-item-object': [object] } : {}),
      curies,
    },
  };
}

function objectLink(request: RestRequest, { type, object, objectId }: MenuItem): RestLink | undefined {
  const definition = type === 'taxonomy' ? taxonomyNamed(object) : postTypeNamed(object);
  if (type === 'custom' || definition.restBase === undefined) return undefined;
  const base = type === 'taxonomy' ? termBase(definition) : postBase(definition);
  return {
    attributes: { [type]: object, embeddable: true, href: restUrl(request, `${base}/${objectId}`) },
    target: type === 'taxonomy' ? { kind: 'terms', ids: [objectId] } : { kind: 'post', id: objectId },
  };
}
