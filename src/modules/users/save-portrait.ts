import { z } from 'zod';
import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import { demand } from '../../kernel/permission.ts';
import { editUsers } from './policy.ts';
import type { PortraitMaker } from './portrait-maker.ts';
import type { Actor } from '../../kernel/actor.ts';
import { userToChange } from './user-to-change.ts';
import * as writer from './writer.ts';

/** `file`: from `PortraitMaker.make`; empty: none any more. */
const schema = z.strictObject({ id: sentId, file: z.string().regex(/^(?:portraits\/[\da-f]{24}\.webp)?$/) });

/**
 * Gives an account, one's own or another's, a portrait, or takes it away, for somebody who began `from` a revision of it. Throws `StaleError` with both sides.
 */
export async function savePortrait(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id, file } = readInput(schema, input, 'the user');
  demand(editUsers, actor, { id, owner: undefined });
  const theirs = await userToChange(tx, actor, id, editUsers);
  refuseStale(`the user "${theirs.displayName}"`, { mine: { portrait: file }, theirs }, from);
  await writer.updateUser(tx, id, { portrait: file });
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${theirs.displayName}": ${file === '' ? 'no portrait' : 'portrait'}`,
  });
}

/**
 * Makes a portrait of a file that has arrived, and gives it to an account; nothing of it stays where that is refused. Throws as `savePortrait` and
 * `PortraitMaker.make`.
 */
export async function uploadPortrait(
  { database, portraits }: { readonly database: Pick<Database, 'write'>; readonly portraits: PortraitMaker },
  actor: Actor | undefined,
  { id, part }: { readonly id: number; readonly part: PartFile },
  from: From,
): Promise<void> {
  demand(editUsers, actor, { id, owner: undefined });
  const file = await portraits.make(part, actor.id);
  try {
    await database.write((tx) => savePortrait(tx, actor, { id, file }, from));
  } catch (error) {
    await portraits.discard(file);
    throw error;
  }
}
