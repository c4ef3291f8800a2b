import { z } from 'zod';
import {
  createRole,
  updateRole,
  deleteRole,
  roleFields,
  sentRoleName,
  roleToChange,
} from '../role-commands.ts';
import { editRoles } from '../policy.ts';
import type { Role } from '../role.ts';
import { listRoles } from '../roles.ts';
import { defined } from '../../../lib/records.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';
import { fromRevision, refuseOther, revisionOfWhole } from '../../../kernel/http/rest/from-revision.ts';
import { optionalWhole, textParam, writtenText, writtenWords } from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import type { RestItem } from '../../../kernel/http/rest/rest-reply.ts';
import { allOf, goneOf, newOf, oneOf, plainLink } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { everywhere, fieldsOf } from '../../../kernel/http/rest/resource.ts';

const { shown, written, resource } = fieldsOf<Role>();
const revisionOfRole = ({ label, capabilities }: Role) => revisionOfWhole([label, capabilities.toSorted()]);
const fields = {
  name: shown(textParam(), everywhere, ({ name }) => name),
  label: written(writtenText(roleFields.label), everywhere, ({ label }) => label),
  capabilities: written(writtenWords(), everywhere, ({ capabilities }) => [...capabilities]),
  revision: shown(optionalWhole({ min: 1 }), everywhere, revisionOfRole),
};
const roleResource = resource('role', fields);
const changes = z.object({
  label: fields.label.kind.describe('Label of the role, as people see it.'),
  capabilities: fields.capabilities.kind.describe('Capabilities of the role, each with true.'),
});
const base = '/broadsheet/v1/roles';

const present = (request: RestRequest, role: Role): RestItem => ({
  body: roleResource.present(request, role, 'view'),
  links: { self: [plainLink(restUrl(request, `${base}/${role.name}`))] },
  revision: revisionOfRole(role),
});

/** Locks the stored role; throws 409 with both sides if the change is based on another revision. */
async function toChange(
  tx: Tx,
  request: RestRequest,
  name: string,
  revision: number | undefined,
  mine: unknown,
): Promise<Role> {
  const { role } = await roleToChange(tx, request.actor, name);
  refuseOther(request, revision, revisionOfRole(role), `the role "${name}"`, {
    mine,
    theirs: present(request, role).body,
  });
  return role;
}

async function find({ site }: RestRequest, name: string): Promise<Role> {
  const role = (await listRoles(site.content.database.read)).find((one) => one.name === name);
  if (!role) throw new NotFoundError(`There is no role "${name.slice(0, 80)}".`, 'rest_role_invalid');
  return role;
}

function inWordsOfRest(error: unknown): never {
  throw faultsOfParams(error, { reassignTo: 'reassign' });
}

/** `/broadsheet/v1/roles`: the site's roles and their capabilities. */
export const broadsheetRoles = restRoute({
  path: base,
  methods: {
    GET: method({
      params: z.object({}),
      reply: allOf(roleResource),
      may: editRoles,
      run: async (request) => ({
        kind: 'items',
        items: (await listRoles(request.site.content.database.read)).map((role) => present(request, role)),
      }),
    }),
    POST: method({
      params: changes.extend({ name: writtenText(sentRoleName).describe('Name of the role.') }),
      required: ['name', 'label', 'capabilities'],
      reply: newOf(roleResource),
      may: editRoles,
      run: async (request, { name = '', label = '', capabilities = [] }) => {
        await request.site.content.database
          .write((tx) => createRole(tx, request.actor, { name, label, capabilities }))
          .catch(inWordsOfRest);
        return {
          kind: 'item',
          item: present(request, await find(request, name)),
          headers: { location: restUrl(request, `${base}/${name}`) },
        };
      },
    }),
  },
});

const update = method({
  params: changes.extend(fromRevision),
  reply: oneOf(roleResource),
  may: editRoles,
  run: async (request, { revision, ...sent }, { name }: Role) => {
    await request.site.content.database
      .write(async (tx) =>
        updateRole(
          tx,
          request.actor,
          { name, ...defined(sent) },
          await toChange(tx, request, name, revision, sent),
        ),
      )
      .catch(inWordsOfRest);
    return { kind: 'item', item: present(request, await find(request, name)) };
  },
});

/** `/broadsheet/v1/roles/{name}` */
export const broadsheetRole = itemRoute({
  path: `${base}/(?P<name>[a-z][a-z0-9_-]*)`,
  inPath: { name: 'Name of the role.' },
  find: (request, { name = '' }) => find(request, name),
  methods: {
    GET: method({
      params: z.object({}),
      reply: oneOf(roleResource),
      may: editRoles,
      run: async (request, _sent, role: Role) => ({ kind: 'item', item: present(request, role) }),
    }),
    POST: update,
    PUT: update,
    PATCH: update,
    DELETE: method({
      params: z.object({
        reassign: textParam().describe('Name of the role that the users of the deleted one receive.'),
        ...fromRevision,
      }),
      reply: goneOf(roleResource),
      may: editRoles,
      run: async (request, { reassign, revision }, role: Role) => {
        const input = { name: role.name, ...defined({ reassignTo: reassign }) };
        await request.site.content.database
          .write(async (tx) =>
            deleteRole(tx, request.actor, input, await toChange(tx, request, role.name, revision, null)),
          )
          .catch(inWordsOfRest);
        return { kind: 'removed', previous: present(request, role) };
      },
    }),
  },
});
