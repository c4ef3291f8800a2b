import { z } from 'zod';
import { inviteUsers } from '../../users/policy.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { invitationArguments, inviteByRest } from './write-user.ts';

/**
 * `/broadsheet/v1/invitations`: an account for somebody who chooses a password by the link that comes with it, for who hands that over; it is mailed as well
 * where mails are sent. WordPress makes up a password, and mails.
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
