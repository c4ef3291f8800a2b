import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { editPosts } from '../posts/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { findMediaFiles } from './media-files.ts';
import { mediaToChange } from './media-to-change.ts';
import { enqueueMedia, sizesJob } from './queue.ts';
import { missingSizes } from './size-boxes.ts';

/** `id`: of a file of the library. */
const schema = z.strictObject({ id: sentId });

/** Has the sizes that a picture lacks generated in the background, for a user who may edit it. Sizes that are on their way are not begun again. */
export async function requestSizes(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<void> {
  const { id } = readInput(schema, input, 'the picture');
  await mediaToChange(tx, actor, id, editPosts);
  const file = (await findMediaFiles(tx.db, [id])).get(id);
  if (!file || missingSizes(file).length === 0) return;
  const waiting = await tx.db
    .selectFrom('job')
    .select('reason')
    .where('kind', '=', sizesJob.name)
    .where('key', '=', String(id))
    .executeTakeFirst();
  if (waiting?.reason !== '') await enqueueMedia(tx, [id]);
}
