import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { manageSettings } from '../settings/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import * as store from '../../kernel/jobs/store.ts';

const retrySchema = z.strictObject({ ids: z.array(sentId) });

/** Has jobs tried again that failed, for somebody who looks after the site; ids of others do nothing. Returns how many. */
export async function retryJobs(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof retrySchema>,
): Promise<number> {
  const { ids } = readInput(retrySchema, input, 'the jobs');
  demand(manageSettings, actor, undefined);
  const count = await store.retryJobs(tx, ids);
  if (count > 0)
    await noteChange(tx, actor, {
      verb: 'update',
      kind: 'job',
      itemId: ids.length === 1 ? (ids[0] ?? 0) : 0,
      summary: `${count} tried again`,
    });
  return count;
}

const dropSchema = z.strictObject({ ids: z.array(sentId) });

/** Forgets jobs, for somebody who looks after the site: nobody does them any more. Returns how many were there. */
export async function dropJobs(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof dropSchema>,
): Promise<number> {
  const { ids } = readInput(dropSchema, input, 'the jobs');
  demand(manageSettings, actor, undefined);
  const count = await store.dropJobs(tx, ids);
  if (count > 0)
    await noteChange(tx, actor, {
      verb: 'delete',
      kind: 'job',
      itemId: ids.length === 1 ? (ids[0] ?? 0) : 0,
      summary: `${count} forgotten`,
    });
  return count;
}
