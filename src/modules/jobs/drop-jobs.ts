import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { manageSettings } from '../settings/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ ids: z.array(sentId) });

/** Forgets jobs, for somebody who looks after the site: nobody does them any more. Returns how many were there. */
export async function dropJobs(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<number> {
  const { ids } = readInput(schema, input, 'the jobs');
  demand(manageSettings, actor, undefined);
  const count = await writer.dropJobs(tx, ids);
  if (count > 0)
    await noteChange(tx, actor, {
      verb: 'delete',
      kind: 'job',
      itemId: ids.length === 1 ? (ids[0] ?? 0) : 0,
      summary: `${count} forgotten`,
    });
  return count;
}
