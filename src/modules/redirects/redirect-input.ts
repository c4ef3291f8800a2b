import { z } from 'zod';
import { sentText } from '../../kernel/input-kinds.ts';
import { redirectStatuses } from './redirect.ts';

/** What people say of a redirect. What addresses may be, the writer says. */
export const redirectFields = z.strictObject({
  source: sentText(2000),
  /** Empty for 410. */
  target: sentText(2000).default(''),
  status: z.literal(redirectStatuses).default(301),
});
