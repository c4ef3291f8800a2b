import { z } from 'zod';
import { editUsers } from '../policy.ts';
import type { From } from '../../../kernel/command.ts';
import type { Account } from '../policy.ts';
import { savePortrait, uploadPortrait } from '../save-portrait.ts';
import { findUser } from '../reader.ts';
import { BroadsheetError, NotFoundError, StaleError } from '../../../lib/errors.ts';
import { findAccount } from './account-subject.ts';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { oneOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { ItemAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';
import { presentUser, userResource } from './user-resource.ts';

const params = z.object(fromRevision);

/** `/broadsheet/v1/users/{id}/portrait`: a picture that is uploaded becomes an account's portrait. WordPress has no route for that. */
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

/** Answers with the account as it is then. */
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
  await existing(); // no picture is made for one that is not there
  await run(fromOf(request, revision)).catch(async (error: unknown) => {
    throw error instanceof StaleError
      ? staleReply(error, null, (await presentUser(request, await existing(), 'edit')).body)
      : error;
  });
  return { kind: 'item', item: await presentUser(request, await existing(), 'edit') };
}
