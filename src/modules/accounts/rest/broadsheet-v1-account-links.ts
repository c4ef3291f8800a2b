import { z } from 'zod';
import {
  confirmAccounts,
  findConfirmation,
  listConfirmations,
  copyConfirmation,
  dropConfirmation,
} from '../confirmations.ts';
import type { Confirmation } from '../confirmations.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { inviteUsers, linkUsers, findUser } from '../../users/index.ts';
import type { Account } from '../../users/index.ts';
import { invitationArguments, inviteByRest } from './write-user.ts';
import { sendLink } from '../send-link.ts';
import { findAccount } from '../../users/rest/index.ts';

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

/** `/broadsheet/v1/confirmations`: registrations and email changes that await their link. */
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

/** `/broadsheet/v1/confirmations/{id}`: POST returns a new link to hand over or open; the mailed one stops working. */
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

/**
 * `/broadsheet/v1/invitations`: creates an account and returns a link to choose its password; also mails it if mail is
 * configured. (WordPress generates a password and mails it.)
 */
export const broadsheetInvitations = restRoute({
  path: '/broadsheet/v1/invitations',
  methods: {
    POST: method({
      params: invitationArguments,
      required: ['username', 'email'],
      may: inviteUsers,
      reply: valueOf(z.object({ id: z.int(), link: z.url(), mailed_to: z.string().nullable() }), 201),
      run: async (request, sent) => ({ kind: 'plain', body: await inviteByRest(request, sent) }),
    }),
  },
});

/** `/broadsheet/v1/users/{id}/link`: returns a link to choose a password; also mails it if mail is configured. */
export const broadsheetUserLink = itemRoute({
  path: '/broadsheet/v1/users/(?P<id>[\\d]+)/link',
  find: findAccount,
  methods: {
    POST: method({
      params: z.object({
        kind: z
          .enum(['password', 'invitation'])
          .default('password')
          .describe('Kind of link: to set a new password, or an invitation.'),
      }),
      may: linkUsers,
      reply: valueOf(z.object({ link: z.url(), mailed_to: z.string().nullable() }), 201),
      run: async ({ site: { content, mails }, settings, actor }, { kind }, { id }: Account) => {
        const { database, siteUrl } = content;
        const { sendsMail } = mails;
        const user = await findUser(database.read, id);
        if (!user) throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
        if (sendsMail && user.email && actor) mails.count({ account: actor.id, recipient: user.email });
        const { link, to } = await database.write((tx) =>
          sendLink(tx, actor, { id, kind }, { settings, siteUrl, sendsMail }),
        );
        return { kind: 'plain', body: { link, mailed_to: to ?? null } };
      },
    }),
  },
});
