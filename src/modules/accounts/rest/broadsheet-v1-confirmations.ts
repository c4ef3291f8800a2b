import { z } from 'zod';
import { confirmAccounts, findConfirmation, listConfirmations } from '../confirmations.ts';
import type { Confirmation } from '../confirmations.ts';
import { copyConfirmation } from '../copy-confirmation.ts';
import { dropConfirmation } from '../drop-confirmation.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';

const base = '/broadsheet/v1/confirmations';
const schema = z.object({
  id: z.string(),
  kind: z.enum(['registration', 'email']),
  user: z.int(),
  username: z.string(),
  email: z.string(),
  date: z.iso.datetime(),
  until: z.iso.datetime(),
});
const present = ({
  id,
  kind,
  userId,
  login,
  email,
  createdAt,
  until,
}: Confirmation): z.output<typeof schema> => ({
  id,
  kind,
  user: userId,
  username: login,
  email,
  date: new Date(createdAt).toISOString(),
  until: new Date(until).toISOString(),
});

/** `/broadsheet/v1/confirmations`: accounts that were registered and addresses that were asked for, which wait for a link to be opened. */
export const broadsheetConfirmations = restRoute({
  path: base,
  methods: {
    GET: method({
      params: z.object({}),
      may: confirmAccounts,
      reply: valueOf(z.array(schema)),
      run: async ({ site }) => ({
        kind: 'plain',
        body: (await listConfirmations(site.content.database.read)).map(present),
      }),
    }),
  },
});

/** `/broadsheet/v1/confirmations/{id}`: POST gives the link, for who hands it over or opens it; the one that was mailed is good no more. */
export const broadsheetConfirmation = itemRoute({
  path: `${base}/(?P<id>[\\w-]+)`,
  find: async ({ site }, { id = '' }) => {
    const found = await findConfirmation(site.content.database.read, id);
    if (!found)
      throw new NotFoundError(
        'Nothing of that id waits to be confirmed: it was opened, taken away, or is too old.',
        'rest_confirmation_invalid_id',
      );
    return found;
  },
  methods: {
    POST: method({
      params: z.object({}),
      may: confirmAccounts,
      reply: valueOf(z.object({ id: z.string(), link: z.url() }), 201),
      run: async ({ site: { content }, actor }, _params, { id }: Confirmation) => ({
        kind: 'plain',
        body: await content.database.write((tx) => copyConfirmation(tx, actor, id, content)),
      }),
    }),
    DELETE: method({
      params: z.object({}),
      may: confirmAccounts,
      reply: valueOf(z.object({ deleted: z.literal(true) })),
      run: async ({ site: { content }, actor }, _params, { id }: Confirmation) => {
        await content.database.write((tx) => dropConfirmation(tx, actor, id));
        return { kind: 'plain', body: { deleted: true as const } };
      },
    }),
  },
});
