import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { manageRedirects } from './policy.ts';
import { redirectFields } from './redirect-input.ts';
import * as writer from './writer.ts';

/**
 * Adds a redirect for somebody, a lasting one unless they say more; returns its id. Throws what the writer throws for one that leads nowhere, back to itself,
 * or from where another leads.
 */
export async function createRedirect(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof redirectFields>,
): Promise<number> {
  const redirect = readInput(redirectFields, input, 'the redirect');
  demand(manageRedirects, actor, undefined);
  const id = await writer.addRedirect(tx, redirect);
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'redirect',
    itemId: id,
    summary: `${redirect.source} → ${redirect.target || redirect.status}`,
  });
  return id;
}
