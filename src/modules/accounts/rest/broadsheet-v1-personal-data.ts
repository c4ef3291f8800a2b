import { z } from 'zod';
import { erasePersonalData, exportPersonalData } from '../personal-data-policy.ts';
import { personData, erasePerson } from '../personal-data.ts';
import { removeStoredMailsOf } from '../../mail/index.ts';
import { findUser } from '../../users/index.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { fromOf, fromRevision } from '../../../kernel/http/rest/from-revision.ts';
import { optionalWhole } from '../../../kernel/http/rest/params.ts';
import { faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';

async function existing({ site }: RestRequest, id: number) {
  const user = await findUser(site.content.database.read, id);
  if (!user) throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
  return user;
}

/** `/broadsheet/v1/users/{id}/personal-data`: exports and erases a user's data. */
export const broadsheetPersonalData = itemRoute({
  path: '/broadsheet/v1/users/(?P<id>[\\d]+)/personal-data',
  find: async (_request, captured) => capturedId(captured),
  methods: {
    GET: method({
      params: z.object({}),
      may: exportPersonalData,
      reply: valueOf(z.looseObject({ account: z.looseObject({}), comments: z.array(z.unknown()) })),
      run: async (request, _params, id: number) => {
        const parts: string[] = [];
        for await (const part of personData(request.site.content.database.read, await existing(request, id)))
          parts.push(part);
        return { kind: 'text', contentType: 'application/json; charset=UTF-8', body: parts.join('') };
      },
    }),
    DELETE: method({
      params: z.object({ reassign: optionalWhole({ min: 1 }), ...fromRevision }),
      may: erasePersonalData,
      reply: valueOf(z.object({ deleted: z.literal(true), comments: z.int() })),
      run: async (request, { reassign, revision }, id: number) => {
        const { email } = await existing(request, id);
        const input = { id, ...(reassign === undefined ? {} : { reassignTo: reassign }) };
        const {
          dataDir,
          content: { database, siteUrl, settings },
        } = request.site;
        const site = { settings: await settings.current(), siteUrl };
        const comments = await database
          .write((tx) => erasePerson(tx, request.actor, input, fromOf(request, revision), site))
          .catch((error: unknown) => {
            throw faultsOfParams(error, { reassignTo: 'reassign' });
          });
        await removeStoredMailsOf(dataDir, email);
        return { kind: 'plain', body: { deleted: true as const, comments } };
      },
    }),
  },
});
