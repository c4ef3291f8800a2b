import { z } from 'zod';
import { sendLink } from '../send-link.ts';
import { linkUsers } from '../../users/policy.ts';
import type { Account } from '../../users/policy.ts';
import { findUser } from '../../users/reader.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { findAccount } from '../../users/rest/account-subject.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { itemRoute, method } from '../../../kernel/http/rest/rest-route.ts';

/** `/broadsheet/v1/users/{id}/link`: a link by which somebody chooses a password, for who hands it over; it is mailed as well where mails are sent. */
export const broadsheetUserLink = itemRoute({
  path: '/broadsheet/v1/users/(?P<id>[\\d]+)/link',
  find: findAccount,
  methods: {
    POST: method({
      params: z.object({ kind: z.enum(['password', 'invitation']).default('password') }),
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
