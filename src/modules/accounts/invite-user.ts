import type { Tx } from '../../kernel/db/open-database.ts';
import { createUser } from '../users/create-user.ts';
import type { Actor } from '../../kernel/actor.ts';
import { sendLink } from './send-link.ts';
import type { LinkSite, SentLink } from './send-link.ts';

/** The account that was made, with its link. */
export interface Invited extends SentLink {
  readonly id: number;
}

/**
 * Makes an account without a password for somebody, and the link by which they choose one; it is mailed where mails are sent. Throws what `createUser` and
 * `sendLink` throw: neither is done then.
 */
export async function inviteUser(
  tx: Tx,
  actor: Actor | undefined,
  input: Parameters<typeof createUser>[2],
  site: LinkSite,
): Promise<Invited> {
  const id = await createUser(tx, actor, input);
  return { id, ...(await sendLink(tx, actor, { id, kind: 'invitation' }, site)) };
}
