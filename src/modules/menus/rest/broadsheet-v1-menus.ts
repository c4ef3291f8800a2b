import { z } from 'zod';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { listParam } from '../../../kernel/http/rest/list-param.ts';
import {
  choiceParam,
  flagParam,
  onSite,
  wordParam,
  writtenText,
  writtenWords,
} from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { PlainAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { NotFoundError, StaleError } from '../../../lib/errors.ts';
import { defined } from '../../../lib/records.ts';
import { menuIconNames } from '../../../lib/menu-icons.ts';
import { menuFields } from '../commands.ts';
import type { DisplacedMenu } from '../commands.ts';
import { menuLocations } from '../model.ts';
import type { Menu, MenuLocation } from '../model.ts';
import { changeMenus } from '../policy.ts';
import { findMenu, findMenuItems, findMenuLocations } from '../store.ts';
import { displacedMenu, restoreMenu, saveMenuTree, treeItem, treeOf, triedItems } from '../tree-commands.ts';
import type { TreeItem } from '../tree-commands.ts';
import { loadMenuItems } from './menu-item-resource.ts';

/** An item as the menu editor sends it, with the names of `/wp/v2/menu-items`; its place in the list and its level are its place in the tree. */
const { shape } = treeItem;
const sentTreeItem = z
  .strictObject({
    id: shape.id,
    depth: shape.depth,
    type: shape.type,
    object: shape.object,
    object_id: shape.objectId,
    url: shape.url,
    title: shape.label,
    attr_title: shape.titleAttribute,
    target: shape.target,
    xfn: shape.rel,
    classes: shape.classes,
    description: shape.description,
    mega_kind: shape.megaKind,
    mega_id: shape.megaId,
    icon: shape.icon,
    badge: shape.badge,
    audience: shape.audience,
  })
  .partial();
type SentTreeItem = z.output<typeof sentTreeItem>;

const shownItem = z.object({
  id: z.number(),
  depth: z.number(),
  type: z.enum(['taxonomy', 'post_type', 'custom']),
  object: z.string(),
  object_id: z.number(),
  url: z.string(),
  title: z.string(),
  attr_title: z.string(),
  target: z.string(),
  xfn: z.string(),
  classes: z.array(z.string()),
  description: z.string(),
  mega_kind: z.enum(['', 'page', 'category']),
  mega_id: z.number(),
  icon: z.enum(['', ...menuIconNames]),
  badge: z.string(),
  audience: z.enum(['', 'signed-in', 'signed-out']),
  /** The target's own title and address; empty if it is missing. */
  original_title: z.string(),
  link: z.string(),
  invalid: z.boolean(),
});

const menuTree = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  revision: z.number(),
  locations: z.array(z.enum(menuLocations)),
  items: z.array(shownItem),
});
type MenuTree = z.output<typeof menuTree>;

const sentDisplaced = z.strictObject({
  location: displacedMenu.shape.location,
  menu: displacedMenu.shape.menuId,
});
const savedTree = menuTree.extend({
  /** The menus that had these locations before this save. */
  displaced: z.array(z.object({ location: z.enum(menuLocations), menu: z.number() })),
});
type SavedTree = z.output<typeof savedTree>;

const readItem = ({
  object_id: objectId,
  title: label,
  attr_title: titleAttribute,
  xfn: rel,
  mega_kind: megaKind,
  mega_id: megaId,
  ...same
}: SentTreeItem): TreeItem => defined({ ...same, objectId, label, titleAttribute, rel, megaKind, megaId });

async function treeFor(request: RestRequest, id: number): Promise<MenuTree> {
  const { read } = request.site.content.database;
  const menu = await findMenu(read, id);
  if (!menu) throw noMenu();
  const assigned = await findMenuLocations(read);
  const placed = treeOf(await findMenuItems(read, id));
  const parts = await loadMenuItems(
    request,
    placed.map(({ item }) => item),
  );
  return {
    ...menu,
    locations: menuLocations.filter((location) => assigned.get(location) === id),
    items: parts.map(({ item, originalTitle, url, isInvalid }, place) => ({
      id: item.id,
      depth: placed[place]?.depth ?? 0,
      type: item.type,
      object: item.object,
      object_id: item.objectId,
      url: item.url,
      title: item.label,
      attr_title: item.titleAttribute,
      target: item.target,
      xfn: item.rel,
      classes: [...item.classes],
      description: item.description,
      mega_kind: item.megaKind,
      mega_id: item.megaId,
      icon: item.icon,
      badge: item.badge,
      audience: item.audience,
      original_title: originalTitle,
      link: url,
      invalid: isInvalid,
    })),
  };
}

const noMenu = () => new NotFoundError('Term does not exist.', 'rest_term_invalid');

const changes = {
  name: writtenText(menuFields.name).describe('Name of the menu.'),
  locations: writtenWords().describe('All locations of the menu.'),
  previous_locations: writtenWords().describe(
    'Its locations when it was read. Locations in both lists, or in neither, stay as they are.',
  ),
  items: listParam(sentTreeItem).describe(
    'All items in the order of the tree, each with its level (`depth`).',
  ),
  restores: flagParam().describe(
    'Undoes a save: accepts items as stored ones may be, and takes no location from another menu.',
  ),
  displaced: listParam(sentDisplaced).describe(
    'Menus that the undone save moved out of their locations. They return there with `restores`.',
  ),
  ...fromRevision,
};

/** `/broadsheet/v1/menus`: creates a deleted menu again, in one transaction. */
const broadsheetMenus = restRoute({
  path: '/broadsheet/v1/menus',
  methods: {
    POST: method({
      params: z.object({
        name: changes.name,
        slug: writtenText(menuFields.slug).describe('Slug of the menu; a taken one gets a number.'),
        locations: writtenWords().describe('Its former locations; those of other menus stay as they are.'),
        items: changes.items,
      }),
      required: ['name', 'items'],
      body: 'long',
      reply: valueOf(menuTree),
      may: changeMenus,
      run: async (request, { name = '', slug, locations = [], items = [] }) => {
        const { actor, site } = request;
        try {
          const id = await site.content.database.write((tx) =>
            restoreMenu(tx, actor, {
              name,
              ...defined({ slug }),
              locations: locations as MenuLocation[],
              items: items.map(readItem),
            }),
          );
          return { kind: 'plain', body: await treeFor(request, id) };
        } catch (error) {
          throw faultsOfParams(error, {});
        }
      },
    }),
  },
});

/** `/broadsheet/v1/menus/{id}`: a menu with all its items, saved in one transaction. */
const broadsheetMenu = itemRoute({
  path: '/broadsheet/v1/menus/(?P<id>[\\d]+)',
  find: async ({ site }, captured) => {
    const menu = await findMenu(site.content.database.read, capturedId(captured));
    if (!menu) throw noMenu();
    return menu;
  },
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(menuTree),
      may: changeMenus,
      run: async (request, _sent, { id }: Menu) => ({ kind: 'plain', body: await treeFor(request, id) }),
    }),
    POST: method({
      params: z.object(changes),
      body: 'long',
      reply: valueOf(savedTree),
      may: changeMenus,
      run: (request, { revision, locations, previous_locations: previous, ...sent }, { id }: Menu) =>
        save(
          request,
          id,
          {
            ...sent,
            locations: locations as MenuLocation[] | undefined,
            previousLocations: previous as MenuLocation[] | undefined,
          },
          revision,
        ),
    }),
  },
});

async function save(
  request: RestRequest,
  id: number,
  {
    restores,
    displaced: sentBack,
    previousLocations,
    ...sent
  }: {
    readonly name: string | undefined;
    readonly locations: MenuLocation[] | undefined;
    readonly previousLocations: MenuLocation[] | undefined;
    readonly items: SentTreeItem[] | undefined;
    readonly restores: boolean | undefined;
    readonly displaced: z.output<typeof sentDisplaced>[] | undefined;
  },
  revision: number | undefined,
): Promise<PlainAnswer<SavedTree>> {
  const { actor, site } = request;
  let moved: readonly DisplacedMenu[] = [];
  try {
    moved = await site.content.database.write((tx) => {
      const items = sent.items?.map(readItem);
      const displaced = sentBack?.map(({ location, menu: menuId }) => ({ location, menuId }));
      const input = { id, ...defined({ ...sent, items, previousLocations, restores, displaced }) };
      return saveMenuTree(tx, actor, input, fromOf(request, revision));
    });
  } catch (error) {
    if (error instanceof StaleError)
      throw staleReply(error, sent, await treeFor(request, id).catch(() => null));
    throw faultsOfParams(error, {});
  }
  const displaced = moved.map(({ location, menuId: menu }) => ({ location, menu }));
  return { kind: 'plain', body: { ...(await treeFor(request, id)), displaced } };
}

/** `/broadsheet/v1/menus/preview`: a page of this site with an unsaved menu; runs no scripts. */
const broadsheetMenuPreview = restRoute({
  path: '/broadsheet/v1/menus/preview',
  methods: {
    POST: method({
      params: z.object({
        path: wordParam('/').describe('Path of the page on this site.'),
        location: choiceParam(menuLocations, 'primary').describe('Location that shows the menu.'),
        items: changes.items,
        device: choiceParam(['desktop', 'phone'], 'desktop').describe(
          'Device that the page is rendered for.',
        ),
        dark: flagParam().describe('Whether the preview uses the dark color scheme.'),
      }),
      required: ['items'],
      body: 'long',
      reply: valueOf(z.object({ html: z.string() })),
      may: changeMenus,
      run: async ({ actor, site }, { path, location, items = [], device, dark }) => ({
        kind: 'plain',
        body: {
          html: await site.pagePreviews.show(actor, {
            address: onSite(path),
            device,
            trial: { template: undefined, isDark: dark },
            menu: { location, items: await triedItems(site.content.database.read, items.map(readItem)) },
          }),
        },
      }),
    }),
  },
});

export const menuTreeRoutes = [broadsheetMenus, broadsheetMenuPreview, broadsheetMenu] as const;
