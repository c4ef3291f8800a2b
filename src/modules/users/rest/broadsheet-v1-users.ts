import { z } from 'zod';
import { editUsers, userSessions as may } from '../policy.ts';
import type { From } from '../../../kernel/command.ts';
import type { Account } from '../policy.ts';
import { savePortrait, uploadPortrait, endUserSessions } from '../user-commands.ts';
import { findUser } from '../reader.ts';
import { BroadsheetError, NotFoundError, StaleError } from '../../../lib/errors.ts';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { oneOf, valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { ItemAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, capturedId } from '../../../kernel/http/rest/rest-route.ts';
import { presentUser, userResource, findAccount } from './user-resource.ts';
import { findActor } from '../roles.ts';
import { listSessions } from '../session.ts';
import type { ListedSession } from '../session.ts';
import type { Permission } from '../../../kernel/permission.ts';
import { browserName } from '../../../lib/request-headers.ts';

const params = z.object(fromRevision);

/** `/broadsheet/v1/users/{id}/portrait`: uploads an account's portrait. WordPress has no equivalent route. */
export const broadsheetPortrait = itemRoute({
  path: '/broadsheet/v1/users/(?P<id>[\\d]+)/portrait',
  find: findAccount,
  methods: {
    POST: method({
      params,
      reply: oneOf(userResource),
      body: 'file',
      may: editUsers,
      run: (request, { revision }, { id }: Account) =>
        save(request, revision, id, async (from) => {
          const {
            file,
            site: {
              content: { database },
              portraits,
            },
            actor,
          } = request;
          if (!file) throw new BroadsheetError(400, 'rest_upload_no_data', 'No data supplied.');
          await uploadPortrait({ database, portraits }, actor, { id, part: file }, from);
        }),
    }),
    DELETE: method({
      params,
      reply: oneOf(userResource),
      may: editUsers,
      run: (request, { revision }, { id }: Account) =>
        save(request, revision, id, (from) =>
          request.site.content.database.write((tx) =>
            savePortrait(tx, request.actor, { id, file: '' }, from),
          ),
        ),
    }),
  },
});

async function save(
  request: RestRequest,
  revision: number | undefined,
  id: number,
  run: (from: From) => Promise<void>,
): Promise<ItemAnswer> {
  const existing = async () => {
    const user = await findUser(request.site.content.database.read, id);
    if (!user) throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
    return user;
  };
  await existing(); // no image processing for a missing account
  await run(fromOf(request, revision)).catch(async (error: unknown) => {
    throw error instanceof StaleError
      ? staleReply(error, null, (await presentUser(request, await existing(), 'edit')).body)
      : error;
  });
  return { kind: 'item', item: await presentUser(request, await existing(), 'edit') };
}

const base = '/broadsheet/v1/users/(?P<id>[\\d]+)/sessions';
const session = z.object({
  id: z.string(),
  ip: z.string(),
  browser: z.string(),
  user_agent: z.string(),
  created: z.iso.datetime(),
  until: z.iso.datetime(),
});
const present = ({ id, ip, userAgent, createdAt, until }: ListedSession): z.output<typeof session> => ({
  id,
  ip,
  browser: browserName(userAgent),
  user_agent: userAgent,
  created: new Date(createdAt).toISOString(),
  until: new Date(until).toISOString(),
});
const ended = valueOf(z.object({ deleted: z.literal(true), count: z.int() }));

async function findOwner(
  { site }: RestRequest,
  captured: Readonly<Record<string, string>>,
): Promise<Account> {
  const id = capturedId(captured);
  return { id, owner: await findActor(site.content.database.read, id) };
}

/** Called after the permission check, so that it doesn't reveal which accounts exist. */
function existingOwner({ id, owner }: Account): number {
  if (!owner) throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
  return id;
}

/** `/broadsheet/v1/users/{id}/sessions`: a user's sessions, newest first; DELETE ends all of them. */
export const broadsheetUserSessions = itemRoute({
  path: base,
  inPath: { id: 'Id of the user.' },
  find: findOwner,
  methods: {
    GET: method({
      params: z.object({}),
      may,
      reply: valueOf(z.array(session)),
      run: async ({ site }, _params, owner: Account) => ({
        kind: 'plain',
        body: (await listSessions(site.content.database.read, existingOwner(owner))).map(present),
      }),
    }),
    DELETE: method({
      params: z.object({}),
      may,
      reply: ended,
      run: async ({ site, actor }, _params, owner: Account) => {
        const count = await site.content.database.write((tx) =>
          endUserSessions(tx, actor, { id: existingOwner(owner) }),
        );
        return { kind: 'plain', body: { deleted: true as const, count } };
      },
    }),
  },
});

interface OneOf extends Account {
  readonly session: string;
}
const mayOne: Permission<OneOf> = may;

/** `/broadsheet/v1/users/{id}/sessions/{session}`: DELETE ends one. */
export const broadsheetUserSession = itemRoute({
  path: `${base}/(?P<session>[\\w-]+)`,
  inPath: { id: 'Id of the user.', session: 'Id of the session.' },
  find: async (request, captured) => ({
    ...(await findOwner(request, captured)),
    session: captured['session'] ?? '',
  }),
  methods: {
    DELETE: method({
      params: z.object({}),
      may: mayOne,
      reply: ended,
      run: async ({ site, actor }, _params, owner: OneOf) => {
        const input = { id: existingOwner(owner), session: owner.session };
        const count = await site.content.database.write((tx) => endUserSessions(tx, actor, input));
        if (count === 0)
          throw new NotFoundError(
            'There is no such session: it has ended, or is another’s.',
            'rest_session_not_found',
          );
        return { kind: 'plain', body: { deleted: true as const, count } };
      },
    }),
  },
});
