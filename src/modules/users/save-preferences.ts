import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, StaleError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { editUsers } from './policy.ts';
import { findPreferences, longestPreferences, preferenceKeys } from './preferences.ts';
import type { Preferences } from './preferences.ts';
import type { Actor } from '../../kernel/actor.ts';
import { userToChange } from './user-to-change.ts';
import * as writer from './writer.ts';

const kept = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => JSON.stringify(value).length <= longestPreferences,
    `it has more than ${longestPreferences} characters as JSON; take away what is not needed`,
  );
const schema = z.strictObject({ id: sentId, preferences: z.partialRecord(z.enum(preferenceKeys), kept) });
/**
 * Keeps how programs are to be for somebody, one's own account or another's, who saw the values `from` of them: each key that is named is replaced. Accounts
 * have no revision for it, so that two programs may keep theirs at once: each key that is sent is compared. How somebody has made their own program is no
 * activity of the site, and nothing else about the account changes by it. Throws `StaleError` with both sides where one is no longer as it was seen, and keeps
 * nothing.
 */
export async function savePreferences(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: Preferences,
): Promise<void> {
  const { id, preferences } = readInput(schema, input, 'the user');
  demand(editUsers, actor, { id, owner: undefined });
  const theirs = await userToChange(tx, actor, id, editUsers);
  const sent = preferenceKeys.filter((key) => preferences[key] !== undefined);
  const missing = sent.filter((key) => from[key] === undefined);
  if (missing.length > 0)
    throw new InvalidInputError(`Say which value you saw of ${missing.join(', ')}.`, 'revision_missing');
  const stored = (await findPreferences(tx.db, [id])).get(id) ?? {};
  const stale = sent.filter((key) => !isDeepStrictEqual(asStored(from[key]), asStored(stored[key])));
  if (stale.length > 0) {
    const sides = (of: Preferences) => Object.fromEntries(stale.map((key) => [key, of[key] ?? {}]));
    throw new StaleError(`${stale.join(', ')} changed meanwhile. Nothing was kept.`, {
      mine: sides(preferences),
      theirs: sides(stored),
    });
  }
  if (actor.id !== id && sent.length > 0) {
    await noteChange(tx, actor, {
      verb: 'update',
      kind: 'user',
      itemId: id,
      summary: `"${theirs.displayName}": ${sent.join(', ')}`,
    });
  }
  await writer.writePreferences(
    tx,
    id,
    Object.fromEntries(Object.entries(preferences).map(([key, value]) => [key, JSON.stringify(value)])),
  );
}

/** Nothing kept is an empty object; what JSON leaves out is not there. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? {}));
