import { z } from 'zod';
import { menuLocations } from '../model.ts';
import type { Menu } from '../model.ts';
import { menuPermissions } from '../policy.ts';
import { findMenu, findMenuLocations, listMenus, menuToChange } from '../store.ts';
import { saveMenu, deleteMenu, placeMenu, refuseTakenName } from '../commands.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';
import { defined } from '../../../lib/records.ts';
import { BroadsheetError, ConflictError, NotFoundError, StaleError } from '../../../lib/errors.ts';
import { fromRevision, revisionOf, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { givenOrder } from '../../../kernel/http/rest/query-params.ts';
import { menuBase, menuResource, menuWrites, presentMenu } from './menu-resource.ts';
import type { MenuParts } from './menu-resource.ts';
import { offParam, itemParams } from '../../../kernel/http/rest/params.ts';
import { DetailedError, faultsOfParams, InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { goneOf, manyOf, newOf, oneOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { CollectionAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { writtenFields } from '../../../kernel/http/rest/resource.ts';
import { termListParams } from '../../terms/rest/index.ts';

const menuArguments = writtenFields(menuResource);
type Sent = z.output<typeof menuArguments>;
const changeArguments = menuArguments.extend(fromRevision);
const { read, edit, create } = menuPermissions.menus;

async function withLocations(request: RestRequest, menus: readonly Menu[]): Promise<MenuParts[]> {
  const assigned = await findMenuLocations(request.site.content.database.read);
  return menus.map((menu) => ({
    menu,
    locations: menuLocations.filter((location) => assigned.get(location) === menu.id),
  }));
}

async function list(request: RestRequest, sent: z.output<typeof termListParams>): Promise<CollectionAnswer> {
  const { include, exclude, slug, search, per_page: perPage, page, offset = (page - 1) * perPage } = sent;
  const words = search?.toLowerCase();
  const matching = (await listMenus(request.site.content.database.read)).filter(
    (menu) =>
      (include?.includes(menu.id) ?? true) &&
      !exclude?.includes(menu.id) &&
      (slug?.includes(menu.slug) ?? true) &&
      (words === undefined || menu.name.toLowerCase().includes(words) || menu.slug.includes(words)),
  );
  const byName = (a: Menu, b: Menu) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
  const order = sent.orderby === 'id' ? (a: Menu, b: Menu) => a.id - b.id : byName;
  const sorted =
    givenOrder(sent)?.(matching) ?? matching.toSorted(sent.order === 'desc' ? (a, b) => order(b, a) : order);
  const shown = await withLocations(request, sorted.slice(offset, offset + perPage));
  return {
    kind: 'collection',
    items: shown.map((parts) => presentMenu(request, parts, sent.context)),
    total: matching.length,
    perPage,
    page,
  };
}

export const wpV2Menus = restRoute({
  path: menuBase,
  isBatched: true,
  methods: {
    GET: method({ params: termListParams, reply: manyOf(menuResource), may: read, edit, run: list }),
    POST: method({
      params: menuArguments,
      required: ['name'],
      reply: newOf(menuResource),
      may: create,
      run: async (request, sent) => {
        const { actor, site } = request;
        const id = await site.content.database
          .write(async (tx) => {
            await refuseTaken(tx, request, sent, undefined);
            const made = await saveMenu(tx, actor, { name: '', ...inputOf(sent) }, 0);
            if (sent.locations) await placeMenu(tx, actor, made, sent.locations);
            return made;
          })
          .catch(inWordsOfRest);
        return {
          ...(await answer(request, id)),
          headers: { location: restUrl(request, `${menuBase}/${id}`) },
        };
      },
    }),
  },
});

const update = method({
  params: changeArguments,
  reply: oneOf(menuResource),
  may: menuWrites.PATCH.may,
  run: async (request, { revision, ...sent }, { id }: Menu) => {
    const { actor, site } = request;
    await site.content.database
      .write(async (tx) => {
        const stored = await menuToChange(tx, actor, id);
        await refuseTaken(tx, request, sent, id);
        await saveMenu(
          tx,
          actor,
          { id, name: stored.name, ...inputOf(sent) },
          revisionOf(request, revision, stored.revision),
        );
        if (sent.locations) await placeMenu(tx, actor, id, sent.locations);
      })
      .catch(async (error: unknown) =>
        inWordsOfRest(error instanceof StaleError ? await staleOf(request, error, sent, id) : error),
      );
    return answer(request, id);
  },
});

export const wpV2Menu = itemRoute({
  path: `${menuBase}/(?P<id>[\\d]+)`,
  isBatched: true,
  find: async ({ site }, captured) => {
    const menu = await findMenu(site.content.database.read, capturedId(captured));
    if (!menu) throw noMenu();
    return menu;
  },
  methods: {
    GET: method({
      params: z.object(itemParams),
      reply: oneOf(menuResource),
      may: read,
      edit,
      run: (request, { context }, { id }: Menu) => answer(request, id, context),
    }),
    POST: update,
    PUT: update,
    PATCH: update,
    DELETE: method({
      params: z.object({ force: offParam(), ...fromRevision }),
      reply: goneOf(menuResource),
      may: menuWrites.DELETE.may,
      run: async (request, { force, revision }, { id }: Menu) => {
        if (!force)
          throw new BroadsheetError(
            501,
            'rest_trash_not_supported',
            "Menus do not support trashing. Set 'force=true' to delete.",
          );
        const { item: previous } = await answer(request, id);
        await request.site.content.database
          .write(async (tx) => {
            const stored = await menuToChange(tx, request.actor, id);
            await deleteMenu(tx, request.actor, { id }, revisionOf(request, revision, stored.revision));
          })
          .catch(async (error: unknown) =>
            Promise.reject(error instanceof StaleError ? await staleOf(request, error, null, id) : error),
          );
        return { kind: 'removed', previous };
      },
    }),
  },
});

const noMenu = () => new NotFoundError('Term does not exist.', 'rest_term_invalid');

async function answer(request: RestRequest, id: number, context: 'view' | 'embed' | 'edit' = 'edit') {
  const menu = await findMenu(request.site.content.database.read, id);
  const [parts] = menu ? await withLocations(request, [menu]) : [];
  if (!parts) throw noMenu();
  return { kind: 'item', item: presentMenu(request, parts, context) } as const;
}

function inputOf({ name, slug, auto_add: autoAdd, locations }: Sent): { name?: string; slug?: string } {
  if (autoAdd)
    throw fault(
      'auto_add',
      'Pages do not come into a menu by themselves here; leave auto_add out, or send false.',
    );
  const unknown = locations?.find((location) => !menuLocations.some((known) => known === location));
  if (unknown !== undefined) {
    throw fault(
      'locations',
      `Invalid menu location "${unknown}"; use some of ${menuLocations.join(', ')}.`,
      'rest_invalid_menu_location',
    );
  }
  return defined({ name, slug });
}

function fault(field: string, message: string, code = 'rest_invalid_param'): InvalidParamsError {
  return new InvalidParamsError({ [field]: { code, message } });
}

async function refuseTaken(
  tx: Tx,
  { actor }: Pick<RestRequest, 'actor'>,
  { name }: { readonly name?: string | undefined },
  id: number | undefined,
): Promise<void> {
  if (name !== undefined)
    await refuseTakenName(
      tx,
      actor,
      { id, name },
      (message, taken) => new DetailedError(400, 'menu_exists', message, { term_id: taken.id }),
    );
}

async function staleOf(
  request: RestRequest,
  error: StaleError,
  mine: unknown,
  id: number,
): Promise<DetailedError> {
  return staleReply(
    error,
    mine,
    await answer(request, id).then(
      ({ item }) => item.body,
      () => null,
    ),
  );
}

function inWordsOfRest(error: unknown): never {
  throw error instanceof ConflictError || error instanceof DetailedError ? error : faultsOfParams(error, {});
}
