import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { readInput } from '../command.ts';
import { sentId } from '../input-kinds.ts';
import { demand } from '../permission.ts';
import { editUsers } from './policy.ts';
import { longestPreferences, preferenceKeys } from './preferences.ts';
import type { Actor } from './role.ts';
import { userToChange } from './user-to-change.ts';
import * as writer from './writer.ts';

const kept = z.record(z.string(), z.unknown()).refine(
  (value) => JSON.stringify(value).length <= longestPreferences, `it has more than ${longestPreferences} characters as JSON; take away what is not needed`,
);
const schema = z.strictObject({ id: sentId, preferences: z.partialRecord(z.enum(preferenceKeys), kept) });
/**
 * Keeps how programs are to be for somebody, one's own account or another's: each key that is named is replaced. What nobody but they see is no activity of the
 * site, and nothing else about the account changes by it.
 */
export async function savePreferences(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>): Promise<void> {
  const { id, preferences } = readInput(schema, input, 'the user');
  demand(editUsers, actor, id);
  await userToChange(tx, actor, id, editUsers);
  await writer.writePreferences(tx, id, Object.fromEntries(Object.entries(preferences).map(([key, value]) => [key, JSON.stringify(value)])));
}
