import { z } from 'zod';
import { textParam } from '../../../kernel/http/rest/params.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { UnauthorizedError } from '../../../lib/errors.ts';
import { callerOf } from '../../../lib/request-headers.ts';
import { beSignedIn } from '../../users/index.ts';
import { findReauthentication } from '../reauthenticate.ts';

const state = z.object({
  /** Until when this session may do sensitive things; null: they ask first. */
  until: z.string().nullable(),
  /** Which proofs the account has. */
  ways: z.object({ password: z.boolean(), code: z.boolean() }),
});

async function describe({ actor, site }: RestRequest, until?: number): Promise<z.output<typeof state>> {
  if (!actor) throw new UnauthorizedError(beSignedIn.message, beSignedIn.code);
  const found = await findReauthentication(site.content.database.read, actor);
  const end = until ?? found.until;
  return {
    until: end === undefined ? null : new Date(end).toISOString(),
    ways: { password: found.hasPassword, code: found.hasCodes },
  };
}

/** `/broadsheet/v1/reauthentication`: the password or a second factor again, which sensitive routes require. */
export const broadsheetReauthentication = restRoute({
  path: '/broadsheet/v1/reauthentication',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(state),
      may: beSignedIn,
      run: async (request) => ({ kind: 'plain', body: await describe(request) }),
    }),
    POST: method({
      params: z.object({
        password: textParam().describe('Current password of the account.'),
        code: textParam().describe(
          'Code of the authenticator app, or a recovery code, instead of the password.',
        ),
      }),
      reply: valueOf(state),
      may: beSignedIn,
      run: async (request, { password = '', code = '' }) => {
        const until = await request.site.reauthenticate(request.actor, {
          password,
          code,
          caller: callerOf(request.client?.ip ?? ''),
        });
        return { kind: 'plain', body: await describe(request, until) };
      },
    }),
  },
});
