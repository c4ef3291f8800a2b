import { z } from 'zod';
import { endUserSessions } from '../end-user-sessions.ts';
import { userSessions as may } from '../policy.ts';
import type { Account } from '../policy.ts';
import { findActor } from '../roles.ts';
import { listSessions } from '../session.ts';
import type { ListedSession } from '../session.ts';
import type { Permission } from '../../../kernel/permission.ts';
import { browserName } from '../../../lib/browser-name.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';

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

/** Asked after it is known that the asker may: others are not told which accounts there are. */
function existing({ id, owner }: Account): number {
  if (!owner) throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
  return id;
}

/** `/broadsheet/v1/users/{id}/sessions`: where somebody is signed in, the latest first; DELETE signs them out everywhere. */
export const broadsheetUserSessions = itemRoute({
  path: base,
  find: findOwner,
  methods: {
    GET: method({
      params: z.object({}),
      may,
      reply: valueOf(z.array(session)),
      run: async ({ site }, _params, owner: Account) => ({
        kind: 'plain',
        body: (await listSessions(site.content.database.read, existing(owner))).map(present),
      }),
    }),
    DELETE: method({
      params: z.object({}),
      may,
      reply: ended,
      run: async ({ site, actor }, _params, owner: Account) => {
        const count = await site.content.database.write((tx) =>
          endUserSessions(tx, actor, { id: existing(owner) }),
        );
        return { kind: 'plain', body: { deleted: true as const, count } };
      },
    }),
  },
});

/** An account, and one of its sessions by its id. */
interface OneOf extends Account {
  readonly session: string;
}
const mayOne: Permission<OneOf> = may;

/** `/broadsheet/v1/users/{id}/sessions/{session}`: DELETE ends one. */
export const broadsheetUserSession = itemRoute({
  path: `${base}/(?P<session>[\\w-]+)`,
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
        const input = { id: existing(owner), session: owner.session };
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
