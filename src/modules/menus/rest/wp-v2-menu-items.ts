import { z } from 'zod';
import type { MenuItem } from '../model.ts';
import { menuPermissions } from '../policy.ts';
import { findMenuItem, listMenuItems, menusToChange } from '../store.ts';
import { saveMenuItem, deleteMenuItem } from '../commands.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';
import { defined } from '../../../lib/records.ts';
import { BroadsheetError, InvalidInputError, NotFoundError, StaleError } from '../../../lib/errors.ts';
import { fromRevision, revisionOf, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import {
  loadMenuItems,
  menuItemBase,
  menuItemResource,
  menuItemWrites,
  presentMenuItem,
} from './menu-item-resource.ts';
import type { MenuItemParts } from './menu-item-resource.ts';
import {
  choiceParam,
  collectionParams,
  offParam,
  itemParams,
  optionalWhole,
  termsParam,
  wholeParam,
  wordsParam,
} from '../../../kernel/http/rest/params.ts';
import { faultsOfParams, existingPost } from '../../../kernel/http/rest/rest-errors.ts';
import type { DetailedError } from '../../../kernel/http/rest/rest-errors.ts';
import { goneOf, manyOf, newOf, oneOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { CollectionAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { writtenFields } from '../../../kernel/http/rest/resource.ts';
import type { Context } from '../../../kernel/http/rest/resource.ts';

const listParams = z.object({
  ...collectionParams,
  per_page: wholeParam(100, { min: 1, max: 100 }),
  order: choiceParam(['asc', 'desc'], 'asc'),
  orderby: choiceParam(['id', 'include', 'parent', 'title', 'menu_order'], 'menu_order'),
  menus: termsParam({ isHierarchical: false, hasOperator: true }),
  menus_exclude: termsParam({ isHierarchical: false, hasOperator: false }),
  menu_order: optionalWhole(),
  status: wordsParam().meta({ default: 'publish' }),
});
type ListParams = z.output<typeof listParams>;
const sentFields = writtenFields(menuItemResource);
type Sent = z.output<typeof sentFields>;
const changeArguments = sentFields.extend(fromRevision);
const { read, edit, create } = menuPermissions.items;

const orders: Readonly<
  Record<Exclude<ListParams['orderby'], 'include' | 'title'>, (item: MenuItem) => number>
> = {
  id: ({ id }) => id,
  parent: ({ parentId }) => parentId,
  menu_order: ({ position }) => position,
};

function compare({ orderby, include }: ListParams): (a: MenuItemParts, b: MenuItemParts) => number {
  if (orderby === 'title')
    return (a, b) =>
      (a.item.label || a.originalTitle).localeCompare(b.item.label || b.originalTitle) ||
      a.item.id - b.item.id;
  const key = orderby === 'include' ? ({ id }: MenuItem) => include?.indexOf(id) ?? 0 : orders[orderby];
  return (a, b) => key(a.item) - key(b.item) || a.item.id - b.item.id;
}

async function list(request: RestRequest, sent: ListParams): Promise<CollectionAnswer> {
  const { per_page: perPage, page, offset = (page - 1) * perPage } = sent;
  if (sent.orderby === 'include' && !sent.include) {
    throw new InvalidInputError(
      'You need to define an include parameter to order by include.',
      'rest_orderby_include_missing_include',
    );
  }
  const isShown = sent.status?.every((status) => status !== 'publish' && status !== 'any') !== true; // items have no other status
  const isImpossible = sent.menus?.every === true && sent.menus.ids.length > 1;
  const all =
    isShown && !isImpossible ? await listMenuItems(request.site.content.database.read, sent.menus?.ids) : [];
  const items = all.filter(
    (item) =>
      !sent.menus_exclude?.ids.includes(item.menuId) &&
      (sent.include?.includes(item.id) ?? true) &&
      !sent.exclude?.includes(item.id) &&
      (sent.menu_order === undefined || item.position === sent.menu_order),
  );
  const search = sent.search?.toLowerCase();
  // Search and sorting by title need all titles; otherwise only the page's items are loaded.
  const byTitle = search !== undefined || sent.orderby === 'title';
  const unknown = (item: MenuItem): MenuItemParts => ({ item, originalTitle: '', url: '', isInvalid: false });
  const found = (byTitle ? await loadMenuItems(request, items) : items.map(unknown)).filter(
    ({ item, originalTitle }) =>
      search === undefined || (item.label || originalTitle).toLowerCase().includes(search),
  );
  const sorted = found.toSorted(compare(sent));
  const shown = (sent.order === 'desc' && sent.orderby !== 'include' ? sorted.toReversed() : sorted).slice(
    offset,
    offset + perPage,
  );
  const parts = byTitle
    ? shown
    : await loadMenuItems(
        request,
        shown.map(({ item }) => item),
      );
  return {
    kind: 'collection',
    items: parts.map((one) => presentMenuItem(request, one, sent.context)),
    total: found.length,
    perPage,
    page,
  };
}

/** `/wp/v2/menu-items`: the items of all menus, or of some. */
export const wpV2MenuItems = restRoute({
  path: menuItemBase,
  isBatched: true,
  methods: {
    GET: method({ params: listParams, reply: manyOf(menuItemResource), may: read, edit, run: list }),
    POST: method({
      params: changeArguments,
      required: ['menus'],
      refusedId: existingPost,
      reply: newOf(menuItemResource),
      may: create,
      run: async (request, { revision, ...sent }) => {
        const id = await write(request, sent, revision, undefined);
        return {
          ...(await answer(request, id)),
          headers: { location: restUrl(request, `${menuItemBase}/${id}`) },
        };
      },
    }),
  },
});

const update = method({
  params: changeArguments,
  reply: oneOf(menuItemResource),
  may: menuItemWrites.PATCH.may,
  run: async (request, { revision, ...sent }, { id }: MenuItem) =>
    answer(request, await write(request, sent, revision, id)),
});

export const wpV2MenuItem = itemRoute({
  path: `${menuItemBase}/(?P<id>[\\d]+)`,
  isBatched: true,
  find: async ({ site }, captured) => {
    const item = await findMenuItem(site.content.database.read, capturedId(captured));
    if (!item) throw noItem();
    return item;
  },
  methods: {
    GET: method({
      params: z.object(itemParams),
      reply: oneOf(menuItemResource),
      may: read,
      edit,
      run: (request, { context }, { id }: MenuItem) => answer(request, id, context),
    }),
    POST: update,
    PUT: update,
    PATCH: update,
    DELETE: method({
      params: z.object({ force: offParam(), ...fromRevision }),
      reply: goneOf(menuItemResource),
      may: menuItemWrites.DELETE.may,
      run: async (request, { force, revision }, { id }: MenuItem) => {
        if (!force)
          throw new BroadsheetError(
            501,
            'rest_trash_not_supported',
            "Menu items do not support trashing. Set 'force=true' to delete.",
          );
        const { item: previous } = await answer(request, id);
        await request.site.content.database
          .write(async (tx) => {
            const menuId = (await findMenuItem(tx.db, id))?.menuId ?? 0;
            await deleteMenuItem(tx, request.actor, { id }, await seenOf(tx, request, revision, [menuId]));
          })
          .catch(async (error: unknown) =>
            Promise.reject(error instanceof StaleError ? await staleOf(request, error, null, id) : error),
          );
        return { kind: 'removed', previous };
      },
    }),
  },
});

const noItem = () => new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');

async function answer(request: RestRequest, id: number, context: Context = 'edit') {
  const item = await findMenuItem(request.site.content.database.read, id);
  const [parts] = item ? await loadMenuItems(request, [item]) : [];
  if (!parts) throw noItem();
  return { kind: 'item', item: presentMenuItem(request, parts, context) } as const;
}

/** Revision of the first of these menus as the request states it; locks all of them, since the others change, too. */
async function seenOf(
  tx: Tx,
  request: RestRequest,
  sent: number | undefined,
  [menuId = 0, ...others]: readonly number[],
): Promise<number> {
  const menus = await menusToChange(tx, request.actor, [menuId, ...others]);
  return revisionOf(request, sent, menus.get(menuId)?.revision ?? 0);
}

async function write(
  request: RestRequest,
  sent: Sent,
  revision: number | undefined,
  id: number | undefined,
): Promise<number> {
  const { actor, site } = request;
  return site.content.database
    .write(async (tx) => {
      const stored = id === undefined ? undefined : await findMenuItem(tx.db, id);
      const [shown] = stored ? await loadMenuItems(request, [stored]) : [];
      const menuIds = [sent.menus, stored?.menuId].filter((menuId) => menuId !== undefined);
      return saveMenuItem(
        tx,
        actor,
        defined({ id, ...inputOf(sent, shown) }),
        await seenOf(tx, request, revision, menuIds),
      );
    })
    .catch(async (error: unknown) =>
      Promise.reject(
        error instanceof StaleError ? await staleOf(request, error, sent, id) : inWordsOfRest(error),
      ),
    );
}

async function staleOf(
  request: RestRequest,
  error: StaleError,
  mine: unknown,
  id: number | undefined,
): Promise<DetailedError> {
  return staleReply(
    error,
    mine,
    id === undefined
      ? null
      : await answer(request, id).then(
          ({ item }) => item.body,
          () => null,
        ),
  );
}

/** Maps a request to the command's input. The target's title and URL are ignored if they are sent back as shown. */
function inputOf({ title, url, type, object_id: objectId, ...sent }: Sent, shown: MenuItemParts | undefined) {
  return defined({
    menuId: sent.menus,
    parentId: sent.parent,
    position: sent.menu_order,
    type,
    // Custom items show their own id as the object's.
    objectId: shown?.item.type === 'custom' && objectId === shown.item.id ? undefined : objectId,
    label: shown && shown.item.label === '' && title === shown.originalTitle ? undefined : title,
    url: shown && shown.item.type !== 'custom' && url === shown.url ? undefined : url,
    titleAttribute: sent.attr_title,
    description: sent.description,
    target: sent.target,
    classes: sent.classes,
    rel: sent.xfn?.join(' '),
  });
}

const names = {
  menuId: 'menus',
  parentId: 'parent',
  position: 'menu_order',
  objectId: 'object_id',
  label: 'title',
  titleAttribute: 'attr_title',
  rel: 'xfn',
};

function inWordsOfRest(error: unknown): unknown {
  const isOne = error instanceof InvalidInputError && error.code !== 'rest_invalid_param';
  return isOne ? new InvalidInputError(error.message, error.code) : faultsOfParams(error, names);
}
