import { z } from 'zod';
import { ownHash } from '../../lib/password.ts';
import { sentAddress, sentLine, sentSlug, sentText } from '../input-kinds.ts';

/** What people may say of an account beside its log-in name and its roles. What an address, a log-in name and a slug are, the writer says. */
export const userFields = {
  email: sentText(254).refine((email) => email.trim() !== '', 'an account needs an address'),
  /** Empty: as it is, or made of the public name. */
  slug: sentSlug,
  /** The public name: plain text; tags go. */
  displayName: sentLine(250),
  url: sentAddress,
  /** HTML. */
  bio: sentText(20_000),
  /** From `hashPassword`, made before the transaction. */
  password: z.strictObject({ encoded: z.string().regex(ownHash, 'expected what hashPassword made') }),
};

/** Names of roles; the writer says which there are. */
export const sentRoles = z.array(sentText(100)).max(20);

