import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { editPosts } from './policy.ts';
import { postToChange } from './post-to-change.ts';
import { endShare } from './shared-drafts.ts';

const schema = z.strictObject({ id: sentId });

/** Takes back the link by which outsiders read a draft; says whether there was one. */
export async function unshareDraft(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<boolean> {
  const { id } = readInput(schema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, editPosts);
  if (!(await endShare(tx, id))) return false;
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'post',
    itemId: id,
    summary: `${post.type} "${post.title}": shared no more`,
  });
  return true;
}
