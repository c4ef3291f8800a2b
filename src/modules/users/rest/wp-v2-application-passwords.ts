import { z } from 'zod';
import { asItStands } from '../../../kernel/command.ts';
import {
  findApplicationPassword,
  listApplicationPasswords,
  maxApplicationPasswords,
  takesApplicationPasswords,
} from '../application-password.ts';
import type { ApplicationPassword } from '../application-password.ts';
import {
  createApplicationPassword,
  updateApplicationPassword,
  revokeApplicationPasswords,
  applicationPasswordFields,
} from '../application-password-commands.ts';
import { applicationPasswordRefusals as refusals, mayAsMuchAs, mayEditUser, missing } from '../policy.ts';
import { findActor } from '../roles.ts';
import { refusal } from '../../../kernel/permission.ts';
import type { Permission, Refusal, Actor } from '../../../kernel/permission.ts';
import { BroadsheetError, NotFoundError } from '../../../lib/errors.ts';
import {
  itemParams,
  optionalWhole,
  shape,
  textParam,
  writtenText,
} from '../../../kernel/http/rest/params.ts';
import { goneOf, manyOf, newOf, oneOf, valueOf, selfLink } from '../../../kernel/http/rest/rest-reply.ts';
import type {
  CollectionAnswer,
  ItemAnswer,
  RemovedAnswer,
  RestItem,
} from '../../../kernel/http/rest/rest-reply.ts';
import { everywhere, fieldsOf, toEditors, whole, writtenFields } from '../../../kernel/http/rest/resource.ts';
import type { Context } from '../../../kernel/http/rest/resource.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';

/** Includes the password only right after its creation. */
interface Shown {
  readonly one: ApplicationPassword;
  readonly password?: string;
}

const { shown, written, resource } = fieldsOf<Shown>();
const moment = shape<string | null>({ type: ['string', 'null'], format: 'date-time' });
const utc = (at: number) => (at === 0 ? null : new Date(at).toISOString().slice(0, 19));

const passwordResource = resource('application-password', {
  uuid: shown(textParam(), everywhere, ({ one }) => one.id),
  app_id: written(writtenText(applicationPasswordFields.appId, 'uuid'), everywhere, ({ one }) => one.appId),
  name: written(writtenText(applicationPasswordFields.name), everywhere, ({ one }) => one.name),
  created: shown(moment, whole, ({ one }) => utc(one.createdAt)),
  last_used: shown(moment, whole, ({ one }) => utc(one.usedAt)),
  last_ip: shown(
    shape<string | null>({ type: ['string', 'null'], format: 'ip' }),
    whole,
    ({ one }) => one.usedIp || null,
  ),
  user: shown(optionalWhole(), toEditors, ({ one }) => one.userId),
  password: shown(textParam(), toEditors, ({ password }) => password),
});

const readParams = z.object(itemParams);
const sentFields = writtenFields(passwordResource);

type Owner = Actor;
/** The owner is checked first, so that requesters without the right can't find out which ids exist. */
interface Named {
  readonly owner: Owner;
  readonly uuid: string;
}

const mayChange = (actor: Actor, owner: Owner) => mayEditUser(actor, owner.id) && mayAsMuchAs(actor, owner);
/** The capability the actor lacks to edit the account: `edit_users`, or one that the owner has. */
const lackingTo = (actor: Actor, owner: Owner) =>
  mayEditUser(actor, owner.id) ? missing(actor, owner.capabilities)[0] : 'edit_users';
const ofOwner = (refused: Refusal): Permission<Owner> => ({
  ...refused,
  lacking: lackingTo,
  test: mayChange,
});
const ofOne = (refused: Refusal): Permission<Named> => ({
  ...refused,
  lacking: (actor, { owner }) => lackingTo(actor, owner),
  test: (actor, { owner }) => mayChange(actor, owner),
});

/** The account in the path: `me`, or an id. */
async function findOwner(
  { site, actor }: RestRequest,
  captured: Readonly<Record<string, string>>,
): Promise<Owner> {
  if (!takesApplicationPasswords(site.content.siteUrl)) {
    throw new BroadsheetError(
      501,
      'application_passwords_disabled',
      'Application passwords are not available: this site has no https.',
    );
  }
  const named = captured['user_id'] ?? '';
  const owner =
    named === 'me' ? actor : await findActor(site.content.database.read, capturedId({ id: named }));
  if (!owner)
    throw named === 'me'
      ? refusal(actor, notLoggedIn)
      : new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
  return owner;
}

const notLoggedIn = {
  code: 'rest_not_logged_in',
  message: 'You are not currently logged in.',
  capability: undefined,
};
const none = () =>
  new NotFoundError('Application password not found.', 'rest_application_password_not_found');

async function findNamed(request: RestRequest, captured: Readonly<Record<string, string>>): Promise<Named> {
  return { owner: await findOwner(request, captured), uuid: captured['uuid'] ?? '' };
}

async function stored({ site }: RestRequest, owner: Owner, id: string): Promise<ApplicationPassword> {
  const one = await findApplicationPassword(site.content.database.read, owner.id, id);
  if (!one) throw none();
  return one;
}

const pathOf = (userId: number) => `/wp/v2/users/${userId}/application-passwords`;

function present(request: RestRequest, owner: Owner, parts: Shown, context: Context): RestItem {
  const self = selfLink(restUrl(request, `${pathOf(owner.id)}/${parts.one.id}`), writes, request.actor, {
    owner,
    uuid: parts.one.id,
  });
  return { body: passwordResource.present(request, parts, context), links: { self: [self] } };
}

const base = '/wp/v2/users/(?P<user_id>(?:[\\d]+|me))/application-passwords';

const inputOf = ({ app_id: appId, name }: z.output<typeof sentFields>) => ({
  ...(appId === undefined ? {} : { appId }),
  ...(name === undefined ? {} : { name }),
});

/** `/wp/v2/users/{id}/application-passwords` */
export const applicationPasswords = itemRoute({
  path: base,
  find: findOwner,
  methods: {
    GET: method({
      params: readParams,
      reply: manyOf(passwordResource),
      may: ofOwner(refusals.list),
      run: list,
    }),
    POST: method({
      params: sentFields,
      required: ['name'],
      reply: newOf(passwordResource),
      may: ofOwner(refusals.create),
      run: create,
    }),
    DELETE: method({
      params: z.object({}),
      reply: valueOf(z.object({ deleted: z.literal(true), count: z.int() })),
      may: ofOwner(refusals.deleteAll),
      run: async (request, _params, { id }: Owner) => {
        const count = await request.site.content.database.write((tx) =>
          revokeApplicationPasswords(tx, request.actor, { userId: id }),
        );
        return { kind: 'plain', body: { deleted: true as const, count } };
      },
    }),
  },
});

async function list(
  request: RestRequest,
  { context }: z.output<typeof readParams>,
  owner: Owner,
): Promise<CollectionAnswer> {
  const all = await listApplicationPasswords(request.site.content.database.read, owner.id);
  const items = all.map((one) => present(request, owner, { one }, context));
  return { kind: 'collection', items, total: items.length, perPage: maxApplicationPasswords, page: 1 };
}

async function create(
  request: RestRequest,
  sent: z.output<typeof sentFields>,
  owner: Owner,
): Promise<ItemAnswer> {
  const { name = '', ...rest } = inputOf(sent);
  const { id, password } = await request.site.content.database
    .write((tx) => createApplicationPassword(tx, request.actor, { userId: owner.id, name, ...rest }))
    .catch(inWordsOfRest);
  const item = present(request, owner, { one: await stored(request, owner, id), password }, 'edit');
  return { kind: 'item', item, headers: { location: restUrl(request, `${pathOf(owner.id)}/${id}`) } };
}

function inWordsOfRest(error: unknown): never {
  throw faultsOfParams(error, { appId: 'app_id' });
}

const update = method({
  params: sentFields,
  reply: oneOf(passwordResource),
  may: ofOne(refusals.update),
  run: async (request, sent, { owner, uuid }: Named): Promise<ItemAnswer> => {
    const one = await stored(request, owner, uuid);
    const input = { userId: owner.id, id: one.id, ...inputOf(sent) };
    await request.site.content.database
      .write((tx) => updateApplicationPassword(tx, request.actor, input, asItStands))
      .catch(inWordsOfRest);
    return {
      kind: 'item',
      item: present(request, owner, { one: await stored(request, owner, one.id) }, 'edit'),
    };
  },
});
const remove = method({
  params: z.object({}),
  reply: goneOf(passwordResource),
  may: ofOne(refusals.delete),
  run: async (request, _params, { owner, uuid }: Named): Promise<RemovedAnswer> => {
    const one = await stored(request, owner, uuid);
    const previous = present(request, owner, { one }, 'edit');
    await request.site.content.database.write((tx) =>
      revokeApplicationPasswords(tx, request.actor, { userId: owner.id, id: one.id }),
    );
    return { kind: 'removed', previous };
  },
});
const writes = { POST: update, PUT: update, PATCH: update, DELETE: remove } as const;

/** `/wp/v2/users/{id}/application-passwords/{uuid}` */
export const applicationPassword = itemRoute({
  path: `${base}/(?P<uuid>[\\w\\-]+)`,
  find: findNamed,
  methods: {
    GET: method({
      params: readParams,
      reply: oneOf(passwordResource),
      may: ofOne(refusals.read),
      run: async (request, { context }, { owner, uuid }: Named): Promise<ItemAnswer> => ({
        kind: 'item',
        item: present(request, owner, { one: await stored(request, owner, uuid) }, context),
      }),
    }),
    ...writes,
  },
});

const introspect: Permission<Owner> = {
  code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
  message: 'The authenticated application password can only be introspected for the current user.',
  capability: undefined,
  test: (actor, owner) => actor.id === owner.id,
};

/** `/wp/v2/users/{id}/application-passwords/introspect`: the password that authenticated this request. */
export const introspectApplicationPassword = itemRoute({
  path: `${base}/introspect`,
  find: findOwner,
  methods: {
    GET: method({
      params: readParams,
      reply: oneOf(passwordResource),
      may: introspect,
      run: async (request, { context }, owner: Owner): Promise<ItemAnswer> => {
        const { applicationPassword: id } = request;
        if (id === undefined)
          throw new NotFoundError(
            'Cannot introspect application password.',
            'rest_no_authenticated_app_password',
          );
        return {
          kind: 'item',
          item: present(request, owner, { one: await stored(request, owner, id) }, context),
        };
      },
    }),
  },
});
