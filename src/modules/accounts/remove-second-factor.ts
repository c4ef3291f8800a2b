import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { editAnybody } from '../users/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { endSecondFactorOf, hasSecondFactor } from '../users/second-factor.ts';
import { userToChange } from '../users/user-to-change.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import type { FactorSite } from './tell-of-factor.ts';

const schema = z.strictObject({ id: sentId });

/** Takes away the second factor that somebody has lost, who is told. Throws `ConflictError` where there is none, `ForbiddenError`. */
export async function removeSecondFactor(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  site: FactorSite,
): Promise<void> {
  demand(editAnybody, actor, undefined);
  const { id } = readInput(schema, input, 'the user');
  const owner = await userToChange(tx, actor, id, editAnybody);
  if (!(await hasSecondFactor(tx.db, id)))
    throw new ConflictError(`"${owner.login}" has no second factor.`, 'no_second_factor');
  await endSecondFactorOf(tx, id);
  await tellOfFactor(tx, actor, owner, 'off', site);
}
