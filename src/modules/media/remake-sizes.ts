import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { manageSettings } from '../settings/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { enqueueMedia } from './queue.ts';

/** `ids`: of pictures. */
const schema = z.strictObject({ ids: z.array(sentId) });

/** Has the sizes of pictures made anew in the background, for somebody who looks after the site. */
export async function remakeSizes(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<void> {
  const { ids } = readInput(schema, input, 'the pictures');
  demand(manageSettings, actor, undefined);
  if (ids.length === 0) return;
  await enqueueMedia(tx, ids);
  const [one = 0, ...others] = ids;
  const summary = others.length === 0 ? 'sizes made anew' : `sizes of ${ids.length} pictures made anew`;
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'post',
    itemId: others.length === 0 ? one : 0,
    summary,
  });
}
