import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { manageSettings } from '../settings/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import * as store from '../../kernel/jobs/store.ts';

const retrySchema = z.strictObject({ ids: z.array(sentId) });

/** Retries failed jobs for an administrator; ignores other ids. Returns their number. */
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

/** Retries the failed jobs of a kind, or all. Returns their number. */
export async function retryFailedJobs(
  tx: Tx,
  actor: Actor | undefined,
  { kind }: { readonly kind?: string | undefined } = {},
): Promise<number> {
  demand(manageSettings, actor, undefined);
  const failed = await store.listJobs(tx.db, { failed: true, kind });
  return retryJobs(tx, actor, { ids: failed.filter(({ isClaimed }) => !isClaimed).map(({ id }) => id) });
}

const dropSchema = z.strictObject({ ids: z.array(sentId) });

/** Deletes jobs for an administrator, without running them. Returns their number. */
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
