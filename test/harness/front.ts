import type { Reader, Tx } from '../../src/kernel/db/open-database.ts';
import type { Pin } from '../../src/modules/front/model.ts';
import { activeAt, pinnedTo } from '../../src/modules/front/model.ts';
import { listFrontPosts, newPin, readFront, writeFront } from '../../src/modules/front/store.ts';

/** A pin of the lead, unless another area is given. */
export const pinOf = (postId: number, given: Partial<Pin> = {}): Pin => ({
  area: 'lead',
  ...newPin,
  ...given,
  postId,
});

export async function clearFront(tx: Tx): Promise<number> {
  const { pins } = await readFront(tx.db);
  await writeFront(tx, { pins: [], breaking: null });
  return pins.length;
}

/** Ids of the posts at the top of the front page: pinned ones, then sticky ones. */
export async function listFrontIds(read: Reader): Promise<number[]> {
  const front = activeAt(await readFront(read), Date.now());
  return (await listFrontPosts(read, pinnedTo(front, 'lead'))).map(({ id }) => id);
}
